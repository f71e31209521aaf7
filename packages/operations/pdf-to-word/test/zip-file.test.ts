import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createZipFile } from '../src/emit/zip-file.ts';

/** Compression method 8 in the local header of the first entry. */
const deflated = 8;

test('what is not compressed again can be read from a stream: its end shows without its size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-zip-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.zip');
  const zip = createZipFile(path);
  zip.add('picture.png', new Uint8Array([1, 2, 3]), true);
  zip.close();
  const bytes = await readFile(path);
  expect(bytes.readUInt16LE(8)).toBe(deflated);
});
