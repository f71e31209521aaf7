import { boxOf } from './line-box.ts';
import type { GreyRaster, PixelBox, RasterLine } from './recognizer.ts';
import { look } from './thresholds.ts';
import { isSigns } from './word-worth.ts';

/** The places of a page that look like text, as pictures may too, but are in no word that was read. */
export interface UnreadInk {
  /** Their share of all places that look like text, 0–1. */
  readonly share: number;
  /** Squares as high as a line. */
  readonly places: readonly PixelBox[];
}

/**
 * Finds the places of a page that look like text but are in no word with a letter or digit: squares as high as a line. Grey
 * steps of `minStep` or more count as edges.
 */
export function unreadInk(
  page: GreyRaster,
  lines: readonly RasterLine[],
  lineHeightPx: number,
  minStep: number = look.minStep,
): UnreadInk {
  const size = Math.max(look.minTilePx, Math.round(lineHeightPx));
  const columns = Math.floor(page.widthPx / size);
  const rows = Math.floor(page.heightPx / size);
  const covered = new Uint8Array(columns * rows);
  for (const { words } of lines) {
    // A word read as dashes may be a row of letters on a dark background.
    const lettered = words.filter(({ text }) => !isSigns(text));
    if (lettered.length > 0) cover(covered, columns, rows, size, boxOf({ words: lettered }));
  }
  let inked = 0;
  const places: PixelBox[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x0, y0] = [column * size, row * size];
      if (!looksLikeText(page, x0, y0, size, minStep)) continue;
      inked += 1;
      if (covered[row * columns + column] === 0) {
        places.push({ x0, y0, x1: x0 + size, y1: y0 + size });
      }
    }
  }
  return { share: inked === 0 ? 0 : places.length / inked, places };
}

/** The places that are side by side, like the letters of a word. */
export function wordPlaces(places: readonly PixelBox[]): readonly PixelBox[] {
  return runsOf(places)
    .filter((run) => run.length >= look.minRowTiles)
    .flat();
}

/** Runs of places side by side. `places` are sorted by row, then from the left. */
function runsOf(places: readonly PixelBox[]): readonly (readonly PixelBox[])[] {
  const runs: PixelBox[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last?.x1 === place.x0 && last.y0 === place.y0) run.push(place);
    else runs.push([place]);
  }
  return runs;
}

function cover(tiles: Uint8Array, columns: number, rows: number, size: number, box: PixelBox): void {
  const [left, right] = [Math.floor(box.x0 / size), Math.min(columns - 1, Math.floor(box.x1 / size))];
  const bottom = Math.min(rows - 1, Math.floor(box.y1 / size));
  for (let row = Math.max(0, Math.floor(box.y0 / size)); row <= bottom; row += 1) {
    for (let column = Math.max(0, left); column <= right; column += 1) tiles[row * columns + column] = 1;
  }
}

/**
 * Whether a tile has many crossings from dark to light and back, and a row of pixels without any, as text has between lines.
 * Rules and edges have few crossings, and the stripes along a book's fold have no free row.
 */
function looksLikeText(page: GreyRaster, left: number, top: number, size: number, minStep: number): boolean {
  const crossings = crossingsOf(page, left, top, size, minStep).reduce((sum, count) => sum + count, 0);
  if (crossings < look.minCrossings * (size / 2)) return false;
  // Chinese fills its lines, so the free row may be outside the tile.
  const around = Math.round(size / 4);
  const start = Math.max(0, top - around);
  const heightPx = Math.min(page.heightPx - start, size + 2 * around);
  return crossingsOf(page, left, start, size, minStep, heightPx).includes(0);
}

/** The crossings (changes of direction between grey steps) in every second row of a tile. */
function crossingsOf(
  { data, widthPx }: GreyRaster,
  left: number,
  top: number,
  size: number,
  minStep: number = look.minStep,
  heightPx = size,
): readonly number[] {
  const counts: number[] = [];
  for (let row = top; row < top + heightPx; row += 2) {
    let crossings = 0;
    let previous = 0;
    for (let column = left + 2; column < left + size; column += 1) {
      const at = row * widthPx + column;
      const step = (data[at] ?? 0) - (data[at - 2] ?? 0);
      const sign = step > minStep ? 1 : step < -minStep ? -1 : 0;
      if (sign === 0) continue;
      if (sign !== previous) crossings += 1;
      previous = sign;
    }
    counts.push(crossings);
  }
  return counts;
}

/**
 * Whether a picture may contain text: rows of letters on a background with uniform parts. Photographs lack the rows or such a
 * background.
 */
export function mayHoldText(picture: GreyRaster, lineHeightPx: number): boolean {
  const size = Math.max(look.minTilePx, Math.round(lineHeightPx));
  const columns = Math.floor(picture.widthPx / size);
  const rows = Math.floor(picture.heightPx / size);
  let [inRows, even] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    let run = 0;
    for (let column = 0; column < columns; column += 1) {
      const crossings = crossingsOf(picture, column * size, row * size, size).reduce((sum, count) => sum + count, 0);
      if (crossings === 0) even += 1;
      run = crossings >= look.minCrossings * (size / 2) ? run + 1 : 0;
      if (run >= look.minRowTiles) inRows += 1;
    }
  }
  const tiles = columns * rows;
  return inRows >= look.minInRows && even >= look.minEven * tiles;
}
