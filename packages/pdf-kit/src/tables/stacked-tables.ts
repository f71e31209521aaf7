import type { Line } from '../page-model/types.ts';
import { amountEnds, composeRows, isClosing } from './closing-rows.ts';
import { columnOf } from './column-cuts.ts';
import { stackRows } from './stack-rows.ts';
import { buildTextRows, type TextRow } from './text-rows.ts';
import type { Table, TableCell } from './types.ts';
import { isNumberText } from './value-text.ts';

/** Boxes of one table are no further apart than this, in em. */
const boxGapEm = 3.5;
/** Totals may be below the empty rows of a form, as far from its last entry as this, in em. */
const totalsGapEm = 14;
/** Words of the first line of a label. */
const maxLineWords = 3;
/** Fewer columns agree by chance. */
const minSharedColumns = 4;

/**
 * A table with the one right below it that belongs to it: a further box with the same columns and no header, its name
 * above it perhaps, or rows that all are totals. Null where the other is a table of its own.
 */
export function withStackedTable(above: Table, below: Table, lines: readonly Line[]): Table | null {
  if (above.angle !== 0 || below.angle !== 0 || below.box.y0 < above.box.y1 - 2 || above.headerRows === 0) return null;
  const gapEm =
    (below.box.y0 - above.box.y1) / (below.cells.find((cell) => cell.lines.length > 0)?.lines[0]?.style.sizePt ?? 1);
  if (gapEm > totalsGapEm) return null;
  const between = buildTextRows(linesBetween(above, below, lines));
  if (between.length === 0) {
    const totals = totalRows(above, below);
    if (totals.length > 0) return stack(above, composeRows(above, totals, above.box.y1));
  }
  const cells = inColumns(below, above);
  if (gapEm > boxGapEm || cells === null || hasHeader(below) || between.length > 1) return null;
  if (between.some(({ chunks }) => chunks.length > 1 || isNumberText(chunks[0]?.text ?? ''))) return null;
  const named = between.length === 0 ? above : stack(above, composeRows(above, between, above.box.y1));
  return stack(named, { ...below, cells });
}

function stack(above: Table, below: Table): Table {
  return { ...above, ...stackRows(above, below), rowCuts: [...above.rowCuts, ...below.rowCuts.slice(1)] };
}

/** The rows of a table if all of them are totals of the one above; none otherwise. */
function totalRows(above: Table, below: Table): readonly TextRow[] {
  const rows = buildTextRows(below.cells.flatMap(({ lines }) => lines));
  const ends = amountEnds(above);
  const isTotal = (row: TextRow, index: number) => isClosing(row, above, ends) || isFirstLine(row, rows[index + 1]);
  return rows.every(isTotal) ? rows : [];
}

/** The cells of the table below in the columns above it; null where two of a row share one, or its columns are others. */
function inColumns(below: Table, { columnCuts, cells }: Table): readonly TableCell[] | null {
  if (below.columnCount < minSharedColumns) return null;
  const filled = below.cells.filter(({ text }) => text !== '');
  const placed = filled.map((cell) => {
    const boxes = cell.lines.map(({ box }) => box);
    const first = columnOf(Math.min(...boxes.map(({ x0 }) => x0)) + 1, columnCuts);
    const last = columnOf(Math.max(...boxes.map(({ x1 }) => x1)) - 1, columnCuts);
    return { cell, first, last };
  });
  const isFree = ({ cell, first, last }: (typeof placed)[number]) =>
    !placed.some(
      (other) => other.cell !== cell && other.cell.row === cell.row && other.first <= last && other.last >= first,
    );
  // Behind the labels, each column is one of those above.
  const beside = Map.groupBy(
    placed.filter(({ cell }) => cell.column > 0),
    ({ cell }) => cell.column,
  );
  const keeps = [...beside.values()].every((own) =>
    own.every(({ first, last }) => first === own[0]?.first && last === first),
  );
  const valued = new Set(cells.filter(({ text }) => isNumberText(text)).map(({ column }) => column));
  const agrees = placed.every(({ cell, first }) => cell.column === 0 || !isNumberText(cell.text) || valued.has(first));
  if (!placed.every(isFree) || !keeps || !agrees) return null;
  return placed.map(({ cell, first, last }) => ({ ...cell, column: first, columnSpan: last - first + 1 }));
}

/** Whether a row is the first line of a label that goes on in the row below, beside its amount. */
function isFirstLine({ chunks }: TextRow, next: TextRow | undefined): boolean {
  const [line, ...others] = chunks;
  const label = next?.chunks[0];
  if (line === undefined || label === undefined || others.length > 0 || next?.chunks.length === 1) return false;
  return line.words.length <= maxLineWords && line.box.x0 < label.box.x1 && line.box.x1 > label.box.x0;
}

function linesBetween(above: Table, below: Table, lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ box, angle }) => {
    const middle = (box.y0 + box.y1) / 2;
    const isBetween = middle > above.box.y1 && middle < below.box.y0;
    return angle === 0 && isBetween && box.x1 > above.box.x0 && box.x0 < above.box.x1;
  });
}

/** Whether a table has headings: one cell alone at its top is the name of a group of rows. */
function hasHeader({ cells, headerRows }: Table): boolean {
  return cells.filter(({ row, text }) => row < headerRows && text !== '').length > 1;
}
