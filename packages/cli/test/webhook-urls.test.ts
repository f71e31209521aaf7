import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@platen/client';
import { generateApiKey } from '@platen/core';
import { platen } from '@platen/express';
import { createPlaten } from '@platen/host';
import express from 'express';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { openReceiver } from '../../webhooks/test/receiver.ts';
import { refusedHosts } from '../../webhooks/test/refused-hosts.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

/** A server whose jobs may bring a URL, and that may send to this machine unless `network` says otherwise. */
async function serve(network: readonly string[] = ['127.0.0.0/8']) {
  const data = await mkdtemp(join(tmpdir(), 'platen-webhook-urls-'));
  const webhooks = { jobUrls: true, allowHttp: true, allowedNetworks: network, pollMs: 20 };
  const host = await createPlaten({ data, webhooks, keepFailedInputs: true });
  const { key, record } = generateApiKey({ id: 'key', name: 'test', createdAt: Date.now(), ownerId: 'acme' });
  await host.keys.create(record);
  const surface = platen({ ...host, manage: true, openapi: true, requestsPerMinute: null });
  const server = createServer(express().use(surface));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await host.stop(0);
    await rm(data, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { data, host, url, key, client: createClient({ url, apiKey: key }) };
}

const onePdf = { fileName: 'one.pdf', data: new Uint8Array(samplePdf('one')) };

test('a job tells the URL it brought along, by the client and by the command line', async () => {
  await using receiver = await openReceiver();
  const { client, data, host, url, key } = await serve();
  const [made] = await client.jobs.webhookSecrets();
  const webhookUrl = `${receiver.url}?token=open-sesame`;
  const { jobId } = await client.convert('pdf/split', onePdf, {}, { webhookUrl });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
  expect(new Webhook(made?.secret ?? '').verify(body, headers)).toMatchObject({
    type: 'job.completed',
    data: { jobId, ownerId: 'acme', outputCount: 1 },
  });
  const shown = [await client.job(jobId), await client.jobs.get(jobId), await host.engine.get(jobId)];
  expect(JSON.stringify(shown)).not.toContain('open-sesame');

  const input = join(data, 'one.pdf');
  await writeFile(input, samplePdf('one'));
  const { terminal, printed } = createRecordingTerminal();
  const server = ['--server', url, '--key', key, '--webhook-url', webhookUrl];
  expect(await main(['convert', 'pdf/split', input, '-o', `${data}/out/`, ...server], terminal)).toBe(0);
  await expect.poll(() => receiver.received.length).toBe(2);
  for (const what of ['list', 'deliveries']) {
    expect(await main(['webhooks', what, '--data', data, '--json'], terminal)).toBe(0);
  }
  expect(printed.join('\n')).toContain('jobs-of-acme');
  expect(printed.join('\n')).not.toContain('open-sesame');
});

test('a retried job tells its URL of each of its ends', async () => {
  await using receiver = await openReceiver();
  const { client } = await serve();
  const damaged = { fileName: 'bad.pdf', data: new TextEncoder().encode('%PDF-1.7\nnothing') };
  const { jobId } = await client.submit('pdf/split', damaged, {}, { webhookUrl: receiver.url });
  await expect.poll(() => receiver.received.length).toBe(1);
  await client.jobs.retry(jobId);
  await expect.poll(() => receiver.received.length).toBe(2);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(2);
});

test('an address to which webhooks are not allowed is refused before the job is taken', async () => {
  await using receiver = await openReceiver();
  const { client, host } = await serve([]);
  const submit = (webhookUrl: string) => client.submit('pdf/split', onePdf, {}, { webhookUrl });
  for (const refused of refusedHosts) {
    await expect(submit(`http://${refused}:${receiver.port}/`), refused).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { errors: [{ field: 'webhookUrl' }] },
    });
  }
  expect((await host.engine.list()).jobs).toEqual([]);
  // A name is looked up when it is called: the job is taken, and its end told to nobody.
  const { jobId } = await submit(`http://localhost:${receiver.port}/`);
  await client.wait(jobId);
  const problems = async () => (await host.webhooks?.listDeliveries())?.map(({ problem }) => problem);
  await expect.poll(problems).toEqual(['its name leads to an address to which webhooks are not allowed']);
  expect(receiver.connections()).toBe(0);
});

test('the same key with another URL is another request', async () => {
  const { client } = await serve();
  const submit = (webhookUrl: string) =>
    client.submit('pdf/split', onePdf, {}, { webhookUrl, idempotencyKey: 'one' }).then(({ jobId }) => jobId);
  const first = await submit('https://example.com/1');
  expect(await submit('https://example.com/1')).toBe(first);
  await expect(submit('https://example.com/2')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
});

test('in process a job needs an owner, whose secret signs', async () => {
  const { host } = await serve();
  const job = { operation: 'pdf/split' as const, inputs: [onePdf], webhookUrl: 'https://example.com/' };
  await expect(host.engine.submit(job)).rejects.toThrow('webhookUrl: needs an ownerId');
  await expect(host.engine.submit({ ...job, ownerId: 'a', webhookUrl: 'https://10.0.0.1/' })).rejects.toThrow(
    'to which webhooks are not allowed',
  );
  expect(await host.engine.submit({ ...job, ownerId: 'a' })).toMatchObject({ ownerId: 'a' });
  const data = await mkdtemp(join(tmpdir(), 'platen-silent-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await using silent = await createPlaten({ data, webhooks: {} });
  await expect(silent.engine.submit({ ...job, ownerId: 'a' })).rejects.toThrow('is not allowed here');
});
