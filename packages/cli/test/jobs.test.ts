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
  server = await startServer(folder, '--concurrency', '1', '--keep-failed-inputs', '--manage');
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
});

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
  expect([late.code, late.notes]).toEqual([exitCodes.usage, [`${done} had already ended: completed.`]]);
});

/** A job that fails: its file has one page. */
async function failedJob(): Promise<string> {
  const id = await server.submit(server.key, 'pdf/split', 1, { pages: '7' });
  expect(await server.poll(server.key, id)).toMatchObject({ status: 'failed' });
  return id;
}

test('a failed job is queued again beside the server that keeps its files, one that ended well is not', async () => {
  const id = await failedJob();
  const { code, printed } = await jobs('retry', id, '--json');
  expect(code).toBe(exitCodes.success);
  expect(JSON.parse(printed)).toEqual([{ id, kind: 'queued' }]);
  const queued = JSON.parse((await jobs('show', id, '--json')).printed) as object;
  expect(queued).toMatchObject({ state: 'queued', error: null, finishedAt: null });
  // A server that runs finds it within a minute, one that starts at once.
  const { key } = server;
  await server.stop('SIGTERM');
  server = await startServer(folder, '--keep-failed-inputs');
  expect(await server.poll(key, id)).toMatchObject({ status: 'failed', error: { code: 'PROCESSING_FAILED' } });

  const done = await server.submit(key, 'pdf/merge', 2);
  await server.poll(key, done);
  const refused = await jobs('retry', done);
  expect([refused.code, refused.notes]).toEqual([exitCodes.usage, [`${done} cannot be retried: it has not failed.`]]);
});

test('over a server its routes do the same, for the jobs of the key', async () => {
  const overServer = async (...args: readonly string[]) => {
    const { terminal, printed, notes } = createRecordingTerminal();
    const code = await main(['jobs', ...args, '--server', server.url, '--key', server.key], terminal);
    return { code, printed: printed.join('\n'), notes };
  };
  const id = await failedJob();
  expect((await overServer('list', '--state', 'failed')).printed).toMatch(
    new RegExp(`^${id} .* pdf/split +failed +Page 7`),
  );
  expect((await overServer('list', '--state', 'cancelled')).notes).toEqual(['There are no such jobs.']);
  const listed = JSON.parse((await overServer('list', '--json')).printed) as readonly object[];
  expect(listed).toMatchObject([{ jobId: id, status: 'failed' }]);
  expect((await overServer('show', id)).printed).toMatch(/^status +failed$/m);
  expect(JSON.parse((await overServer('show', id, '--json')).printed)).toMatchObject({ jobId: id, inputCount: 1 });

  expect(await overServer('retry', id)).toEqual({
    code: exitCodes.success,
    printed: '',
    notes: [`${id} waits again.`],
  });
  expect(await server.poll(server.key, id)).toMatchObject({ status: 'failed' });
  const late = await overServer('cancel', id);
  expect([late.code, late.notes]).toEqual([exitCodes.usage, [`${id} had already ended: failed.`]]);
  for (let other = 0; other < 5; other += 1) await server.submit(server.key, 'pdf/to-image', 1, { dpi: '600' });
  const waiting = await server.submit(server.key, 'pdf/to-image', 1, { dpi: '600' });
  expect(JSON.parse((await overServer('cancel', waiting, '--json')).printed)).toMatchObject([{ status: 'cancelled' }]);
  expect((await overServer('retry', waiting)).code).toBe(exitCodes.success);

  const unknown = await overServer('show', 'nobody');
  expect([unknown.code, unknown.notes.join()]).toEqual([exitCodes.usage, expect.stringContaining('there is no job')]);
  const whose = await overServer('list', '--owner', 'acme');
  expect([whose.code, whose.notes.join()]).toEqual([exitCodes.usage, expect.stringContaining('--owner')]);
  const { terminal, notes } = createRecordingTerminal();
  const stranger = ['jobs', 'list', '--server', server.url, '--key', 'platen_wrong'];
  expect([await main(stranger, terminal), notes.join()]).toEqual([
    exitCodes.usage,
    expect.stringContaining('server says'),
  ]);
});

test('a server without the routes says how it gets them', async () => {
  await server.stop('SIGTERM');
  const { key } = server;
  server = await startServer(folder);
  const { terminal, notes } = createRecordingTerminal();
  expect(await main(['jobs', 'list', '--server', server.url, '--key', key], terminal)).toBe(exitCodes.usage);
  expect(notes).toEqual([expect.stringContaining('platen serve --manage')]);
});
