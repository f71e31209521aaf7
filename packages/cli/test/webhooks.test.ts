import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@platen/core';
import { createPlaten } from '@platen/host';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

async function run(data: string, ...args: readonly string[]) {
  const { terminal, printed, notes } = createRecordingTerminal();
  const code = await main(['webhooks', ...args, '--data', data], terminal);
  return { code, printed: printed.join('\n'), noted: notes.join('\n') };
}

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('an endpoint made while the server runs is told of jobs that end, also by the command line', async () => {
  const data = await dataFolder();
  const webhooks = { allowHttp: true, allowedNetworks: ['127.0.0.0/8'], pollMs: 20 };
  await using host = await createPlaten({ data, webhooks, start: { work: false } });
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const local = ['--http', '--network', '127.0.0.0/8'];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const made = await run(data, 'create', url, '--owner', 'a', '--force', ...local, '--json');
  expect(made.noted).toContain('Warning: "a" has no valid key and had no job');
  expect(JSON.parse(made.printed)).toMatchObject({ ownerId: 'a', url, secrets: [{ expiresAt: null }] });
  const pdf = new Blob(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n']);
  const inputs = [{ fileName: 'one.pdf', data: pdf }];
  const first = await host.engine.submit({ operation: 'pdf/split', inputs, ownerId: 'a' });
  const second = await host.engine.submit({ operation: 'pdf/split', inputs, ownerId: 'a' });
  await host.engine.cancel(first.id);
  expect(await main(['jobs', 'cancel', second.id, '--data', data], createRecordingTerminal().terminal)).toBe(0);
  await expect.poll(() => bodies.length).toBe(2);
  const told = bodies.map((body) => JSON.parse(body) as { type: string; data: { jobId: string } });
  expect(new Set(told.map((message) => message.data.jobId))).toEqual(new Set([first.id, second.id]));
  expect(told.every(({ type }) => type === 'job.cancelled')).toBe(true);

  await expect
    .poll(async () => JSON.parse((await run(data, 'deliveries', '--state', 'delivered', '--json')).printed))
    .toHaveLength(2);
  expect(await run(data, 'replay', '--json')).toMatchObject({ code: 0, printed: '{"replayed":0}' });
  const { id } = JSON.parse(made.printed) as { id: string };
  expect(await run(data, 'test', id, ...local)).toMatchObject({
    code: 0,
    noted: expect.stringMatching(/accepted evt_test_\S+: 200/),
  });
  expect(JSON.parse(bodies.at(-1) ?? '')).toMatchObject({ type: 'webhook.test', data: { test: true, ownerId: 'a' } });
  server.close();
  server.closeAllConnections();
  expect(await run(data, 'test', id, ...local)).toMatchObject({
    code: 4,
    noted: expect.stringContaining('did not accept'),
  });
  expect(await run(data, 'test', 'nobody')).toMatchObject({ code: 2 });
  expect((await run(data, 'rotate', id)).printed).toMatch(/^whsec_/);
  expect(JSON.parse((await run(data, 'list', '--json')).printed)[0].secrets).toHaveLength(2);
  expect((await run(data, 'remove', id)).code).toBe(0);
  expect((await run(data, 'list')).noted).toContain('There are no endpoints');
});

test('an owner that has neither key nor job is refused, and the error names those that have', async () => {
  const data = await dataFolder();
  await using host = await createPlaten({ data, start: false });
  const { record } = generateApiKey({ id: 'some-key', ownerId: 'acme', name: 'billing', createdAt: 1 });
  await host.keys.create(record);
  const create = (owner: string) => run(data, 'create', 'https://acme.example/hooks', '--owner', owner);
  expect(await create('nosuchowner')).toMatchObject({ code: 2, noted: expect.stringContaining('Owners: acme') });
  expect((await create('acne')).noted).toContain('did you mean "acme"?');
  expect((await create('billing')).noted).toContain('is the name of a key, whose owner is "acme"');
  expect(JSON.parse((await run(data, 'list', '--json')).printed)).toEqual([]);
  expect(await create('acme')).toMatchObject({ code: 0, printed: expect.stringMatching(/^whsec_/) });
});

test('what cannot be meant is told in a line', async () => {
  const data = await dataFolder();
  await using _ = await createPlaten({ data, start: false });
  expect(await run(data, 'create', 'https://10.0.0.1/', '--owner', 'a', '--force')).toMatchObject({ code: 2 });
  expect((await run(data, 'create', 'https://10.0.0.1/', '--owner', 'a', '--force')).noted).toContain(
    'to which webhooks are not allowed',
  );
  expect(
    (await run(data, 'create', 'https://example.com/', '--owner', 'a', '--force', '--event', 'job.complete')).noted,
  ).toContain('did you mean');
  // As one is made to try it on one machine.
  const plain = await run(data, 'create', 'http://127.0.0.1:4000/', '--owner', 'a', '--force');
  expect(plain.noted).toContain('must begin with https://. For http or an internal network, give --http or --network');
  expect((await run(data, 'deliver')).noted).toContain('deliveries');
  expect((await run(data, 'remove', 'nobody')).noted).toContain('no endpoint with the id "nobody"');
  expect((await run(data, 'create', 'https://example.com/')).noted).toContain('--owner');
});
