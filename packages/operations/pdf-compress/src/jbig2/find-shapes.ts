import type { Bitmap, PlacedBitmap } from './bitmap.ts';

/** Shapes of a page, and what is too small or too large for one: the page without them, null when nothing is left. */
export interface PageShapes {
  readonly shapes: readonly PlacedBitmap[];
  readonly rest: Bitmap | null;
}

/** Specks take more as a shape than among their neighbours; lines and pictures come but once. In pixels. */
const minShapePixels = 16;
const maxShapeSide = 400;
/** With more shapes than these the page is a halftone, not text. */
const maxShapes = 60_000;

/**
 * Divides a page into connected shapes, over corners too. Null where there are too many of them. `ink` holds 1 for each
 * pixel with ink.
 */
export function findShapes(page: Bitmap): PageShapes | null {
  const runs = findRuns(page);
  if (runs === null) return null;
  const groups = groupRuns(runs);
  const shapes: PlacedBitmap[] = [];
  const rest = new Uint8Array(page.pixels.length);
  let isRestEmpty = true;
  for (const group of groups) {
    const shape = shapeOf(runs, group);
    if (shape !== null) shapes.push(shape);
    else {
      isRestEmpty = false;
      for (const run of group) {
        const row = (runs.rows[run] as number) * page.width;
        rest.fill(1, row + (runs.starts[run] as number), row + (runs.ends[run] as number));
      }
    }
    if (shapes.length > maxShapes) return null;
  }
  return { shapes, rest: isRestEmpty ? null : { ...page, pixels: rest } };
}

/** Runs of ink, from the top down and from left to right. */
interface Runs {
  readonly rows: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The first run of each row, and their number at the end. */
  readonly ofRow: Int32Array;
}

function findRuns({ width, height, pixels }: Bitmap): Runs | null {
  // On a page of text an eighth of the pixels would already be a run of their own.
  const most = Math.max(1024, pixels.length >> 3);
  const rows: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const ofRow = new Int32Array(height + 1);
  for (let y = 0; y < height; y += 1) {
    ofRow[y] = starts.length;
    const row = y * width;
    for (let at = 0; at < width; at += 1) {
      if (pixels[row + at] === 0) continue;
      rows.push(y);
      starts.push(at);
      while (at < width && pixels[row + at] === 1) at += 1;
      ends.push(at);
    }
    if (starts.length > most) return null;
  }
  ofRow[height] = starts.length;
  return { rows: Int32Array.from(rows), starts: Int32Array.from(starts), ends: Int32Array.from(ends), ofRow };
}

/** Runs that touch each other, over corners too, as lists. */
function groupRuns({ starts, ends, ofRow }: Runs): readonly (readonly number[])[] {
  const parents = Int32Array.from(starts.keys());
  const rootOf = (run: number) => {
    let root = run;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  for (let row = 1; row + 1 < ofRow.length; row += 1) {
    let above = ofRow[row - 1] as number;
    const aboveEnd = ofRow[row] as number;
    for (let run = aboveEnd; run < (ofRow[row + 1] as number); run += 1) {
      while (above < aboveEnd && (ends[above] as number) < (starts[run] as number)) above += 1;
      for (let near = above; near < aboveEnd && (starts[near] as number) <= (ends[run] as number); near += 1) {
        parents[rootOf(run)] = rootOf(near);
      }
    }
  }
  const groups = new Map<number, number[]>();
  for (let run = 0; run < starts.length; run += 1) {
    const root = rootOf(run);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

function shapeOf({ rows, starts, ends }: Runs, group: readonly number[]): PlacedBitmap | null {
  let [left, right, ink] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const run of group) {
    left = Math.min(left, starts[run] as number);
    right = Math.max(right, ends[run] as number);
    ink += (ends[run] as number) - (starts[run] as number);
  }
  const top = rows[group[0] as number] as number;
  const width = right - left;
  const height = (rows[group.at(-1) as number] as number) - top + 1;
  if (ink < minShapePixels || width > maxShapeSide || height > maxShapeSide) return null;
  const pixels = new Uint8Array(width * height);
  for (const run of group) {
    const row = ((rows[run] as number) - top) * width - left;
    pixels.fill(1, row + (starts[run] as number), row + (ends[run] as number));
  }
  return { x: left, y: top, bitmap: { width, height, pixels } };
}
