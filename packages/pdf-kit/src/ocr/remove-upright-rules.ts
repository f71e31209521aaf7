import type { GreyRaster } from './recognizer.ts';

/** Strokes of letters are shorter than this, or thicker than the other: those of a rule are neither. */
const minLengthInches = 0.3;
const maxThicknessInches = 0.02;
/** In pixels; the second where the dpi is a guess, which may be several times too low. */
const [leastThickness, guessedThickness] = [2, 3];
/** The dpi of a picture may be a guess, so a rule is also so many times as long as the long upright strokes of its page. */
const minLengthStrokes = 3;
/** Share of the strokes that are no longer than the long ones, and the shortest that counts, in pixels. */
const longStrokes = 0.95;
const minStrokePx = 3;
/** Anything this much darker than white belongs to a stroke, thin grey lines included. */
const darkBelow = 190;
/** Share of a rule that must be thin: text and other rules may touch the rest. */
const minThinShare = 0.7;
/** A rule's edges are lighter than the rule; this many pixels beside it go too. */
const halo = 1;
const paper = 255;

/**
 * A page without its thin upright rules: the recognizer takes those beside the text of a table cell for brackets and
 * bars; the same page where there are none. Level rules stay: they do no harm, and the headline of Devanagari looks like one.
 */
export function removeUprightRules(page: GreyRaster): GreyRaster {
  const { dpi, dpiIsGuess } = page;
  const shortest = Math.round(minLengthInches * dpi);
  if (!mayHaveRun(page, shortest)) return page;
  const { long, longStrokePx } = findRuns(page, shortest);
  const minLength = Math.max(shortest, minLengthStrokes * longStrokePx);
  const least = dpiIsGuess === true ? guessedThickness : leastThickness;
  const maxThickness = Math.max(least, Math.round(maxThicknessInches * dpi));
  // `slice` of a Buffer is no copy, and the page as it was is still to be read.
  const data = new Uint8Array(page.data);
  let erased = false;
  for (const run of long) {
    if (run.end - run.start >= minLength && eraseRule(page, data, run, maxThickness)) erased = true;
  }
  return erased ? { ...page, data } : page;
}

/** Every this many rows one is looked at to see whether there can be a rule at all: most pages have none. */
const sampledRows = 4;

/** Whether a dark run down a column may be so long: always so where one is. */
function mayHaveRun({ data, widthPx, heightPx }: GreyRaster, lengthPx: number): boolean {
  const enough = Math.floor(lengthPx / sampledRows);
  const dark = new Uint16Array(widthPx);
  for (let row = 0; row < heightPx; row += sampledRows) {
    for (let column = 0, at = row * widthPx; column < widthPx; column += 1, at += 1) {
      const length = isDark(data, at) ? (dark[column] ?? 0) + 1 : 0;
      if (length >= enough) return true;
      dark[column] = length;
    }
  }
  return false;
}

/** The dark runs down a column from a length on, and how long the long ones are of those below it: strokes of capitals. */
function findRuns(
  page: GreyRaster,
  fromPx: number,
): { readonly long: readonly UprightRun[]; readonly longStrokePx: number } {
  const long: UprightRun[] = [];
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

/** Calls back with each dark run down a column. */
function forEachRun(page: GreyRaster, use: (column: number, start: number, end: number) => void): void {
  const { widthPx, heightPx } = page;
  // For each column the row where the dark run that is under way began: reading by rows is many times quicker.
  const starts = new Int32Array(widthPx).fill(-1);
  for (let row = 0; row <= heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      const start = starts[column] ?? -1;
      const dark = row < heightPx && isDark(page.data, row * widthPx + column);
      if (dark && start < 0) starts[column] = row;
      if (dark || start < 0) continue;
      use(column, start, row);
      starts[column] = -1;
    }
  }
}

interface UprightRun {
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

/** Paints a run white where it is thin, if it is thin enough to be a rule; says whether it was. */
function eraseRule(
  page: GreyRaster,
  target: Uint8Array,
  { column, start, end }: UprightRun,
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

function isDark(data: Uint8Array, at: number): boolean {
  return (data[at] ?? paper) < darkBelow;
}
