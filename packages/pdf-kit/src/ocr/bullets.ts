import { greyRange } from './raster.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { bullets } from './thresholds.ts';

/** Replaces misread bullets: the recognizer reads the disc before an item as `e`, `@` or `©`, since its languages have none. */
export function withBullets(lines: readonly RasterLine[], page: GreyRaster): readonly RasterLine[] {
  return lines.map((line) => {
    const [first, ...others] = line.words;
    if (first === undefined || others.length === 0 || [...first.text].length > 1 || isSureDigit(first)) return line;
    return isDisc(first.box, line.heightPx, page) ? { ...line, words: [{ ...first, text: '•' }, ...others] } : line;
  });
}

/** An 8 of a few pixels fills its box like a disc, but a disc is not surely a digit. */
function isSureDigit({ text, confidence }: RasterWord): boolean {
  return /\p{Nd}/u.test(text) && confidence >= bullets.sureDigit;
}

/** Whether a box is about square, lower than its line, and filled like a disc or a square; letters fill less of theirs. */
function isDisc({ x0, y0, x1, y1 }: PixelBox, lineHeightPx: number, page: GreyRaster): boolean {
  const { data, widthPx, heightPx } = page;
  const [left, top] = [Math.max(0, Math.round(x0)), Math.max(0, Math.round(y0))];
  const [right, bottom] = [Math.min(widthPx, Math.round(x1)), Math.min(heightPx, Math.round(y1))];
  const [width, height] = [right - left, bottom - top];
  if (Math.min(width, height) < bullets.minPx || height > bullets.maxHeight * lineHeightPx) return false;
  if (width > bullets.maxAspect * height || height > bullets.maxAspect * width) return false;
  const { darkest, lightest } = greyRange(page, { x0: left, y0: top, x1: right, y1: bottom });
  if (lightest - darkest < bullets.minContrast) return false;
  const rows = Array.from({ length: height }, (_, row) => {
    const start = (top + row) * widthPx;
    return data.subarray(start + left, start + right);
  });
  const middle = (darkest + lightest) / 2;
  const dark = rows.reduce((sum, row) => sum + row.filter((value) => value < middle).length, 0);
  const centre = rows[height >> 1]?.[width >> 1] ?? 0;
  const filled = centre < middle ? dark : width * height - dark;
  return filled >= bullets.minFill * width * height;
}
