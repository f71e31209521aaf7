import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let folder = '';
let server: ServerProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-jobs-'));
  server = await startServer(folder);
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test.each([
  [['show'], 'say which: platen jobs show <id>'],
  [['show', 'nobody'], 'there is no job with the id "nobody"'],
  [['cancel', 'nobody'], 'there is no job with the id "nobody"'],
  [['list', '--state', 'complete'], 'did you mean "completed"?'],
  [['delete'], 'there is no "platen jobs delete"'],
])('jobs %j is a usage error with words', async (args, words) => {
  const { terminal, notes } = createRecordingTerminal();
  const code = await main(['jobs', ...args, '--data', join(folder, 'data')], terminal);
  expect(code).toBe(exitCodes.usage);
  expect(notes).toEqual([expect.stringContaining(words)]);
});

test('a folder without a database is named', async () => {
  const { terminal, notes } = createRecordingTerminal();
  expect(await main(['jobs', 'list', '--data', join(folder, 'misspelt')], terminal)).toBe(exitCodes.unavailable);
  expect(notes).toEqual([expect.stringContaining(join(folder, 'misspelt'))]);
});
