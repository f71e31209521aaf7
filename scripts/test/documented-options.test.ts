import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLimits, errorTable, failureReasons } from '@platen/core';
import { describe, expect, test } from 'vitest';

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

test('docs/limits.md lists every limit, with its default', () => {
  // A bound that follows from another names it too, below its row.
  const rows = tableRows('docs/limits.md', /^\| bound \| name/m).toReversed();
  const documented = Object.fromEntries(rows.map(([, name, bound = '']) => [namesIn(name)[0], figure(bound)]));
  expect(documented).toEqual(defaultLimits);
});

/** The figure that a default begins with; null for words. */
function figure(text: string): number | null {
  const [, digits, unit = ''] = /^([\d ]+?) ?(MB|GB|megapixels)?(?:;|$)/.exec(text) ?? [];
  if (digits === undefined) return null;
  const units: Readonly<Record<string, number>> = { '': 1, MB: 2 ** 20, GB: 2 ** 30, megapixels: 1e6 };
  return Number(digits.replaceAll(' ', '')) * (units[unit] ?? Number.NaN);
}

test('docs/errors.md lists every code that is answered, with its status, and every reason why a conversion fails', () => {
  const { CANCELLED: _neverAnswered, ...answered } = errorTable;
  const codes = tableRows('docs/errors.md', /^\| code/m).map(([code, status]) => [namesIn(code)[0], Number(status)]);
  expect(Object.fromEntries(codes)).toEqual(
    Object.fromEntries(Object.entries(answered).map(([code, { status }]) => [code, status])),
  );
  const reasons = tableRows('docs/errors.md', /^\| reason/m).flatMap(([names, of]) =>
    of === '`PROCESSING_FAILED`' ? namesIn(names) : [],
  );
  expect(reasons.toSorted()).toEqual(Object.keys(failureReasons).toSorted());
});

test('docs/observability.md lists every metric, with its labels', () => {
  const rows = tableRows('docs/observability.md', /^\| metric/m);
  const documented = rows.flatMap(([names, labels]) => namesIn(names).map((name) => [name, namesIn(labels)]));
  const sources = ['metrics', 'job-metrics', 'node-gauges', 'shared-gauges'];
  const text = sources.map((name) => read(`packages/http/src/${name}.ts`)).join('\n');
  const defined = [...text.matchAll(/new (?:client\.)?(?:Counter|Gauge|Histogram)\(\{([\s\S]*?)\}\)/g)].map(
    ([, text = '']) => {
      const labels = /labelNames: \[(.*?)\]/.exec(text)?.[1] ?? '';
      return [/name: '(\w+)'/.exec(text)?.[1], [...labels.matchAll(/'(\w+)'/g)].map(([, label]) => label)];
    },
  );
  expect(documented.toSorted()).toEqual(defined.toSorted());
});
