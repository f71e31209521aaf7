import { packBelowThreshold } from '@platen/pdf-kit/bilevel';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compareLayers } from '../src/layers/check-layers.ts';
import { halveImage } from '../src/layers/halve-image.ts';

/** Letters as bars of three pixels, black on white. */
function bars(width: number, height: number) {
  const data = new Uint8Array(width * height).fill(255);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x % 11 < 3 && y % 29 < 20) data[at] = 0;
  }
  return { data, width, height };
}

test('a picture is halved to the means of four pixels, an odd side to those of two', () => {
  const picture = { data: Uint8Array.of(0, 8, 100, 4, 8, 200, 10, 20, 30), width: 3, height: 3 };
  expect(halveImage(picture)).toEqual({ data: Uint8Array.of(5, 150, 15, 30), width: 2, height: 2 });
});

test.each([
  [601, 901],
  [600, 900],
])(
  'layers that show a scan of %d × %d exactly do so at half its size, and at a size that does not divide it',
  async (width, height) => {
    const picture = bars(width, height);
    const mask = packBelowThreshold(picture, 128);
    const white = Buffer.alloc(100 * 150, 255);
    const background = await sharp(white, { raw: { width: 100, height: 150, channels: 1 } })
      .jpeg()
      .toBuffer();
    const foreground = { data: new Uint8Array(1), width: 1, height: 1, channels: 1 };
    const half = halveImage(picture);
    for (const size of [half, { width: 299, height: 449 }, { width: 250, height: 375 }]) {
      const { similarity } = await compareLayers({ luma: half, mask, background, foreground }, size);
      expect(similarity.mean).toBeGreaterThan(0.999);
    }
  },
);
