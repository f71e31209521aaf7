import { median } from '../statistics.ts';
import { boxOf } from './fuse-readings.ts';
import type { PixelBox, RasterLine } from './recognizer.ts';
import { look } from './thresholds.ts';

/**
 * Whether a page has columns beside each other, one of prose at least: to read such a page row by row would mix them up.
 * Prose beside prose is of columns; beside shorter lines it may be of a table, where they stand on one baseline.
 */
export function hasProseColumns(lines: readonly RasterLine[]): boolean {
  const placed = lines.map((line) => ({ line, box: boxOf(line), isProse: line.words.length >= look.minProseWords }));
  const prose = placed
    .filter(({ isProse }) => isProse)
    .map((one) => ({ ...one, others: placed.filter(({ box }) => box.x0 > one.box.x1 || box.x1 < one.box.x0) }));
  const besideProse = prose.filter(({ box, others }) =>
    others.some((other) => other.isProse && overlaps(box, other.box)),
  );
  if (besideProse.length > look.minBeside * lines.length) return true;
  const rises = prose
    .map(({ line, others }) => Math.min(...others.map((other) => riseBetween(line, other.line))))
    .filter((rise) => rise < look.nearestRow);
  const astray = rises.filter((rise) => rise > look.levelTolerance);
  return astray.length >= look.minAstrayLines && astray.length > look.minAstray * rises.length;
}

/**
 * Whether a reading gives rows that another one held whole piece by piece, as a table read column by column. To part what
 * is beside prose is no breaking up.
 */
export function breaksRows(reading: readonly RasterLine[], other: readonly RasterLine[]): boolean {
  const rows = other.filter(({ words }) => words.length > 1);
  const broken = rows.filter(({ words }) => {
    const homes = words.map(({ box }) => reading.findIndex((line) => line.words.some((word) => isAt(word.box, box))));
    return new Set(homes.filter((home) => home >= 0)).size > 1;
  });
  return (
    broken.length > look.minBroken * rows.length &&
    lettersOf(other) >= look.minWhole * lettersOf(reading) &&
    !hasProseColumns(reading)
  );
}

function lettersOf(lines: readonly RasterLine[]): number {
  return lines.reduce((sum, { words }) => sum + words.reduce((all, { text }) => all + text.length, 0), 0);
}

/** Whether the middle of a box lies in another. */
function isAt({ x0, y0, x1, y1 }: PixelBox, box: PixelBox): boolean {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return x >= x0 && x < x1 && y >= y0 && y < y1;
}

function overlaps(box: PixelBox, other: PixelBox): boolean {
  return Math.min(box.y1, other.y1) - Math.max(box.y0, other.y0) > 0.5 * (box.y1 - box.y0);
}

/** How far a line is above or below another, in heights of the line. */
function riseBetween({ baseline: first, heightPx }: RasterLine, { baseline: second }: RasterLine): number {
  return Math.abs((first.y0 + first.y1) / 2 - (second.y0 + second.y1) / 2) / heightPx;
}

/** The usual height of a line with its ascenders and descenders, in pixels; null without text. */
export function usualLineHeight(lines: readonly RasterLine[]): number | null {
  const heights = lines.flatMap(({ words, heightPx }) =>
    words.flatMap(({ text }) => Array(text.length).fill(heightPx)),
  );
  return heights.length === 0 ? null : median(heights);
}
