import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let folder = '';
let server: ServerProcess | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-moved-'));
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  server = null;
  await rm(folder, { recursive: true, force: true });
});

async function split({ url, key }: ServerProcess): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(samplePdf('one'))]), 'one.pdf');
  const response = await fetch(`${url}/api/v1/pdf/split`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

async function readiness({ url }: ServerProcess): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

test('a data folder that is moved away while it is served: 503 until it is back, and no other in its place', async () => {
  server = await startServer(folder);
  const { url, key, submit, poll } = server;
  const before = await poll(key, await submit(key, 'pdf/merge', 2));
  const downloadUrl = before.outputs?.[0]?.downloadUrl ?? '';
  expect(await readiness(server)).toBe(200);
  await rename(join(folder, 'data'), join(folder, 'elsewhere'));

  const refusal = { code: 'SERVICE_UNAVAILABLE', details: { reason: 'storage_unavailable' } };
  expect(await split(server)).toMatchObject({ status: 503, body: refusal });
  await expect.poll(() => readiness(server as ServerProcess)).toBe(503);
  expect((await fetch(downloadUrl)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await readdir(folder)).toEqual(['elsewhere']);

  await rename(join(folder, 'elsewhere'), join(folder, 'data'));
  await expect.poll(() => readiness(server as ServerProcess)).toBe(200);
  expect((await fetch(downloadUrl)).status).toBe(200);
  expect(await poll(key, await submit(key, 'pdf/merge', 2))).toMatchObject({ status: 'completed' });
});

test('a data folder that is removed while it is served takes no more uploads', async () => {
  server = await startServer(folder);
  await rm(join(folder, 'data'), { recursive: true });
  expect(await split(server)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
  await expect.poll(() => readiness(server as ServerProcess)).toBe(503);
  expect(await readdir(folder)).toEqual([]);
  expect(await server.stop('SIGTERM')).toBe(0);
});
