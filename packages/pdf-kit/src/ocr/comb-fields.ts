import { containsBox, growBox, uniteBoxes } from '../page-model/box.ts';
import { median } from '../statistics.ts';
import { findComponents, inkOf } from './ink-components.ts';
import { medianGrey } from './median-grey.ts';
import { cutRaster } from './raster.ts';
import type { GreyRaster, PixelBox, RasterLine } from './recognizer.ts';
import { combs } from './thresholds.ts';
import { forEachRun, mayHaveRun } from './vertical-runs.ts';

/** The letter of a cell: where it is on the page, and how far it was moved to the left. */
interface MovedLetter {
  readonly box: PixelBox;
  readonly byPx: number;
}

/** A comb field whose letters were moved together. */
export interface ClosedComb {
  /** From its first divider to its last. */
  readonly box: PixelBox;
  /** From left to right. */
  readonly letters: readonly MovedLetter[];
}

/** A page, and the comb fields of it that are closed. */
export interface WithClosedCombs {
  readonly raster: GreyRaster;
  readonly combs: readonly ClosedComb[];
}

/**
 * Closes the comb fields of a level page: moves the letters, which are written one to a cell, together at the left of their field and
 * removes its rules, since the recognizer takes dividers for letters and spaced letters for noise. Returns the same page if there are
 * none. A row of cells with more than a letter is a table.
 */
export function closeCombs(page: GreyRaster): WithClosedCombs {
  const found = combDividers(page).flatMap((dividers) => combOf(page, dividers) ?? []);
  if (found.length === 0) return { raster: page, combs: [] };
  const raster = { ...page, data: new Uint8Array(page.data) };
  const background = medianGrey(page);
  for (const { box, letters } of found) {
    for (let row = box.y0; row < box.y1; row += 1) {
      raster.data.fill(background, row * page.widthPx + box.x0, row * page.widthPx + box.x1);
    }
    for (const letter of letters) moveLetter(page, raster.data, letter);
  }
  return { raster, combs: found };
}

function moveLetter({ data, widthPx }: GreyRaster, target: Uint8Array, { box, byPx }: MovedLetter): void {
  for (let row = box.y0; row < box.y1; row += 1) {
    const start = row * widthPx;
    target.set(data.subarray(start + box.x0, start + box.x1), start + box.x0 - byPx);
  }
}

/** Lines that were read on a page with closed combs, their words in the places of their letters on the page. */
export function openCombs(lines: readonly RasterLine[], closed: readonly ClosedComb[]): readonly RasterLine[] {
  if (closed.length === 0) return lines;
  return lines.map((line) => {
    const words = line.words.map((word) => ({ ...word, box: openBox(word.box, closed) }));
    const end = openBox(
      { x0: line.baseline.x0, y0: line.baseline.y0, x1: line.baseline.x1, y1: line.baseline.y1 },
      closed,
    );
    return { ...line, words, baseline: { ...line.baseline, x0: end.x0, x1: end.x1 } };
  });
}

function openBox(box: PixelBox, closed: readonly ClosedComb[]): PixelBox {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  const comb = closed.find((one) => x >= one.box.x0 && x < one.box.x1 && y >= one.box.y0 && y < one.box.y1);
  const inside = comb?.letters.filter((one) => one.box.x1 - one.byPx > box.x0 && one.box.x0 - one.byPx < box.x1) ?? [];
  const [first, last] = [inside[0], inside.at(-1)];
  return first === undefined || last === undefined ? box : { ...box, x0: first.box.x0, x1: last.box.x1 };
}

/** A thin vertical rule, in pixels. */
interface Divider {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** Rows of rules with the same ends, equally far from each other. */
function combDividers(page: GreyRaster): readonly (readonly Divider[])[] {
  const rows: Divider[][] = [];
  for (const divider of dividersOf(page)) {
    const beside = rows.find((row) => continues(row, divider));
    if (beside === undefined) rows.push([divider]);
    else beside.push(divider);
  }
  return rows.filter((row) => row.length > combs.minCells);
}

/** The thin vertical rules of a page, from left to right. */
function dividersOf(page: GreyRaster): readonly Divider[] {
  const shortest = Math.round(combs.minDividerInches * page.dpi);
  if (!mayHaveRun(page, shortest)) return [];
  const runs: Divider[] = [];
  forEachRun(page, (column, start, end) => {
    if (end - start >= shortest) runs.push({ x0: column, x1: column + 1, y0: start, y1: end });
  });
  const byRight = new Map<number, Divider[]>();
  for (const run of runs.toSorted((a, b) => a.x0 - b.x0)) {
    const left = byRight.get(run.x0)?.find((one) => endsAlike(one, run));
    const divider = left === undefined ? run : { ...left, x1: run.x1 };
    byRight.set(run.x0, byRight.get(run.x0)?.filter((one) => one !== left) ?? []);
    byRight.set(run.x1, [...(byRight.get(run.x1) ?? []), divider]);
  }
  const thin = [...byRight.values()].flat().filter(isThin);
  return thin.length > combs.maxDividers ? [] : thin.toSorted((a, b) => a.x0 - b.x0);
}

function isThin({ x0, x1, y0, y1 }: Divider): boolean {
  return x1 - x0 <= Math.max(combs.leastThicknessPx, combs.maxThickness * (y1 - y0));
}

function endsAlike(one: Divider, other: Divider): boolean {
  const tolerance = Math.max(2, combs.endTolerance * (one.y1 - one.y0));
  return Math.abs(one.y0 - other.y0) <= tolerance && Math.abs(one.y1 - other.y1) <= tolerance;
}

function continues(row: readonly Divider[], divider: Divider): boolean {
  const [before, last] = row.slice(-2);
  if (before === undefined || !endsAlike(before, divider)) return false;
  const pitch = divider.x0 - (last ?? before).x0;
  if (last === undefined)
    return pitch >= combs.minPitch * (divider.y1 - divider.y0) && pitch <= combs.maxPitch * (divider.y1 - divider.y0);
  const usual = last.x0 - before.x0;
  return Math.abs(pitch - usual) <= Math.max(2, combs.pitchTolerance * usual);
}

/** The field between these dividers; null if its cells have not at most a letter each. */
function combOf(page: GreyRaster, dividers: readonly Divider[]): ClosedComb | null {
  const cells = dividers.slice(1).map((right, index) => letterIn(page, dividers[index] ?? right, right));
  const boxes = cells.filter((cell) => cell !== null && cell !== 'more');
  if (cells.includes('more') || boxes.length < combs.minLetters) return null;
  const [first, last] = [dividers[0], dividers.at(-1)];
  if (first === undefined || last === undefined) return null;
  const height = median(boxes.map(({ y0, y1 }) => y1 - y0));
  const pitch = (last.x0 - first.x0) / (dividers.length - 1);
  if (pitch > combs.maxPitchLetters * height || first.y1 - first.y0 > combs.maxFieldLetters * height) return null;
  const letters: MovedLetter[] = [];
  let end = first.x1 + Math.round(combs.letterGap * height);
  for (const cell of cells) {
    if (cell === null || cell === 'more') {
      // An empty cell between letters parts words.
      end += Math.round(combs.wordGap * height);
      continue;
    }
    const byPx = Math.max(0, cell.x0 - end);
    letters.push({ box: cell, byPx });
    end = cell.x1 - byPx + Math.round(combs.letterGap * height);
  }
  return { box: { x0: first.x0, y0: first.y0, x1: last.x1, y1: last.y1 }, letters };
}

/** The box of the letter between two dividers; null for an empty cell. */
function letterIn(page: GreyRaster, left: Divider, right: Divider): PixelBox | 'more' | null {
  const margin = combs.marginPx;
  const [x0, x1] = [left.x1 + margin, right.x0 - margin];
  const [y0, y1] = [Math.max(left.y0, right.y0), Math.min(left.y1, right.y1)];
  const cell = cutRaster(page, { x0, y0, x1, y1 });
  const found: PixelBox[] = [];
  findComponents(inkOf(cell), cell, (fromX, fromY, toX, toY) => {
    // The rules above and below run through the whole cell.
    if (toX - fromX + 1 >= cell.widthPx) return;
    found.push({ x0: x0 + fromX, y0: y0 + fromY, x1: x0 + toX + 1, y1: y0 + toY + 1 });
  });
  const tallest = Math.max(0, ...found.map((box) => box.y1 - box.y0));
  if (tallest < combs.minLetterHeight * (y1 - y0)) return null;
  if (found.filter((box) => box.y1 - box.y0 >= combs.tall * tallest).length > 1) return 'more';
  // Of a rule that is not quite level, pieces are left along the edges of its cells.
  const inner = growBox({ x0, y0, x1, y1 }, -margin);
  const letter = found.filter((box) => containsBox(inner, box) || box.y1 - box.y0 >= combs.tall * tallest);
  return growBox(uniteBoxes(letter), 1);
}
