import type { RenderedPage } from '@platen/pdf-kit/render';
import { ssim } from '../ssim.ts';

/** How similar two renderings of a page are. */
export interface PageComparison {
  /** Mean structural similarity (SSIM) of the luma over square blocks, 1 for equal renderings. */
  readonly similarity: number;
  /** The largest difference between the mean colours of two blocks, 0–255, which shows a missing glyph. */
  readonly largestShift: number;
}

const blockPixels = 6;

/**
 * Compares two renderings; those of different sizes have a similarity of 0. A block for whose colour shift `isMoved` is true
 * is compared again with a tolerance of one pixel, since renderers align lines and glyphs to whole pixels, and the smallest
 * change of a position may move them to the next one. The rest counts twice: of a missing letter, about half of the ink is
 * within a pixel of other ink.
 */
export function compareBitmaps(
  before: Pick<RenderedPage, 'width' | 'height' | 'data'>,
  after: Pick<RenderedPage, 'width' | 'height' | 'data'>,
  isMoved: (shift: number) => boolean = () => false,
): PageComparison {
  const { width, height } = before;
  if (after.width !== width || after.height !== height) return { similarity: 0, largestShift: 255 };
  const [one, other] = [before.data, after.data];
  if (Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(other)) return { similarity: 1, largestShift: 0 };
  let similarity = 0;
  let largestShift = 0;
  let blocks = 0;
  const bandBytes = blockPixels * width * 3;
  for (let top = 0; top < height; top += blockPixels) {
    // Most of a page is blank: blocks of a band that is equal over the whole width need no comparison.
    const [start, end] = [(top / blockPixels) * bandBytes, (top / blockPixels + 1) * bandBytes];
    if (Buffer.compare(one.subarray(start, end), other.subarray(start, end)) === 0) {
      similarity += Math.ceil(width / blockPixels);
      blocks += Math.ceil(width / blockPixels);
      continue;
    }
    for (let left = 0; left < width; left += blockPixels) {
      const block = {
        left,
        top,
        right: Math.min(left + blockPixels, width),
        bottom: Math.min(top + blockPixels, height),
      };
      blocks += 1;
      if (isSameBlock(one, other, width, block)) {
        similarity += 1;
        continue;
      }
      const comparison = compareBlock(one, other, width, block);
      similarity += comparison.similarity;
      const shift = isMoved(comparison.largestShift)
        ? 2 * Math.max(missingIn(before, after, block), missingIn(after, before, block))
        : comparison.largestShift;
      largestShift = Math.max(largestShift, shift);
    }
  }
  return { similarity: blocks === 0 ? 1 : similarity / blocks, largestShift };
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function isSameBlock(one: Uint8Array, other: Uint8Array, width: number, { left, top, right, bottom }: Block): boolean {
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3, end = (y * width + right) * 3; at < end; at += 1) {
      if (one[at] !== other[at]) return false;
    }
  }
  return true;
}

/** How far the colours of a block are, on average, outside the range that the other rendering has within a pixel of them. */
function missingIn(
  { data, width, height }: Pick<RenderedPage, 'width' | 'height' | 'data'>,
  other: Pick<RenderedPage, 'data'>,
  { left, top, right, bottom }: Block,
): number {
  // Read once: the pixels of a page are a getter.
  const others = other.data;
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let [lowest, highest] = [255, 0];
        for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row += 1) {
          for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, width - 1); column += 1) {
            const value = others[(row * width + column) * 3 + channel] ?? 0;
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
          }
        }
        const value = data[(y * width + x) * 3 + channel] ?? 0;
        sums[channel] = (sums[channel] ?? 0) + Math.max(lowest - value, value - highest, 0);
      }
    }
  }
  return Math.max(...sums) / ((right - left) * (bottom - top));
}

function compareBlock(
  one: Uint8Array,
  other: Uint8Array,
  width: number,
  { left, top, right, bottom }: Block,
): PageComparison {
  let [red, green, blue] = [0, 0, 0];
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3, end = (y * width + right) * 3; at < end; at += 3) {
      // `as number`: within both pictures, and a check at each takes longer than the sum.
      const red1 = one[at] as number;
      const green1 = one[at + 1] as number;
      const blue1 = one[at + 2] as number;
      const red2 = other[at] as number;
      const green2 = other[at + 1] as number;
      const blue2 = other[at + 2] as number;
      red += red1 - red2;
      green += green1 - green2;
      blue += blue1 - blue2;
      const luma1 = 0.3 * red1 + 0.59 * green1 + 0.11 * blue1;
      const luma2 = 0.3 * red2 + 0.59 * green2 + 0.11 * blue2;
      a += luma1;
      b += luma2;
      aa += luma1 * luma1;
      bb += luma2 * luma2;
      ab += luma1 * luma2;
    }
  }
  const count = (right - left) * (bottom - top);
  const largestShift = Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) / count;
  return { similarity: ssim({ a, b, aa, bb, ab }, count), largestShift };
}
