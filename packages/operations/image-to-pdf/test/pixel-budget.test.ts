import { structureLimits } from '@platen/core';
import { expect, test } from 'vitest';
import { createPixelBudget } from '../src/pixel-budget.ts';

const image = (byteLength: number) => ({
  path: '',
  fileName: 'a.tif',
  mediaType: 'image/tiff',
  bytes: new Uint8Array(byteLength),
  warn() {},
  checkPixels() {},
});

test('the pages of a file have so many pixels together, and more in a larger file', () => {
  const { maxFilePixels } = structureLimits;
  const spend = createPixelBudget(image(0));
  spend(maxFilePixels / 2, 1);
  spend(maxFilePixels / 2, 1);
  expect(() => spend(1, 1)).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ reason: 'structure_limit', limit: 'maxFilePixels' }),
    }),
  );
  expect(() => createPixelBudget(image(1_000))(maxFilePixels + 1, 1)).not.toThrow();
});
