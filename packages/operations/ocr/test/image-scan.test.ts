import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GreyRaster, type Recognizer, readScanPage } from '@platen/pdf-kit/ocr';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { openImageScan } from '../src/pages/image-scan.ts';
import { scanImage } from './scan-pdf.ts';

/** What a recognizer is given first of an image file. */
async function givenOf(file: Uint8Array): Promise<GreyRaster | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-ocr-'));
  const given: GreyRaster[] = [];
  const recognizer: Recognizer = {
    recognize: async (raster) => {
      given.push(raster);
      return [];
    },
    detectOrientation: async () => null,
    close: async () => {},
  };
  try {
    const path = join(folder, 'page.png');
    await writeFile(path, file);
    const scan = await openImageScan(path, { fileName: 'page.png', mediaType: 'image/png', maxPagePixels: 1e7 });
    await readScanPage(recognizer, scan, { page: 1, found: await scan.inspect(1) }, { languages: ['eng'] });
    return given[0];
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each<[string, (page: Sharp) => Sharp]>([
  ['a page', (page) => page],
  ['a dark page', (page) => page.negate()],
  ['a page of large letters', (page) => page.resize({ width: 1_800 })],
])('%s is read alike whatever resolution it states', async (_name, spoil) => {
  const picture = await scanImage((page) => spoil(page.extract({ left: 0, top: 0, width: 600, height: 205 })).png());
  const read = async (density: number | null) => {
    const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
    const page = sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } }).png();
    return givenOf(await (density === null ? page : page.withMetadata({ density })).toBuffer());
  };
  const expected = await read(null);
  expect(expected?.dpi).toBeGreaterThan(150);
  expect(expected?.dpi).toBeLessThan(450);
  for (const density of [72, 96, 150, 300, 600]) expect(await read(density)).toEqual(expected);
});

test.each(['#ffffff', '#ffee99'])('letters of %s on transparency are dark on white for reading', async (colour) => {
  const letters = await scanImage((page) => page.negate().extractChannel(0).png());
  const { width = 0, height = 0 } = await sharp(letters).metadata();
  const page = sharp({ create: { width, height, channels: 3, background: colour } }).joinChannel(
    await sharp(letters).greyscale().raw().toBuffer(),
    { raw: { width, height, channels: 1 } },
  );
  const { data = new Uint8Array() } = (await givenOf(await page.png().toBuffer())) ?? {};
  const dark = data.reduce((count, grey) => count + (grey < 128 ? 1 : 0), 0) / data.length;
  expect(dark).toBeGreaterThan(0.02);
  expect(dark).toBeLessThan(0.2);
});

test('green letters on white are dark enough to read, and grey stays as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-ocr-'));
  try {
    const greyOf = async (background: string) => {
      const path = join(folder, 'page.png');
      await sharp({ create: { width: 4, height: 4, channels: 3, background } })
        .png()
        .toFile(path);
      const { data } = await (
        await openImageScan(path, { fileName: 'page.png', mediaType: 'image/png', maxPagePixels: 100 })
      ).raster(1, 96);
      return data[0];
    };
    expect(await greyOf('#00ff00')).toBeLessThanOrEqual(128);
    expect(await greyOf('#969696')).toBe(0x96);
  } finally {
    await rm(folder, { recursive: true });
  }
});
