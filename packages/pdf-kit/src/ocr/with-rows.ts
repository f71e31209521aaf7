import { fuseReadings } from './fuse-readings.ts';
import { boxOf } from './line-box.ts';
import type { PixelBox, RasterLine } from './recognizer.ts';
import { runsVertically } from './runs-vertically.ts';
import { cells } from './thresholds.ts';

/**
 * Lines with those of some parts of the page as `rows` divide them; in each place, words that were read before stay unless those of the
 * rows are worth more.
 */
export function withRows(
  lines: readonly RasterLine[],
  rows: readonly RasterLine[],
  parts: readonly PixelBox[],
): readonly RasterLine[] {
  let merged = lines;
  for (const part of parts) {
    const inside = merged.filter((line) => isIn(line, part));
    const read = rows.filter((line) => isIn(line, part));
    const outside = merged.filter((line) => !inside.includes(line));
    const below = outside.findIndex((line) => middleOf(line) >= part.y1);
    const at = below < 0 ? outside.length : below;
    const paragraph = inside[0]?.paragraph ?? 0;
    const divided = fuseReadings(
      read,
      inside.filter((line) => !isColumnOf(line, read)),
    ).map((line) => ({ ...line, paragraph }));
    merged = [...outside.slice(0, at), ...divided, ...outside.slice(at)];
  }
  return merged;
}

/** Whether a line runs up or down the page over words of several rows: it is a column of theirs. */
function isColumnOf(line: RasterLine, rows: readonly RasterLine[]): boolean {
  if (!runsVertically(line.baseline)) return false;
  const { x0, y0, x1, y1 } = boxOf(line);
  const crossed = rows.filter((row) =>
    row.words.some(({ box }) => box.x0 < x1 && box.x1 > x0 && middleOf(row) > y0 && middleOf(row) < y1),
  );
  return crossed.length >= cells.minRows;
}

/** Whether the middle of a line lies between the top and the bottom of a part. */
export function isIn(line: RasterLine, { y0, y1 }: PixelBox): boolean {
  const middle = middleOf(line);
  return middle >= y0 && middle < y1;
}

function middleOf(line: RasterLine): number {
  const { y0, y1 } = boxOf(line);
  return (y0 + y1) / 2;
}
