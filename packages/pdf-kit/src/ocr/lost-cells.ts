import { findComponents, inkOf } from './ink-components.ts';
import { boxOf } from './line-box.ts';
import type { GreyRaster, PixelBox, RasterLine } from './recognizer.ts';
import { runsVertically } from './runs-vertically.ts';
import { cells } from './thresholds.ts';
import { isSigns } from './word-worth.ts';

/** Letters side by side, in no word. */
interface Cell {
  readonly box: PixelBox;
  /** The middle of the word that it is level with. */
  readonly row: number;
}

/**
 * The parts of a page, from edge to edge, with the rows of tables that lack cells: letters that are level with words that were read, but
 * in none, since a page layout leaves out columns of a digit or two. Some of them are below each other, or they are specks and
 * pictures.
 */
export function tablesWithLostCells(
  page: GreyRaster,
  lines: readonly RasterLine[],
  lineHeightPx: number,
): readonly PixelBox[] {
  const found = lostCells(page, lines, lineHeightPx);
  const lost = found.filter(({ box }) => {
    const column = found.filter((other) => sharesColumn(box, other.box));
    return new Set(column.map(({ row }) => Math.round(row / lineHeightPx))).size >= cells.minRows;
  });
  if (lost.length === 0) return [];
  const rows = [...lost.map(({ row }) => row), ...dividedRows(lines, lineHeightPx)].toSorted((a, b) => a - b);
  const margin = cells.rowMargin * lineHeightPx;
  const parts: { y0: number; y1: number }[] = [];
  for (const row of rows) {
    const above = parts.at(-1);
    if (above !== undefined && row - above.y1 <= cells.rowDistance * lineHeightPx) above.y1 = row;
    else parts.push({ y0: row, y1: row });
  }
  return parts
    .filter(({ y0, y1 }) => lost.some(({ row }) => row >= y0 && row <= y1))
    .map(({ y0, y1 }) => ({ x0: 0, x1: page.widthPx, y0: y0 - margin, y1: y1 + margin }));
}

/** The middles of lines with others beside them: the cells of a row that a page layout has in columns. */
function dividedRows(lines: readonly RasterLine[], lineHeightPx: number): readonly number[] {
  const middles = lines.map((line) => middleOf(boxOf(line)));
  return middles.filter(
    (middle) => middles.filter((other) => Math.abs(other - middle) < cells.level * lineHeightPx).length > 1,
  );
}

function middleOf({ y0, y1 }: PixelBox): number {
  return (y0 + y1) / 2;
}

function sharesColumn(first: PixelBox, second: PixelBox): boolean {
  return first.x0 < second.x1 && second.x0 < first.x1;
}

function lostCells(page: GreyRaster, lines: readonly RasterLine[], lineHeightPx: number): readonly Cell[] {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => !isSigns(text));
  const rowOf = middlesByRow(
    words.map(({ box }) => box),
    page.heightPx,
    lineHeightPx,
  );
  const ink = inkOf(page);
  // A column of digits is read as text that runs up the page.
  const level = lines.filter(({ baseline }) => !runsVertically(baseline));
  for (const { box } of level.flatMap((line) => line.words)) erase(ink, page, box, cells.minGap * lineHeightPx);
  const found: Cell[] = [];
  findComponents(ink, page, (x0, y0, right, bottom) => {
    const [width, height] = [(right + 1 - x0) / lineHeightPx, (bottom + 1 - y0) / lineHeightPx];
    if (height < cells.minHeight || height > cells.maxHeight || width > cells.maxWidth) return;
    const row = rowOf[Math.round((y0 + bottom) / 2)];
    if (row !== undefined && row > 0) found.push({ box: { x0, y0, x1: right + 1, y1: bottom + 1 }, row });
  });
  return found;
}

/** For each row of pixels, the middle of a word that is level with it; 0 without one. */
function middlesByRow(words: readonly PixelBox[], heightPx: number, lineHeightPx: number): Float32Array {
  const middles = new Float32Array(heightPx);
  for (const { y0, y1 } of words) {
    if (y1 - y0 > cells.maxWordHeight * lineHeightPx) continue;
    const middle = (y0 + y1) / 2;
    const reach = cells.level * lineHeightPx;
    middles.fill(middle, Math.max(0, Math.round(middle - reach)), Math.round(middle + reach));
  }
  return middles;
}

function erase(ink: Uint8Array, { widthPx, heightPx }: GreyRaster, box: PixelBox, margin: number): void {
  const [left, right] = [Math.max(0, Math.floor(box.x0 - margin)), Math.min(widthPx, Math.ceil(box.x1 + margin))];
  for (let row = Math.max(0, Math.floor(box.y0)); row < Math.min(heightPx, box.y1); row += 1) {
    ink.fill(0, row * widthPx + left, row * widthPx + Math.max(left, right));
  }
}
