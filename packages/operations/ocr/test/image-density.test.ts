import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isDensityGuessed } from '../src/pages/image-density.ts';
import { openImageScan } from '../src/pages/image-scan.ts';

test.each([
  [undefined, true],
  [1, true],
  [72, true],
  [96, true],
  [150, false],
  [300, false],
])('a density of %s is a guess: %s', (density, guessed) => {
  expect(isDensityGuessed({ density })).toBe(guessed);
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
