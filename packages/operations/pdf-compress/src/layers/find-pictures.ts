import type { BitPlane } from '@platen/pdf-kit/bilevel';
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

/** A part of a picture, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Where what is dark is no ink: photographs and patterned areas. A block is looked at with those around it, so that a few
 * dense letters do not make a picture, nor a few flat spots a page of text.
 */
export function findPictures(request: PictureRequest): readonly Area[] {
  const { picture, block } = request;
  const [columns, rows] = [Math.ceil(picture.width / block), Math.ceil(picture.height / block)];
  const areas = Array.from({ length: columns * rows }, (_, at) => {
    const [left, top] = [(at % columns) * block, Math.floor(at / columns) * block];
    return { left, top, right: Math.min(picture.width, left + block), bottom: Math.min(picture.height, top + block) };
  });
  const pictured = Uint8Array.from(areas, (area) => (isPicture(request, area) ? 1 : 0));
  return areas.filter((_, at) => {
    return isMostlyPicture(pictured, { columns, rows, column: at % columns, row: Math.floor(at / columns) });
  });
}

/** Where there is no ink there is paper, flat and bright, and ink that leaves no paper is flat itself. */
function isPicture(request: PictureRequest, area: Area): boolean {
  const { left, top, right, bottom } = area;
  const { paper, inked } = spreadsOf(request, area);
  if (inked.count === 0) return deviation(paper) > thresholds.maxPaperSpread;
  if (paper.count < (right - left) * (bottom - top) * thresholds.minPaperPixels) {
    return inked.count > paper.count && deviation(inked) > thresholds.maxSolidSpread;
  }
  const isDim = paper.sum / paper.count < request.paperAt(left, top) * thresholds.minPaperShare;
  return isDim || deviation(paper) > thresholds.maxPaperSpread;
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
