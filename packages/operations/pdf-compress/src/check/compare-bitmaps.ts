import type { RenderedPage } from '@platen/pdf-kit/render';

/** How alike two renderings of a page are. */
export interface PageLikeness {
  /** Mean structural similarity of the brightness, 1 for equal. Source: Wang et al. 2004, over square blocks. */
  readonly similarity: number;
  /** The largest difference of a colour between two blocks, each averaged: 0–255. A glyph that is gone shows here. */
  readonly largestShift: number;
}

const blockPixels = 6;

/**
 * Compares two renderings; those of different size are not alike at all. Where `isMoved` says so for the colour shift of
 * a block, the block is looked at again: what has moved by a pixel does not count then, as renderers bring lines and
 * glyphs to whole pixels, and the smallest change of a place may take them to the next one. What is left then counts
 * twice: of a letter that is gone, about half of the ink is a pixel away from other ink.
 */
export function compareBitmaps(
  before: Pick<RenderedPage, 'width' | 'height' | 'data'>,
  after: Pick<RenderedPage, 'width' | 'height' | 'data'>,
  isMoved: (shift: number) => boolean = () => false,
): PageLikeness {
  const { width, height } = before;
  if (after.width !== width || after.height !== height) return { similarity: 0, largestShift: 255 };
  const [one, other] = [before.data, after.data];
  if (Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(other)) return { similarity: 1, largestShift: 0 };
  let similarity = 0;
  let largestShift = 0;
  let blocks = 0;
  const bandBytes = blockPixels * width * 3;
  for (let top = 0; top < height; top += blockPixels) {
    // Most of a page is paper: where all of its width is the same, no block has to be looked at.
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
      const likeness = compareBlock(one, other, width, block);
      similarity += likeness.similarity;
      const shift = isMoved(likeness.largestShift)
        ? 2 * Math.max(missingIn(before, after, block), missingIn(after, before, block))
        : likeness.largestShift;
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

/** How far the colours of a block are, on average, from any that the other rendering has there or a pixel away. */
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

/** The constants of SSIM for 8 bits: (0.01 · 255)² and (0.03 · 255)². */
const c1 = 6.5025;
const c2 = 58.5225;

function compareBlock(
  one: Uint8Array,
  other: Uint8Array,
  width: number,
  { left, top, right, bottom }: Block,
): PageLikeness {
  let [red, green, blue] = [0, 0, 0];
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3, end = (y * width + right) * 3; at < end; at += 3) {
      // `as number`: within both pictures, and a check at each takes longer than the sum.
      const r = one[at] as number;
      const g = one[at + 1] as number;
      const b = one[at + 2] as number;
      const r2 = other[at] as number;
      const g2 = other[at + 1] as number;
      const b2 = other[at + 2] as number;
      red += r - r2;
      green += g - g2;
      blue += b - b2;
      const luma = 0.3 * r + 0.59 * g + 0.11 * b;
      const luma2 = 0.3 * r2 + 0.59 * g2 + 0.11 * b2;
      sumA += luma;
      sumB += luma2;
      sumAA += luma * luma;
      sumBB += luma2 * luma2;
      sumAB += luma * luma2;
    }
  }
  const count = (right - left) * (bottom - top);
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = sumAA / count - meanA * meanA;
  const varianceB = sumBB / count - meanB * meanB;
  const covariance = sumAB / count - meanA * meanB;
  const similarity =
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2));
  return { similarity, largestShift: Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) / count };
}
