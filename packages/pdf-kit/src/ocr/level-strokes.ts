import { median } from '../statistics.ts';
import type { GreyRaster } from './recognizer.ts';
import { rules } from './thresholds.ts';

/** A thin level stroke of a raster, in its pixels: from `x0` to `x1`, about `y`. */
export interface LevelStroke {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly thicknessPx: number;
  /** Its grey level where it is darkest. */
  readonly grey: number;
}

/** The pixels of a row from `x0` to `x1` that are darker than what is above and below. */
interface Run {
  readonly row: number;
  readonly x0: number;
  readonly x1: number;
  stroke: number;
}

/** The rows and columns of a stroke. */
interface Extent {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/**
 * Finds the thin level strokes of a raster of at least `minLengthPx`, dark or grey, on any background, broken or a little slanted.
 * `unitPx` is the height of its letters. Each row is averaged along itself first, in which noise and the strokes of letters
 * fade and rules do not.
 */
export function findLevelStrokes(page: GreyRaster, unitPx: number, minLengthPx: number): readonly LevelStroke[] {
  const reach = Math.max(2, Math.round(rules.maxThickness * unitPx));
  const averaged = averageAlong(page, Math.max(1, Math.round((rules.averaged * unitPx) / 2)));
  const runs = findRuns(averaged, reach, Math.max(3, rules.minRun * unitPx));
  const extents = connected(runs).filter((one) => isThin(one, reach));
  if (extents.length > rules.mostPieces) return [];
  const fine = averageAlong(page, 1);
  const maxGap = rules.maxGap * unitPx;
  return joined(extents, maxGap)
    .filter(({ x0, x1 }) => x1 - x0 >= minLengthPx)
    .flatMap((extent) => measured(fine, extent, reach, maxGap))
    .filter(({ x0, x1 }) => x1 - x0 >= minLengthPx);
}

/** Each pixel the mean of those up to `radius` beside it. */
function averageAlong({ data, widthPx, heightPx, dpi }: GreyRaster, radius: number): GreyRaster {
  const target = new Uint8Array(widthPx * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    const start = row * widthPx;
    let [sum, count] = [0, 0];
    for (let x = 0; x < Math.min(radius, widthPx); x += 1) {
      sum += data[start + x] ?? 0;
      count += 1;
    }
    for (let x = 0; x < widthPx; x += 1) {
      if (x + radius < widthPx) {
        sum += data[start + x + radius] ?? 0;
        count += 1;
      }
      if (x > radius) {
        sum -= data[start + x - radius - 1] ?? 0;
        count -= 1;
      }
      target[start + x] = sum / count;
    }
  }
  return { data: target, widthPx, heightPx, dpi };
}

/** How far from a row it is compared: near ones see past the text beside a rule, far ones past its own edges. */
function distancesOf(reach: number): readonly number[] {
  return [...new Set([Math.ceil(reach / 4), Math.ceil(reach / 2), reach])];
}

function findRuns({ data, widthPx, heightPx }: GreyRaster, reach: number, minLength: number): Run[] {
  const [near, middle, far] = [Math.ceil(reach / 4), Math.ceil(reach / 2), reach].map((rows) => rows * widthPx);
  if (near === undefined || middle === undefined || far === undefined) return [];
  const found: Run[] = [];
  // Strokes at the very edge are those of the shadow beside a sheet, or have no paper on one side.
  for (let row = reach; row < heightPx - reach; row += 1) {
    const start = row * widthPx;
    let from = -1;
    for (let x = 0; x <= widthPx; x += 1) {
      const at = start + x;
      const limit = (data[at] ?? 0) + rules.minStep;
      const isStroke =
        x < widthPx &&
        ((data[at - near] ?? 0) >= limit || (data[at - middle] ?? 0) >= limit || (data[at - far] ?? 0) >= limit) &&
        ((data[at + near] ?? 0) >= limit || (data[at + middle] ?? 0) >= limit || (data[at + far] ?? 0) >= limit);
      if (isStroke) {
        if (from < 0) from = x;
      } else if (from >= 0) {
        if (x - from >= minLength) found.push({ row, x0: from, x1: x, stroke: found.length });
        from = -1;
      }
    }
  }
  return found;
}

/** The extents of runs that touch in neighbouring rows. Runs are in order. */
function connected(runs: readonly Run[]): readonly Extent[] {
  const rootOf = (index: number): number => {
    let at = index;
    for (let run = runs[at]; run !== undefined && run.stroke !== at; run = runs[at]) {
      // Shortens the way for the next run.
      run.stroke = runs[run.stroke]?.stroke ?? run.stroke;
      at = run.stroke;
    }
    return at;
  };
  let [above, first] = [0, 0];
  for (const [index, run] of runs.entries()) {
    if (run.row !== runs[first]?.row) {
      above = runs[first]?.row === run.row - 1 ? first : index;
      first = index;
    }
    while (above < first && (runs[above]?.x1 ?? 0) <= run.x0) above += 1;
    for (let other = above; other < first && (runs[other]?.x0 ?? 0) < run.x1; other += 1) {
      const root = runs[rootOf(other)];
      if (root !== undefined) root.stroke = rootOf(index);
    }
  }
  const extents = new Map<number, Extent>();
  for (const [index, { row, x0, x1 }] of runs.entries()) {
    const root = rootOf(index);
    const one = extents.get(root);
    extents.set(root, {
      x0: Math.min(x0, one?.x0 ?? x0),
      x1: Math.max(x1, one?.x1 ?? x1),
      y0: one?.y0 ?? row,
      y1: row + 1,
    });
  }
  return [...extents.values()];
}

function isThin({ x0, x1, y0, y1 }: Extent, reach: number): boolean {
  return y1 - y0 <= reach + rules.maxSlope * (x1 - x0);
}

/** Pieces of one rule: one beside another, about level. */
function joined(extents: readonly Extent[], maxGap: number): readonly Extent[] {
  const rows: Extent[] = [];
  for (const next of extents.toSorted((a, b) => a.x0 - b.x0)) {
    const index = rows.findIndex(
      (one) => next.x0 - one.x1 <= maxGap && next.y0 <= one.y1 + 1 && next.y1 >= one.y0 - 1 && next.x1 > one.x1,
    );
    const one = rows[index];
    if (one === undefined) rows.push(next);
    else {
      rows[index] = { x0: one.x0, x1: next.x1, y0: Math.min(one.y0, next.y0), y1: Math.max(one.y1, next.y1) };
    }
  }
  return rows;
}

/** The strokes in an extent, which are several if it was averaged over gaps; none if it is no stroke for enough of its length, as the edge of a line of text. */
function measured(page: GreyRaster, extent: Extent, reach: number, maxGap: number): readonly LevelStroke[] {
  const { x0, x1 } = extent;
  const darkest = Array.from({ length: x1 - x0 }, (_, index) => darkestRow(page, x0 + index, extent.y0, extent.y1));
  const half = Math.ceil(darkest.length / 2);
  const [left, right] = [median(darkest.slice(0, half)), median(darkest.slice(-half))];
  const slope = (right - left) / half;
  const rowAt = (index: number) => left + slope * (index - half / 2);
  const profiles = darkest.map((_, index) => profileAt(page, x0 + index, Math.round(rowAt(index)), reach));
  const least = Math.max(rules.minStep, rules.evenness * median(profiles.map(({ step }) => step)));
  const pieces: Profile[][] = [];
  for (const profile of profiles) {
    if (profile.step < least) continue;
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    if (piece !== undefined && last !== undefined && profile.x - last.x <= maxGap) piece.push(profile);
    else pieces.push([profile]);
  }
  return pieces.flatMap((piece) => {
    const [first, last] = [piece[0], piece.at(-1)];
    if (first === undefined || last === undefined) return [];
    const length = last.x + 1 - first.x;
    if (piece.length < rules.minCovered * length) return [];
    return {
      x0: first.x,
      x1: last.x + 1,
      y: rowAt((first.x + last.x) / 2 - x0) + median(piece.map(({ x, middle }) => middle - rowAt(x - x0))),
      thicknessPx: median(piece.map(({ thickness }) => thickness)),
      grey: median(piece.map(({ grey }) => grey)),
    };
  });
}

/** The stroke in a column of pixels: how dark it is, how much lighter it is above and below, and how thick. */
interface Profile {
  readonly x: number;
  readonly step: number;
  readonly grey: number;
  readonly thickness: number;
  /** The mean of its rows. */
  readonly middle: number;
}

function darkestRow({ data, widthPx }: GreyRaster, x: number, from: number, to: number): number {
  let darkest = from;
  for (let row = from + 1; row < to; row += 1) {
    if ((data[row * widthPx + x] ?? 0) < (data[darkest * widthPx + x] ?? 0)) darkest = row;
  }
  return darkest;
}

function profileAt(page: GreyRaster, x: number, at: number, reach: number): Profile {
  const { data, widthPx, heightPx } = page;
  const greyAt = (row: number) => data[Math.min(heightPx - 1, Math.max(0, row)) * widthPx + x] ?? 0;
  const row = darkestRow(page, x, Math.max(0, at - 1), Math.min(heightPx, at + 2));
  const grey = greyAt(row);
  const lightest = (sign: 1 | -1) => Math.max(...distancesOf(reach).map((by) => greyAt(row + sign * by)));
  const step = Math.min(lightest(-1), lightest(1)) - grey;
  const inkAt = (y: number) => (grey + step - greyAt(y)) / Math.max(1, step);
  let [top, bottom] = [row, row + 1];
  while (row - top < reach && inkAt(top - 1) > rules.minInk) top -= 1;
  while (bottom - row < reach && inkAt(bottom) > rules.minInk) bottom += 1;
  // Edges are grey where a rule covers part of a pixel.
  let [thickness, middle] = [0, 0];
  for (let y = top; y < bottom; y += 1) {
    thickness += inkAt(y);
    middle += inkAt(y) * (y + 0.5);
  }
  return { x, step, grey, thickness, middle: middle / thickness };
}
