import { median } from '../statistics.ts';
import { boxOf } from './fuse-readings.ts';
import type { RasterLine } from './recognizer.ts';
import { look } from './thresholds.ts';

/** Whether a page has columns of prose beside each other: to read such a page row by row would mix them up. */
export function hasProseColumns(lines: readonly RasterLine[]): boolean {
  const prose = lines.filter(({ words }) => words.length >= look.minProseWords);
  const boxes = prose.map(boxOf);
  const beside = boxes.filter((box) =>
    boxes.some((other) => {
      const shared = Math.min(box.y1, other.y1) - Math.max(box.y0, other.y0);
      return shared > 0.5 * (box.y1 - box.y0) && (other.x0 > box.x1 || other.x1 < box.x0);
    }),
  );
  return beside.length > look.minBeside * lines.length;
}

/** The usual height of a line with its ascenders and descenders, in pixels; null without text. */
export function usualLineHeight(lines: readonly RasterLine[]): number | null {
  const heights = lines.flatMap(({ words, heightPx }) =>
    words.flatMap(({ text }) => Array(text.length).fill(heightPx)),
  );
  return heights.length === 0 ? null : median(heights);
}
