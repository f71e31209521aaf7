import { median } from '../statistics.ts';
import { boxOf } from './line-box.ts';
import { lettersOf } from './mean-confidence.ts';
import type { PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { look } from './thresholds.ts';

/**
 * Whether a page has columns, at least one of them of prose: reading it row by row would mix them up. Prose beside prose is
 * in columns. Prose beside shorter lines may be in a table, if they share a baseline.
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
 * Whether a reading divides rows that another one has as whole lines, as when a table is read column by column. Not for a
 * page with columns of prose, whose lines must be divided.
 */
export function breaksRows(reading: readonly RasterLine[], other: readonly RasterLine[]): boolean {
  const rows = other.filter(({ words }) => words.length > 1);
  const broken = rows.filter(({ words }) => {
    const homes = words.map(({ box }) => reading.findIndex((line) => line.words.some((word) => isAt(word.box, box))));
    return new Set(homes.filter((home) => home >= 0)).size > 1;
  });
  return (
    broken.length > look.minBroken * rows.length &&
    lettersOf(wordsOf(other)) >= look.minWhole * lettersOf(wordsOf(reading)) &&
    !hasProseColumns(reading)
  );
}

function wordsOf(lines: readonly RasterLine[]): readonly RasterWord[] {
  return lines.flatMap(({ words }) => words);
}

/** Whether the middle of a box lies in another. */
function isAt({ x0, y0, x1, y1 }: PixelBox, box: PixelBox): boolean {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return x >= x0 && x < x1 && y >= y0 && y < y1;
}

function overlaps(box: PixelBox, other: PixelBox): boolean {
  return Math.min(box.y1, other.y1) - Math.max(box.y0, other.y0) > 0.5 * (box.y1 - box.y0);
}

/** The vertical distance of two lines, in heights of the first. */
function riseBetween({ baseline: first, heightPx }: RasterLine, { baseline: second }: RasterLine): number {
  return Math.abs((first.y0 + first.y1) / 2 - (second.y0 + second.y1) / 2) / heightPx;
}

/** The median line height (ascender to descender) over the letters of a page, in pixels; null without text. */
export function usualLineHeight(lines: readonly RasterLine[]): number | null {
  const heights = lines.flatMap(({ words, heightPx }) =>
    words.flatMap(({ text }) => Array(text.length).fill(heightPx)),
  );
  return heights.length === 0 ? null : median(heights);
}
