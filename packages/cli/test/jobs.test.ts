import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let folder = '';
let server: ServerProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-jobs-'));
  server = await startServer(folder, '--concurrency', '1');
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function jobs(...args: readonly string[]) {
  const { terminal, printed, notes } = createRecordingTerminal();
  const code = await main(['jobs', ...args, '--data', join(folder, 'data')], terminal);
  return { code, printed: printed.join('\n'), notes };
}

test('jobs of a running server are listed and shown, and never a password', async () => {
  const fields = { password: 'correct-horse-battery' };
  const done = await server.submit(server.key, 'pdf/merge', 2, fields);
  await server.poll(server.key, done);
  const { printed } = await jobs('list');
  expect(printed).toMatch(new RegExp(`^${done} .* pdf/merge +completed +file-0\\.pdf$`));
  expect((await jobs('list', '--state', 'failed')).printed).toBe('');

  const [record] = JSON.parse((await jobs('list', '--json')).printed) as readonly Record<string, unknown>[];
  expect(record).toMatchObject({ id: done, state: 'completed', fileName: 'file-0.pdf', inputCount: 2, outputCount: 1 });
  expect(JSON.parse((await jobs('show', done, '--json')).printed)).toMatchObject({
    id: done,
    state: 'completed',
    inputs: [{ fileName: 'file-0.pdf' }, {}],
    outputs: [{}],
  });
  const shown = (await jobs('show', done)).printed;
  expect(shown).toMatch(/^state +completed, 100 %$/m);
  expect(shown).toMatch(/^input +file-0\.pdf \(application\/pdf, \d+ bytes\)$/m);
  expect(shown + JSON.stringify(record)).not.toContain('correct-horse');
}, 60_000);

test('a job is cancelled under the server that runs it, once', async () => {
  // Only the last one matters: it waits behind the others.
  for (let other = 0; other < 5; other += 1) await server.submit(server.key, 'pdf/to-image', 1, { dpi: '600' });
  const slow = await server.submit(server.key, 'pdf/to-image', 1, { dpi: '600' });
  const { code, printed } = await jobs('cancel', slow, '--json');
  expect(code).toBe(exitCodes.success);
  expect(JSON.parse(printed)).toMatchObject([{ id: slow, state: 'cancelled' }]);
  expect(await server.poll(server.key, slow)).toMatchObject({ status: 'cancelled' });

  const done = await server.submit(server.key, 'pdf/merge', 2);
  await server.poll(server.key, done);
  const late = await jobs('cancel', done);
  expect([late.code, late.notes]).toEqual([exitCodes.usage, [`${done} had ended before: completed.`]]);
}, 60_000);

test.each([
  [['show'], 'say which job'],
  [['show', 'nobody'], 'there is no job with the id "nobody"'],
  [['cancel', 'nobody'], 'there is no job with the id "nobody"'],
  [['list', '--state', 'complete'], 'did you mean "completed"?'],
  [['delete'], 'jobs can be listed, shown, cancelled and retried'],
])('jobs %j is a usage error with words', async (args, words) => {
  const { code, notes } = await jobs(...args);
  expect(code).toBe(exitCodes.usage);
  expect(notes).toEqual([expect.stringContaining(words)]);
});

test('a folder without a database is named', async () => {
  const { terminal, notes } = createRecordingTerminal();
  expect(await main(['jobs', 'list', '--data', join(folder, 'misspelt')], terminal)).toBe(exitCodes.unavailable);
  expect(notes).toEqual([expect.stringContaining(join(folder, 'misspelt'))]);
});
