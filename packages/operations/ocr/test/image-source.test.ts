import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openImageScan } from '../src/pages/image-scan.ts';

let folder = '';
let jpeg = Buffer.alloc(0);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-ocr-jpeg-'));
  const sharp = await loadSharp();
  const samples = Uint8Array.from({ length: 120 * 90 }, (_, index) => (index * 7919) % 251);
  jpeg = await sharp(samples, { raw: { width: 120, height: 90, channels: 1 } })
    .jpeg()
    .toBuffer();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function raster(bytes: Uint8Array) {
  const path = join(folder, 'a.jpg');
  await writeFile(path, bytes);
  const scan = await openImageScan(path, { fileName: 'a.jpg', mediaType: 'image/jpeg', maxPagePixels: 1e6 });
  return Buffer.from((await scan.raster(1, 96)).data);
}

test('a JPEG that lacks its end marker has every row, and so has one with bytes behind it', async () => {
  const whole = await raster(jpeg);
  expect(await raster(jpeg.subarray(0, -2))).toEqual(whole);
  expect(await raster(Buffer.concat([jpeg, Buffer.alloc(9)]))).toEqual(whole);
});

test.each([0.97, 0.5])('a JPEG of which %d of the bytes arrived is damaged: rows would be missing', async (share) => {
  await expect(raster(jpeg.subarray(0, jpeg.length * share))).rejects.toMatchObject({
    details: { reason: 'damaged_file', fileName: 'a.jpg' },
  });
});
