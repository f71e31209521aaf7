import type { GreyRaster } from './recognizer.ts';
import { forEachRun, isDark, mayHaveRun } from './vertical-runs.ts';

/** A rule is longer than the first and thinner than the second; strokes of letters are not. */
const minLengthInches = 0.3;
const maxThicknessInches = 0.02;
/** The least thickness in pixels that counts as thin. */
const leastThickness = 3;
/** The dpi is measured on letters of any size, so a rule must also be so many times as long as the long vertical strokes of its page. */
const minLengthStrokes = 3;
/** The quantile of stroke lengths that is the length of long ones; shorter strokes than the second, in pixels, do not count. */
const longStrokes = 0.95;
const minStrokePx = 3;
/** Share of a rule that must be thin: text and other rules may touch the rest. */
const minThinShare = 0.7;
/** Pixels beside a rule that are erased with it, since its edges are lighter. */
const halo = 1;
const paper = 255;

/**
 * Removes thin vertical rules, which the recognizer reads as brackets and bars if they are beside text; returns the same page
 * if there are none. Horizontal rules stay: they do no harm, and the headline of Devanagari looks like one.
 */
export function removeVerticalRules(page: GreyRaster): GreyRaster {
  const { dpi } = page;
  const shortest = Math.round(minLengthInches * dpi);
  if (!mayHaveRun(page, shortest)) return page;
  const { long, longStrokePx } = findRuns(page, shortest);
  const minLength = Math.max(shortest, minLengthStrokes * longStrokePx);
  const maxThickness = Math.max(leastThickness, Math.round(maxThicknessInches * dpi));
  // A copy, since the original is read too; `slice` of a Buffer would share its memory.
  const data = new Uint8Array(page.data);
  let erased = false;
  for (const run of long) {
    if (run.end - run.start >= minLength && eraseRule(page, data, run, maxThickness)) erased = true;
  }
  return erased ? { ...page, data } : page;
}

/** The vertical dark runs of at least this length, and the length of the long ones among the others: strokes of capitals. */
function findRuns(
  page: GreyRaster,
  fromPx: number,
): { readonly long: readonly VerticalRun[]; readonly longStrokePx: number } {
  const long: VerticalRun[] = [];
  const lengths = new Uint32Array(fromPx);
  let count = 0;
  forEachRun(page, (column, start, end) => {
    const length = end - start;
    if (length >= fromPx) long.push({ column, start, end });
    if (length < minStrokePx || length >= fromPx) return;
    lengths[length] = (lengths[length] ?? 0) + 1;
    count += 1;
  });
  let seen = 0;
  const longStrokePx = lengths.findIndex((strokes) => {
    seen += strokes;
    return seen >= longStrokes * count;
  });
  return { long, longStrokePx: count === 0 ? 0 : longStrokePx };
}

interface VerticalRun {
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

/** Paints a run white where it is thin, if enough of it is for a rule; returns whether it was. */
function eraseRule(
  page: GreyRaster,
  target: Uint8Array,
  { column, start, end }: VerticalRun,
  maxThickness: number,
): boolean {
  const thinRows: number[] = [];
  for (let row = start; row < end; row += 1) {
    if (isThin(page, row * page.widthPx, column, maxThickness)) thinRows.push(row);
  }
  if (thinRows.length < minThinShare * (end - start)) return false;
  const left = Math.max(0, column - halo);
  const right = Math.min(page.widthPx - 1, column + halo);
  for (const row of thinRows) target.fill(paper, row * page.widthPx + left, row * page.widthPx + right + 1);
  return true;
}

/** Whether the dark pixels of a row around a column are no more than `maxThickness`. */
function isThin({ data, widthPx }: GreyRaster, rowStart: number, column: number, maxThickness: number): boolean {
  let thickness = 1;
  for (let x = column - 1; x >= 0 && thickness <= maxThickness && isDark(data, rowStart + x); x -= 1) thickness += 1;
  for (let x = column + 1; x < widthPx && thickness <= maxThickness && isDark(data, rowStart + x); x += 1)
    thickness += 1;
  return thickness <= maxThickness;
}
