import type { BitPlane } from '@platen/pdf-kit/bilevel';
import type { GrayImage } from './gray-image.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

export interface PictureRequest {
  readonly luma: GrayImage;
  readonly mask: BitPlane;
  /** The mask and the grey edges around it. */
  readonly near: BitPlane;
  /** The luma of the background around a pixel. */
  readonly backgroundAt: (x: number, y: number) => number;
  /** The side of a block, which is text or picture as a whole, in pixels. */
  readonly block: number;
}

/** A part of an image, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Finds photographs and patterned areas, whose dark pixels are not foreground. A block is a picture if most of the blocks
 * around it look like one, so that neither a few dense letters nor a few uniform spots decide.
 */
export function findPictures(request: PictureRequest): readonly Area[] {
  const { luma, block } = request;
  const [columns, rows] = [Math.ceil(luma.width / block), Math.ceil(luma.height / block)];
  const areas = Array.from({ length: columns * rows }, (_, at) => {
    const [left, top] = [(at % columns) * block, Math.floor(at / columns) * block];
    return { left, top, right: Math.min(luma.width, left + block), bottom: Math.min(luma.height, top + block) };
  });
  const pictured = Uint8Array.from(areas, (area) => (isPicture(request, area) ? 1 : 0));
  return areas.filter((_, at) => {
    return isMostlyPicture(pictured, { columns, rows, column: at % columns, row: Math.floor(at / columns) });
  });
}

/** In text, the background is uniform and bright, and foreground that covers a block is uniform itself. */
function isPicture(request: PictureRequest, area: Area): boolean {
  const { left, top, right, bottom } = area;
  const { background, foreground } = spreadsOf(request, area);
  if (foreground.count === 0) return deviation(background) > thresholds.maxBackgroundSpread;
  if (background.count < (right - left) * (bottom - top) * thresholds.minBackgroundPixels) {
    return foreground.count > background.count && deviation(foreground) > thresholds.maxSolidSpread;
  }
  const isDim = background.sum / background.count < request.backgroundAt(left, top) * thresholds.minBackgroundShare;
  return isDim || deviation(background) > thresholds.maxBackgroundSpread;
}

/** The background and the foreground of an area; edges are neither. */
function spreadsOf({ luma, mask, near }: PictureRequest, { left, top, right, bottom }: Area) {
  const { data, width } = luma;
  let [count, sum, squares, maskedCount, maskedSum, maskedSquares] = [0, 0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left, at = y * width + left, row = y * near.stride; x < right; x += 1, at += 1) {
      const word = row + (x >> 5);
      const bit = 31 - (x & 31);
      const value = data[at] as number;
      if ((((near.words[word] as number) >>> bit) & 1) === 0) {
        count += 1;
        sum += value;
        squares += value * value;
      } else if ((((mask.words[word] as number) >>> bit) & 1) === 1) {
        maskedCount += 1;
        maskedSum += value;
        maskedSquares += value * value;
      }
    }
  }
  const foreground = { count: maskedCount, sum: maskedSum, squares: maskedSquares };
  return { background: { count, sum, squares }, foreground };
}

function isMostlyPicture(
  pictured: Uint8Array,
  place: { readonly columns: number; readonly rows: number; readonly column: number; readonly row: number },
): boolean {
  const { columns, rows, column, row } = place;
  let count = 0;
  let pictures = 0;
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
      count += 1;
      pictures += pictured[y * columns + x] as number;
    }
  }
  return pictures * 2 > count;
}

/** Sums from which mean and deviation follow. */
interface Spread {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

function deviation({ count, sum, squares }: Spread): number {
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
