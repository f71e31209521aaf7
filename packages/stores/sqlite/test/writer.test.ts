import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { monotonicMs, type ReplyMessage } from '../src/protocol.ts';
import { startWriter } from '../src/writer.ts';

async function ask(
  port: MessagePort,
  table: string,
  method = 'list',
  args: readonly unknown[] = [],
): Promise<ReplyMessage> {
  const replied = once(port, 'message');
  port.postMessage({ id: 1, table, method, args, now: 0, askedAt: monotonicMs() });
  return (await replied)[0];
}

test('a file that could not be opened is opened by a later call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-writer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { port1, port2 } = new MessageChannel();
  await writeFile(join(folder, 'data'), '');
  startWriter(port2, { file: join(folder, 'data', 'platen.db'), busyTimeoutMs: 100 });
  expect(await ask(port1, 'keys')).toMatchObject({ kind: 'error', error: { code: 'SERVICE_UNAVAILABLE' } });
  await rm(join(folder, 'data'));
  await mkdir(join(folder, 'data'));
  expect(await ask(port1, 'keys')).toMatchObject({ kind: 'result', result: [] });
  await ask(port1, 'close');
  port1.close();
});

test('what would be written to a file that was moved away is refused until it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-writer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { port1, port2 } = new MessageChannel();
  const [file, elsewhere] = [join(folder, 'platen.db'), join(folder, 'elsewhere.db')];
  startWriter(port2, { file, busyTimeoutMs: 100 });
  const hold = () => ask(port1, 'leaders', 'hold', ['role', 'node', 1_000]);
  const refusal = { kind: 'error', error: { code: 'SERVICE_UNAVAILABLE', details: { reason: 'store_unavailable' } } };
  expect(await hold()).toMatchObject({ kind: 'result', result: true });
  await rename(file, elsewhere);
  expect(await hold()).toMatchObject({ ...refusal, cause: expect.stringContaining('moved away') });
  await writeFile(file, '');
  expect(await hold()).toMatchObject({ ...refusal, cause: expect.stringContaining('replaced') });
  await rename(elsewhere, file);
  expect(await hold()).toMatchObject({ kind: 'result', result: true });
  await ask(port1, 'close');
  port1.close();
});
