import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { generateApiKey } from '@platen/core';
import { samplePdf } from './sample-pdf.ts';
import { startApp } from './start-app.ts';

const { url, host, stop } = await startApp();
after(stop);

interface Job {
  readonly status: string;
  readonly statusUrl: string;
  readonly outputs?: readonly { readonly downloadUrl: string }[];
}

test('merges two files that a client sends', async () => {
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'test', createdAt: Date.now() });
  await host.keys.create(record);
  const headers = { 'X-API-Key': key };
  const body = new FormData();
  for (const text of ['one', 'two']) body.append('files', samplePdf(text), `${text}.pdf`);

  const submitted = await fetch(`${url}/api/v1/pdf/merge`, { method: 'POST', headers, body });
  assert.equal(submitted.status, 202);

  const { statusUrl } = (await submitted.json()) as Job;
  const merged = await fetch(await untilDone(statusUrl, headers));
  assert.equal((await merged.text()).slice(0, 5), '%PDF-');
});

test('has the dashboard, behind a password', async () => {
  const page = await fetch(`${url}/dashboard/`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<!doctype html>/i);
  assert.equal((await fetch(`${url}/dashboard/data/jobs`)).status, 401);
});

test('refuses a client without a key', async () => {
  const { status } = await fetch(`${url}/api/v1/pdf/merge`, { method: 'POST', body: new FormData() });
  assert.equal(status, 401);
});

/** Resolves to where the result of a job can be fetched. */
async function untilDone(statusUrl: string, headers: Record<string, string>): Promise<string> {
  for (;;) {
    const job = (await (await fetch(statusUrl, { headers })).json()) as Job;
    const output = job.outputs?.[0];
    if (output !== undefined) return output.downloadUrl;
    assert.ok(job.status !== 'failed', JSON.stringify(job));
    await setTimeout(1000); // A key may make 60 requests a minute.
  }
}
