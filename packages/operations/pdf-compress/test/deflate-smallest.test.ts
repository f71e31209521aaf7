import { inflateSync } from 'node:zlib';
import { undoPredictor } from '@platen/pdf-kit/objects';
import { PDFContext } from '@platen/pdf-kit/pdf-lib';
import { expect, test } from 'vitest';
import { deflateSmallest, type RawCandidate } from '../src/images/deflate-smallest.ts';
import { packedValues, plainAndFiltered } from '../src/images/encode-lossless.ts';
import type { ImageTask } from '../src/images/image-task.ts';

const [width, height] = [90, 70];
const task = { palette: null } as ImageTask;
const described = { width, height, color: 'keep', isLossy: false } as const;

test('a slope is stored under the predictors of PNG, which give it back', async () => {
  const data = Uint8Array.from(
    { length: width * height },
    (_, index) => (index % width) + 2 * Math.floor(index / width),
  );
  const ways = await plainAndFiltered({ data, width, height, channels: 1 });
  const found = deflateSmallest(
    ways.map((way) => ({ ...way, ...described })),
    task,
  );
  expect(found).toMatchObject({ filter: 'FlateDecode', predictorColors: 1, bitsPerComponent: 8 });
  const params = PDFContext.create().obj({ Predictor: 15, Colors: 1, Columns: width });
  expect(Buffer.from(undoPredictor(inflateSync(found.bytes), params)).equals(data)).toBe(true);
});

test('a palette counts with its colours where there was none', () => {
  const values = Uint8Array.from({ length: width * height }, (_, index) => index % 2);
  const gray: RawCandidate = { ...packedValues(values, width, height, 8), ...described };
  const palette = Uint8Array.from({ length: 300 });
  const indexed: RawCandidate = {
    ...packedValues(values, width, height, 1),
    ...described,
    color: { palette, components: 3 },
  };
  expect(deflateSmallest([gray, indexed], task).color).toBe('keep');
  const withPalette = { ...task, palette: { bytes: palette, components: 3, base: 'rgb' } } as const;
  expect(deflateSmallest([gray, indexed], withPalette).color).toEqual(indexed.color);
});
