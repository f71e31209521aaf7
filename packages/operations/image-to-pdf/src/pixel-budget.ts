import { limitExceeded, structureLimits } from '@platen/core';
import type { InputImage } from './input-image.ts';

const { maxFilePixels } = structureLimits;
/** A page of text in fax code has as many for each byte, an empty one five times as many. */
const pixelsOfByte = 2_000;

/** Counts the pixels that the pages of a file are decoded to; what it returns rejects with `structure_limit`. */
export function createPixelBudget({ bytes, fileName }: InputImage): (width: number, height: number) => void {
  const allowed = maxFilePixels + bytes.byteLength * pixelsOfByte;
  let actual = 0;
  return (width, height) => {
    actual += width * height;
    if (actual <= allowed) return;
    throw limitExceeded(
      'structure_limit',
      `The pages of "${fileName}" together have more pixels than the limit of ${allowed}`,
      {
        limit: 'maxFilePixels',
        allowed,
        actual,
        fileName,
      },
    );
  };
}
