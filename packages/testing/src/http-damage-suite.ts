import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '@platen/core';
import { createFsBlobStore } from '@platen/core/fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpClient, formCall, type HttpClient } from './http-client.ts';
import { pdfOf } from './http-multipart.ts';
import { openSite, type Site } from './http-site.ts';
import type { HttpSuiteSettings } from './http-suite.ts';

/** Some pieces of a stream, so that an answer has begun before its end is checked; and one. */
const sizes = [1_000, 1_000_000];

const damages: Readonly<Record<string, (stored: Buffer) => Buffer | null>> = {
  flipped: (stored) =>
    Buffer.concat([stored.subarray(0, 700), Buffer.of((stored[700] ?? 0) ^ 4), stored.subarray(701)]),
  cut: (stored) => stored.subarray(0, 500),
  grown: (stored) => Buffer.concat([stored, Buffer.from('x')]),
  removed: () => null,
};

/** A blob store, and a way to change its contents directly. */
export interface DamageableStorage {
  readonly blobs: BlobStore;
  /** Replaces the bytes that are stored under a key; null removes them. */
  damage(key: string, change: (stored: Buffer) => Buffer | null): Promise<void>;
  close(): Promise<void>;
}

/** The engine, the host and the storage with which the rules run. */
export interface HttpDamageSettings extends HttpSuiteSettings {
  /** Opens the storage of outputs. A local folder by default. */
  readonly openStorage?: () => Promise<DamageableStorage>;
}

async function openFolder(): Promise<DamageableStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-damage-'));
  return {
    blobs: createFsBlobStore({ folder }),
    async damage(key, change) {
      const changed = change(await readFile(join(folder, key)));
      await (changed === null ? rm(join(folder, key)) : writeFile(join(folder, key), changed));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Every rule about outputs that were damaged in the storage, through the HTTP interface. */
export function httpDamageSuite({ openStorage = openFolder, ...settings }: HttpDamageSettings): void {
  describe('outputs that were damaged in the storage', () => {
    let [storage, site, client] = [{} as DamageableStorage, {} as Site, {} as HttpClient];
    beforeAll(async () => {
      storage = await openStorage();
      const { blobs } = storage;
      site = await openSite({ ...settings, makeEngine: (given) => settings.makeEngine({ ...given, blobs }) });
      client = await createHttpClient(site);
    });
    afterAll(async () => {
      await site.close();
      await storage.close();
    });

    async function convert(content: Buffer, headers = {}) {
      const { key } = await site.createKey();
      const send = () => client.call('/api/v1/test/copy', formCall(key, [{ fileName: 'a.pdf', content }], headers));
      const jobId = String((await send()).json?.jobId);
      await expect.poll(async () => (await client.poll(key, jobId)).status, { timeout: 20_000 }).toBe('completed');
      const { outputs, warnings } = await client.poll(key, jobId);
      expect(warnings).toBeUndefined();
      const stored = (await site.engine.get(jobId))?.outputs[0]?.key ?? '';
      return { key, send, jobId, stored, url: outputs[0]?.downloadUrl ?? '' };
    }

    test('an intact one comes with its digest, also a part of it', async () => {
      const { url } = await convert(pdfOf(1_000));
      const whole = await client.call(url);
      const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(whole.bytes));
      const header = `sha-256=:${Buffer.from(digest).toString('base64')}:`;
      expect(whole.headers.get('Repr-Digest')).toBe(header);
      const part = await client.call(url, { headers: { Range: 'bytes=1-2' } });
      expect([part.status, part.headers.get('Repr-Digest')]).toEqual([206, header]);
    });

    const cases = Object.keys(damages).flatMap((how) => sizes.map((size) => [how, size] as const));
    test.each(cases)('one that was %s, of %i bytes, is never served whole, and the job says so', async (how, size) => {
      const { key, jobId, stored, url } = await convert(pdfOf(size));
      await storage.damage(stored, damages[how] ?? (() => null));
      const first = await download(url);
      expect(first.isComplete && first.status === 200).toBe(false);
      expect(first.isComplete ? first.status : 'cut').toBe(how === 'flipped' && size > 500_000 ? 'cut' : 410);
      // It is known by then: no range is served either.
      for (const headers of [{}, { Range: 'bytes=0-9' }] as const) {
        expect(await client.expectError('OUTPUT_DAMAGED', url, { headers })).toEqual({ fileName: 'a.pdf' });
      }
      expect((await client.call(url, { method: 'HEAD' })).status).toBe(410);
      await client.expectError('OUTPUT_DAMAGED', `/api/manage/jobs/${jobId}/outputs.zip`, { key });
      const { status, outputs, warnings } = await client.poll(key, jobId);
      expect([status, outputs.length]).toEqual(['completed', 1]);
      expect(warnings).toMatchObject([{ code: 'OUTPUT_DAMAGED', message: expect.stringContaining('"a.pdf"') }]);
    });

    test('the request is run again by its repetition, under the same id', async () => {
      const { key, send, jobId, stored, url } = await convert(pdfOf(1_000), { 'Idempotency-Key': 'again' });
      await storage.damage(stored, () => null);
      await client.expectError('OUTPUT_DAMAGED', url);
      const again = await send();
      expect([again.status, again.json?.jobId]).toEqual([202, jobId]);
      expect(again.headers.get('Idempotent-Replayed')).toBeNull();
      await expect.poll(async () => (await client.poll(key, jobId)).status, { timeout: 20_000 }).toBe('completed');
      const { outputs, warnings } = await client.poll(key, jobId);
      expect(warnings).toBeUndefined();
      expect((await client.call(outputs[0]?.downloadUrl ?? '')).bytes.equals(pdfOf(1_000))).toBe(true);
      expect((await send()).headers.get('Idempotent-Replayed')).toBe('true');
    });
  });
}

/** A download whose connection may be cut: `fetch` would not say what came before. */
async function download(url: string): Promise<{ status: number; isComplete: boolean }> {
  const sent = request(url).end();
  const [response] = (await once(sent, 'response').catch(() => [null])) as [IncomingMessage | null];
  if (response === null) return { status: 0, isComplete: false };
  response.on('error', () => {}).resume();
  await new Promise((resolve) => response.once('close', resolve));
  return { status: response.statusCode ?? 0, isComplete: response.complete };
}
