import { findComponents, inkOf } from './ink-components.ts';
import { isLetterSized } from './letter-height.ts';
import type { GreyRaster, PixelBox, RasterLine } from './recognizer.ts';
import { look, secondReader } from './thresholds.ts';

/** Pieces of ink of the size of letters outside the words of these lines: single digits too, which do not look like text otherwise. */
export function uncoveredLetters(
  page: GreyRaster,
  lines: readonly RasterLine[],
  lineHeightPx: number,
): readonly PixelBox[] {
  const [least, most] = [look.minLetter * lineHeightPx, look.maxLetter * lineHeightPx];
  const ink = inkOf(page);
  for (const { box } of lines.flatMap(({ words }) => words)) erase(ink, page, box);
  const found: PixelBox[] = [];
  findComponents(ink, page, (left, top, right, bottom) => {
    const [width, height] = [right - left + 1, bottom - top + 1];
    if (height < least || height > most || !isLetterSized(width, height)) return;
    found.push({ x0: left, y0: top, x1: right + 1, y1: bottom + 1 });
  });
  return found;
}

/** Whether one of these letters is so close beside a word that it is part of the same word: a reader tore it apart. */
export function isTorn({ x0, y0, x1, y1 }: PixelBox, uncovered: readonly PixelBox[]): boolean {
  const gap = secondReader.maxTornGap * (y1 - y0);
  return uncovered.some((letter) => {
    const shared = Math.min(y1, letter.y1) - Math.max(y0, letter.y0);
    const apart = Math.max(letter.x0 - x1, x0 - letter.x1);
    return apart < gap && shared > secondReader.minTornOverlap * Math.min(y1 - y0, letter.y1 - letter.y0);
  });
}

function erase(ink: Uint8Array, { widthPx, heightPx }: GreyRaster, { x0, y0, x1, y1 }: PixelBox): void {
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(widthPx, Math.ceil(x1))];
  for (let row = Math.max(0, Math.floor(y0)); row < Math.min(heightPx, y1); row += 1) {
    ink.fill(0, row * widthPx + left, row * widthPx + Math.max(left, right));
  }
}
