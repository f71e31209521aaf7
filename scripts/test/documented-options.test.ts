import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLimits, errorTable, failureReasons, structureLimits, warningTable } from '@platen/core';
import { otherReasons } from '@platen/core/internal';
import { describe, expect, test } from 'vitest';
import { documentedMembers } from '../reference/documented-members.ts';
import { givenWarnings } from '../reference/warnings-table.ts';
import { generatedDocuments } from '../reference.ts';

// What tables promise is what the code has: neither more, nor less, nor another default.

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The rows of the table below the first heading `## Options`, or of the first table with `column` in its head. */
function tableRows(document: string, start: RegExp): readonly (readonly string[])[] {
  const text = read(document);
  const lines = text.slice(text.search(start)).split('\n');
  const from = lines.findIndex((line) => /^\|\s*-/.test(line)) + 1;
  const until = lines.findIndex((line, index) => index > from && !line.startsWith('|'));
  return lines.slice(from, until).map((line) =>
    line
      .replaceAll('\\|', '∣')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/** The options of an exported interface. */
function optionsOf(source: string, name: string): readonly string[] {
  const body =
    new RegExp(`export interface ${name}\\b[\\s\\S]*?\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(read(source))?.[1] ?? '';
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option = '']) => option);
}

describe.each([
  ['packages/http/README.md', 'packages/http/src/surface-options.ts', 'HttpSurfaceOptions', []],
  ['packages/engine/README.md', 'packages/engine/src/engine-options.ts', 'EngineOptions', []],
  ['packages/webhooks/README.md', 'packages/webhooks/src/webhook-options.ts', 'WebhookOptions', []],
  ['packages/client/README.md', 'packages/client/src/client-options.ts', 'ClientOptions', []],
  ['packages/dashboard/README.md', 'packages/dashboard/src/dashboard-options.ts', 'DashboardOptions', []],
  // Those of the engine come on top.
  ['packages/host/README.md', 'packages/host/src/create-platen.ts', 'PlatenOptions', ['operations']],
])('%s', (document, source, name, inherited: readonly string[]) => {
  test(`lists the options of ${name}`, () => {
    const documented = tableRows(document, /^## Options/m).flatMap(([cell]) => namesIn(cell));
    expect(documented.toSorted()).toEqual([...optionsOf(source, name), ...inherited].toSorted());
  });
});

test('every code, reason and limit has a doc comment, which the tables are made of', () => {
  const documented = (file: string, start: string) => documentedMembers(file, start).map(({ name }) => name);
  expect(documented('errors.ts', 'export const errorTable')).toEqual(Object.keys(errorTable));
  expect(documented('errors.ts', 'export const failureReasons')).toEqual(Object.keys(failureReasons));
  expect(documented('errors.ts', 'export const otherReasons')).toEqual(Object.keys(otherReasons));
  expect(documented('limits.ts', 'export interface Limits')).toEqual(Object.keys(defaultLimits));
  expect(documented('limits.ts', 'export const structureLimits')).toEqual(Object.keys(structureLimits));
});

test('every reason that the sources give is in the table of reasons', () => {
  const sources = globSync('packages/{*,*/*}/src/**/*.ts', { cwd: root }).filter((path) => !path.includes('/testing/'));
  const given = sources.flatMap((path) =>
    [...read(path).matchAll(/\breason: '([a-z]+_[a-z_]+|draining|timeout|internal)'/g)].map(
      ([, reason = '']) => reason,
    ),
  );
  const known = { ...failureReasons, ...otherReasons };
  expect([...new Set(given)].filter((reason) => !Object.hasOwn(known, reason))).toEqual([]);
});

test.each(generatedDocuments())('the tables of $path are what the sources say: npm run reference', ({ is, wanted }) => {
  expect(is).toBe(wanted);
});

test('every warning of an operation is in the table of warnings', () => {
  const others = ['EEXIST', 'ERR_ACCESS_DENIED', ...Object.keys(errorTable)];
  const given = [...givenWarnings().keys()].filter((code) => !others.includes(code));
  expect(given.filter((code) => !Object.hasOwn(warningTable, code))).toEqual([]);
  // Those that a job gets outside of operations.
  const elsewhere = ['OUTPUT_DAMAGED', 'UNKNOWN_FIELD', 'INTERNAL_ERROR'];
  const known = Object.keys(warningTable).filter((code) => !elsewhere.includes(code));
  expect(known.filter((code) => !given.includes(code))).toEqual([]);
});
