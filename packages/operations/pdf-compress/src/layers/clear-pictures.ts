import { type BitPlane, clearRun } from '@platen/pdf-kit/bilevel';
import type { Brightness } from './brightness.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

export interface PictureRequest {
  readonly picture: Brightness;
  readonly ink: BitPlane;
  /** Ink and the edges around it. */
  readonly near: BitPlane;
  /** How bright the paper is around a pixel. */
  readonly paperAt: (x: number, y: number) => number;
  /** Side of the blocks that are looked at as a whole. */
  readonly block: number;
}

/**
 * Takes the ink out where it is none: in photographs and patterned areas. A block is looked at with those around it, so
 * that a few dense letters do not make a picture, nor a few flat spots a page of text.
 */
export function clearPictures(request: PictureRequest): void {
  const { picture, ink, block } = request;
  const [columns, rows] = [Math.ceil(picture.width / block), Math.ceil(picture.height / block)];
  const pictured = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      pictured[row * columns + column] = isPicture(request, column * block, row * block) ? 1 : 0;
    }
  }
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!isMostlyPicture(pictured, { columns, rows, column, row })) continue;
      const [left, right] = [column * block, Math.min(picture.width, (column + 1) * block)];
      for (let y = row * block; y < Math.min(picture.height, (row + 1) * block); y += 1) {
        clearRun(ink, y, left, right);
      }
    }
  }
}

/** Where there is no ink there is paper, flat and bright, and ink that leaves no paper is flat itself. */
function isPicture(request: PictureRequest, left: number, top: number): boolean {
  const { width, height } = request.picture;
  const [right, bottom] = [Math.min(width, left + request.block), Math.min(height, top + request.block)];
  const { paper, inked } = spreadsOf(request, { left, top, right, bottom });
  if (inked.count === 0) return deviation(paper) > thresholds.maxPaperSpread;
  if (paper.count < (right - left) * (bottom - top) * thresholds.minPaperPixels) {
    return inked.count > paper.count && deviation(inked) > thresholds.maxSolidSpread;
  }
  const isDim = paper.sum / paper.count < request.paperAt(left, top) * thresholds.minPaperShare;
  return isDim || deviation(paper) > thresholds.maxPaperSpread;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is paper and what is ink in an area; edges are neither. */
function spreadsOf({ picture, ink, near }: PictureRequest, { left, top, right, bottom }: Area) {
  const { data, width } = picture;
  let [count, sum, squares, inkCount, inkSum, inkSquares] = [0, 0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left, at = y * width + left, row = y * near.stride; x < right; x += 1, at += 1) {
      const word = row + (x >> 5);
      const bit = 31 - (x & 31);
      const value = data[at] as number;
      if ((((near.words[word] as number) >>> bit) & 1) === 0) {
        count += 1;
        sum += value;
        squares += value * value;
      } else if ((((ink.words[word] as number) >>> bit) & 1) === 1) {
        inkCount += 1;
        inkSum += value;
        inkSquares += value * value;
      }
    }
  }
  return { paper: { count, sum, squares }, inked: { count: inkCount, sum: inkSum, squares: inkSquares } };
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
