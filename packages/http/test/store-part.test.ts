import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { defaultLimits, defineOperation } from '@platen/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type PartRules, storePart } from '../src/store-part.ts';

const operation = defineOperation({
  name: 'test/store',
  title: 'Store',
  description: 'Takes PDFs.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: z.object({}),
  worker: new URL('file:///none'),
});
const limits = { ...defaultLimits, maxFileBytes: 100, maxRequestBytes: 150 };
const rules: PartRules = { operation, limits };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-store-part-'));
});
afterEach(() => rm(folder, { recursive: true }));

const store = (chunks: Iterable<Buffer> | AsyncIterable<Buffer>, requestBytes = { total: 0 }) =>
  storePart(Readable.from(chunks), join(folder, 'part'), 'a.pdf', rules, requestBytes);

test('what arrives in pieces is stored whole, counted and hashed', async () => {
  const pieces = ['%P', 'DF-1.7', '\n', 'rest'].map((text) => Buffer.from(text));
  const whole = Buffer.concat(pieces);
  const requestBytes = { total: 10 };
  const sha256 = createHash('sha256').update(whole).digest('hex');
  expect(await store(pieces, requestBytes)).toEqual({ sizeBytes: whole.length, mediaType: 'application/pdf', sha256 });
  expect(await readFile(join(folder, 'part'))).toEqual(whole);
  expect(requestBytes.total).toBe(10 + whole.length);
});

test('a file at the limit passes and one byte more does not, before it is written', async () => {
  const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(size - 5)]);
  expect((await store([pdf(100)])).sizeBytes).toBe(100);
  await rm(join(folder, 'part'));
  await expect(store([pdf(100), Buffer.from('x')])).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
    details: { actualBytes: 101, limitBytes: 100, fileName: 'a.pdf' },
  });
  expect((await readFile(join(folder, 'part'))).length).toBe(100);
});

test('the bytes of all files of a request count together', async () => {
  const chunk = Buffer.from('%PDF-1.7');
  await expect(store([chunk], { total: 143 })).rejects.toMatchObject({
    details: { actualBytes: 151, limitBytes: 150 },
  });
});

test('what is no accepted file is refused by its first bytes, not by its end', async () => {
  async function* endless() {
    for (;;) yield Buffer.alloc(1000, 'text');
  }
  const stream = Readable.from(endless());
  const largeEnough: PartRules = { ...rules, limits: defaultLimits };
  const stored = storePart(stream, join(folder, 'part'), 'a.pdf', largeEnough, { total: 0 });
  await expect(stored).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT', details: { detected: 'text/plain' } });
  expect(stream.destroyed).toBe(true);
  expect((await readFile(join(folder, 'part'))).length).toBeLessThanOrEqual(4096);
});

test('a disk that is full in the middle of the last chunk is 503', async ({ skip }) => {
  const disk = await mkdtemp(join(folder, 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return skip('needs the right to mount a disk');
  }
  const chunks = Readable.from([Buffer.from('%PDF-1.7'), Buffer.alloc(100_000)]);
  const large: PartRules = { ...rules, limits: defaultLimits };
  const stored = storePart(chunks, join(disk, 'part'), 'a.pdf', large, { total: 0 }).finally(() =>
    execFileSync('umount', [disk]),
  );
  await expect(stored).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The storage is full',
    details: { reason: 'storage_full' },
  });
});
