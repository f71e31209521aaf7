import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptionFields } from '@platen/core/internal';
import { standardOperations } from '@platen/standard';
import { describe, expect, test } from 'vitest';
import { main } from '../../packages/cli/src/main.ts';
import { createRecordingTerminal } from '../../packages/cli/test/recording-terminal.ts';
import { codeBlocks, documents } from '../documents/code-blocks.ts';

// Whoever copies a line for the shell gets a command with these options, a route with these fields, and every package that
// the code beside it imports.

const root = fileURLToPath(new URL('../..', import.meta.url));
const commandNames = 'serve|worker|convert|keys|jobs|webhooks|languages|inspect|completion|doctor';
const routes = new Set(standardOperations.map(({ name }) => `/api/v1/${name}`));

/** The lines for the shell, without comments. */
function shellLines(document: string): readonly string[] {
  const lines = codeBlocks(document)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'));
  return lines.map((line) => line.replace(/(^|\s)# .*/, '').trim()).filter((line) => line !== '');
}

/** Commands in blocks and in the text. */
function commandsIn(document: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const inline = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\n', ' '));
  const pattern = new RegExp(`\\bplaten (?:${commandNames})\\b[^);|]*`, 'g');
  return [...shellLines(document), ...inline].flatMap((line) => line.match(pattern) ?? []);
}

/** Whether it is the route of an operation that the document itself defines. */
function isOwnOf(document: string, path: string): boolean {
  const name = path.replace('/api/v1/', '');
  return codeBlocks(document).some(
    ({ code }) => code.includes('defineOperation({') && code.includes(`name: '${name}'`),
  );
}

async function helpFor(command: string): Promise<string> {
  const [, name = '', first = ''] = command.split(/\s+/);
  const { terminal, printed } = createRecordingTerminal();
  const operation = standardOperations.some((each) => `/${each.name}`.endsWith(`/${first}`)) ? [first] : [];
  expect(await main([name, ...operation, '--help'], terminal), command).toBe(0);
  return printed.join('\n');
}

const optionsOf = (command: string) => command.match(/(?<=\s)--[a-z][\w-]*/g) ?? [];

describe.each(documents)('%s', (document) => {
  test('names commands of platen with options that they have', async () => {
    for (const command of commandsIn(document)) {
      const help = await helpFor(command);
      const unknown = optionsOf(command).filter(
        (option) => option !== '--help' && !new RegExp(`${option}\\b`).test(help),
      );
      expect({ command, unknown }).toEqual({ command, unknown: [] });
    }
  });

  test('calls routes that are there, with fields that they take', () => {
    for (const line of shellLines(document).filter((each) => /^(?:JOB=.*)?curl .*https?:\/\//.test(each))) {
      const path = /.*https?:\/\/[^/\s]+(\/[^\s?]*)/.exec(line)?.[1] ?? '';
      const isOther = /^\/api\/(?:v1\/(?:jobs\/|account$)|download\/|manage\/|openapi\.json$)/.test(path);
      if (isOwnOf(document, path)) continue;
      expect([line, routes.has(path) || isOther]).toEqual([line, true]);
      const operation = standardOperations.find(({ name }) => path === `/api/v1/${name}`);
      const own = operation === undefined ? [] : Object.keys(readOptionFields(operation).schemas);
      const known = ['file', 'files', 'from', 'webhookUrl', ...own];
      const fields = [...line.matchAll(/ -F (\w+)=/g)].map(([, name = '']) => name);
      expect([line, fields.filter((name) => !known.includes(name))]).toEqual([line, []]);
    }
  });

  test('installs what its examples import', () => {
    const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    const lines = [...shellLines(document), ...[...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)];
    const installed = lines.flatMap((line) => (line.startsWith('npm install ') ? line.split(/\s+/).slice(2) : []));
    if (installed.length === 0 || !document.endsWith('README.md')) return;
    const code = codeBlocks(document).filter(({ language }) => language === 'js' || language === 'ts');
    const imported = code.flatMap((block) => [...block.code.matchAll(/^import [^']*?from '((?:@[^/']+\/)?[^/']+)/gm)]);
    const names = new Set(imported.map(([, name = '']) => name).filter((name) => !/^node:|^\./.test(name)));
    expect([...names].filter((name) => !installed.includes(name))).toEqual([]);
  });
});
