import { median } from '../statistics.ts';
import { boxOf } from './line-box.ts';
import type { PixelBox, RasterLine } from './recognizer.ts';
import { rows } from './thresholds.ts';

/** How the rows of a page run, in its pixels. */
export interface RowLevels {
  /** The height at which the row through (x, y) passes `atX`. */
  follow(x: number, y: number, atX: number): number;
}

/** The slope of rows as a plane over the page: `slope` at its origin, and what it gains for each pixel to the right and down. */
interface SlopePlane {
  readonly slope: number;
  readonly perX: number;
  readonly perY: number;
}

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly slope: number;
  readonly weight: number;
}

/**
 * How the rows of a photographed page run: perspective makes them fan out, and a curled sheet makes them bend, so that the
 * cells of a row are at different heights. Baselines tell nearly, those of short lines less; what they leave is found by letting as many
 * lines meet as may. Null if rows are level, or if too few lines tell.
 */
export function measureRowLevels(lines: readonly RasterLine[]): RowLevels | null {
  const plane = planeOf(lines);
  if (plane === null) return null;
  const lineHeightPx = median(lines.map(({ heightPx }) => heightPx));
  const cells = lines.map(({ words, heightPx }) => ({ ...boxOf({ words }), heightPx }));
  const page = boxOf({ words: lines.flatMap(({ words }) => words) });
  const rises = [page.y0, page.y1].map((y) => Math.abs(followPlane(plane, page.x0, y, page.x1) - y));
  if (Math.max(...rises) < rows.minRise * lineHeightPx) return null;
  const leveled = cells.map((cell) => levelCell(cell, plane, page));
  const { top, bottom } = bestRises(leveled, page, lineHeightPx);
  const [width, height] = [page.x1 - page.x0, page.y1 - page.y0];
  const perY = (bottom - top) / (width * height);
  const refined = { ...plane, slope: plane.slope + top / width - perY * page.y0, perY: plane.perY + perY };
  return { follow: (x, y, atX) => followPlane(refined, x, y, atX) };
}

/** A line as on a page whose rows are level. */
interface LevelCell {
  readonly x0: number;
  readonly x1: number;
  readonly x: number;
  readonly y: number;
  readonly heightPx: number;
}

function levelCell(cell: PixelBox & { readonly heightPx: number }, plane: SlopePlane, page: PixelBox): LevelCell {
  const [x, y] = [(cell.x0 + cell.x1) / 2, (cell.y0 + cell.y1) / 2];
  const { x0, x1, heightPx } = cell;
  return { x0, x1, x, y: followPlane(plane, x, y, (page.x0 + page.x1) / 2), heightPx };
}

/** By how much rows still rise or fall across the page, at its top and at its bottom, where most lines beside each other meet. */
function bestRises(cells: readonly LevelCell[], page: PixelBox, lineHeightPx: number) {
  const pairs = cells.flatMap((cell, index) =>
    cells.slice(index + 1).flatMap((other) => {
      const isBeside = cell.x1 < other.x0 || other.x1 < cell.x0;
      return isBeside && Math.abs(cell.y - other.y) < 2 * rows.maxRise * lineHeightPx ? [[cell, other] as const] : [];
    }),
  );
  const [width, height] = [page.x1 - page.x0, page.y1 - page.y0];
  let best = { top: 0, bottom: 0, meeting: Number.NEGATIVE_INFINITY };
  const steps = Math.round(rows.maxRise / rows.riseStep);
  const rises = Array.from({ length: 2 * steps + 1 }, (_, index) => (index - steps) * rows.riseStep * lineHeightPx);
  for (const top of rises) {
    for (const bottom of rises) {
      let meeting = (-rows.riseCost * (Math.abs(top) + Math.abs(bottom))) / lineHeightPx;
      for (const [cell, other] of pairs) {
        const rise = (top + ((bottom - top) * ((cell.y + other.y) / 2 - page.y0)) / height) / width;
        const miss = (other.y - cell.y - rise * (other.x - cell.x)) / (rows.meeting * lineHeightPx);
        meeting += Math.max(0, 1 - miss * miss);
      }
      if (meeting > best.meeting) best = { top, bottom, meeting };
    }
  }
  return best;
}

/** The slope of rows by the baselines of lines; null if too few tell. */
function planeOf(lines: readonly RasterLine[]): SlopePlane | null {
  const samples = lines.flatMap(sampleOf);
  if (samples.length < rows.minSamples) return null;
  const first = fitPlane(samples);
  if (first === null) return null;
  // Baselines of short words are often wrong: those that are far off do not count.
  const misses = samples.map((sample) => Math.abs(sample.slope - slopeAt(first, sample.x, sample.y)));
  const limit = rows.maxMisses * median(misses);
  return fitPlane(samples.filter((_, index) => (misses[index] ?? 0) <= limit)) ?? first;
}

function sampleOf({ baseline: { x0, y0, x1, y1 }, heightPx }: RasterLine): readonly Sample[] {
  const run = x1 - x0;
  if (run < rows.minRun * heightPx || Math.abs(y1 - y0) > run) return [];
  // The heights of both ends are as uncertain on a short line as on a long one.
  return [{ x: (x0 + x1) / 2, y: (y0 + y1) / 2, slope: (y1 - y0) / run, weight: run * run }];
}

function slopeAt({ slope, perX, perY }: SlopePlane, x: number, y: number): number {
  return slope + perX * x + perY * y;
}

/** Steps along the row, each by the slope in its middle. */
function followPlane(plane: SlopePlane, x: number, y: number, atX: number): number {
  const step = (atX - x) / rows.steps;
  let height = y;
  for (let index = 0; index < rows.steps; index += 1) {
    const at = x + index * step;
    const middle = height + (step / 2) * slopeAt(plane, at, height);
    height += step * slopeAt(plane, at + step / 2, middle);
  }
  return height;
}

/** The plane with the least weighted squares of misses; null if the samples do not tell one. */
function fitPlane(samples: readonly Sample[]): SlopePlane | null {
  const mean = (value: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + sample.weight * value(sample), 0) /
    samples.reduce((sum, { weight }) => sum + weight, 0);
  const [x, y, slope] = [mean((one) => one.x), mean((one) => one.y), mean((one) => one.slope)];
  const xx = mean((one) => (one.x - x) ** 2);
  const yy = mean((one) => (one.y - y) ** 2);
  const xy = mean((one) => (one.x - x) * (one.y - y));
  const xs = mean((one) => (one.x - x) * (one.slope - slope));
  const ys = mean((one) => (one.y - y) * (one.slope - slope));
  const determinant = xx * yy - xy * xy;
  if (!(determinant > rows.minSpread * xx * yy)) return null;
  const perX = (xs * yy - ys * xy) / determinant;
  const perY = (ys * xx - xs * xy) / determinant;
  return { slope: slope - perX * x - perY * y, perX, perY };
}
