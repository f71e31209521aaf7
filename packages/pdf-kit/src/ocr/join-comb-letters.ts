import type { Matrix } from '../page-model/matrix.ts';
import { median } from '../statistics.ts';
import { boxOf } from './line-box.ts';
import { moveBox } from './move-lines.ts';
import { greyRange } from './raster.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { combs } from './thresholds.ts';

/**
 * Lines whose letters in the cells of a comb field are one word: single letters, equally far from each other, with a divider between each
 * two. A comb on a photograph is not level, so it cannot be closed before it is read. `page` is the untouched page, whose rules are still there, and
 * `toPage` leads to its pixels.
 */
export function joinCombLetters(lines: readonly RasterLine[], page: GreyRaster, toPage: Matrix): readonly RasterLine[] {
  return lines.map((line) => {
    if (line.direction === 'rtl' || line.words.length < combs.minCells) return line;
    return { ...line, words: runsOf(line.words).flatMap((run) => (isComb(run, page, toPage) ? joinWords(run) : run)) };
  });
}

/** Words in runs of single letters, and all others alone. */
function runsOf(words: readonly RasterWord[]): readonly (readonly RasterWord[])[] {
  const runs: RasterWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isLetter(last) && isLetter(word)) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs;
}

function isLetter({ text }: RasterWord): boolean {
  return /^[\p{L}\p{N}]$/u.test(text);
}

function isComb(run: readonly RasterWord[], page: GreyRaster, toPage: Matrix): boolean {
  if (run.length < combs.minCells) return false;
  const middles = run.map(({ box }) => (box.x0 + box.x1) / 2);
  const steps = middles.slice(1).map((middle, index) => middle - (middles[index] ?? 0));
  const pitch = median(steps);
  const height = median(run.map(({ box }) => box.y1 - box.y0));
  if (pitch > combs.maxPitchLetters * height) return false;
  if (steps.some((step) => Math.abs(step - pitch) > combs.pitchTolerance * pitch)) return false;
  const boxes = run.map(({ box }) => moveBox(box, toPage));
  return boxes.slice(1).every((box, index) => hasDivider(page, boxes[index] ?? box, box));
}

/** Whether there is ink in nearly all rows between two letters. */
function hasDivider(page: GreyRaster, left: PixelBox, right: PixelBox): boolean {
  const { widthPx, heightPx } = page;
  const [x0, x1] = [Math.max(0, Math.ceil(left.x1)), Math.min(widthPx, Math.floor(right.x0))];
  const [y0, y1] = [Math.max(0, Math.floor(left.y0)), Math.min(heightPx, Math.ceil(right.y1))];
  let inked = 0;
  for (let row = y0; row < y1; row += 1) {
    const { darkest, lightest } = greyRange(page, { x0, x1, y0: row, y1: row + 1 });
    if (lightest - darkest >= combs.minDividerContrast) inked += 1;
  }
  return y1 > y0 && inked >= combs.minDividerRows * (y1 - y0);
}

function joinWords(run: readonly RasterWord[]): readonly RasterWord[] {
  return run.slice(0, 1).map((first) => ({
    ...first,
    text: run.map(({ text }) => text).join(''),
    box: boxOf({ words: run }),
    confidence: Math.min(...run.map(({ confidence }) => confidence)),
  }));
}
