import type { Line } from '../../page-model/types.ts';
import { stackRows } from '../stack-rows.ts';
import { buildTextRows, type TextRow } from '../text-rows.ts';
import type { Table, TableCell } from '../types.ts';
import { isNumberText } from '../value-text.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import { amountPlaces, composeRows, isClosing } from './closing-rows.ts';

/** Maximum distance of boxes of one table, in em. */
const boxGapEm = 3.5;
/** Maximum distance of totals below the last entry, in em: a form may have empty rows between. */
const totalsGapEm = 14;
/** Words of the first line of a label. */
const maxLineWords = 3;
/** Minimum number of columns: fewer agree by chance. */
const minSharedColumns = 4;

/**
 * Joins a table with the one right below if that belongs to it: a further box with the same columns and no header,
 * possibly named, or rows that are all totals. Null if the other is a separate table.
 */
export function withStackedTable(above: Table, below: Table, lines: readonly Line[]): Table | null {
  if (above.angle !== 0 || below.angle !== 0 || below.box.y0 < above.box.y1 - 2 || above.headerRows === 0) return null;
  const gapEm =
    (below.box.y0 - above.box.y1) / (below.cells.find((cell) => cell.lines.length > 0)?.lines[0]?.style.sizePt ?? 1);
  if (gapEm > totalsGapEm) return null;
  const between = buildTextRows(linesBetween(above, below, lines));
  if (isNamed(between)) {
    const totals = totalRows(above, below);
    if (totals.length > 0) return stack(above, composeRows(above, [...between, ...totals], above.box.y1));
    if (between.length === 0 && gapEm <= boxGapEm && isSumBox(above, below))
      return stack(above, inLastColumns(below, above));
  }
  const cells = inColumns(below, above);
  if (gapEm > boxGapEm || cells === null || hasHeader(below) || !isNamed(between)) return null;
  const named = between.length === 0 ? above : stack(above, composeRows(above, between, above.box.y1));
  return stack(named, { ...below, cells });
}

/** Whether there is at most one text between two tables: a name, or the last line of a description. */
function isNamed(between: readonly TextRow[]): boolean {
  return (
    between.length < 2 && between.every(({ chunks }) => chunks.length === 1 && !isNumberText(chunks[0]?.text ?? ''))
  );
}

/** Whether the table below has labels with amounts, ends where the other does, and begins with the sum of its last column. */
function isSumBox(above: Table, below: Table): boolean {
  const amounts = below.cells.filter(({ column }) => column === 1).map(({ text }) => amountOf(text));
  if (below.columnCount !== 2 || above.columnCount < 3 || Math.abs(above.box.x1 - below.box.x1) > 2) return false;
  if (below.box.x0 < above.box.x0 - 2 || amounts.includes(null)) return false;
  const last = above.cells.filter(({ row, column }) => row >= above.headerRows && column === above.columnCount - 1);
  const sum = last.reduce((total, { text }) => total + (amountOf(text) ?? 0), 0);
  return amounts[0] !== 0 && Math.round(100 * (amounts[0] ?? 0)) === Math.round(100 * sum);
}

/** The value of an amount: its last separator is the decimal one if two digits follow. */
function amountOf(text: string): number | null {
  if (!isNumberText(text)) return null;
  const [whole = '', decimals = ''] = text.split(/[.,](?=\d\d(?:\D|$))/);
  return Number(`${whole.replace(/\D/g, '')}.${decimals.replace(/\D/g, '')}0`);
}

function inLastColumns(below: Table, { columnCount }: Table): Table {
  return { ...below, cells: below.cells.map((cell) => ({ ...cell, column: cell.column + columnCount - 2 })) };
}

function stack(above: Table, below: Table): Table {
  return { ...above, ...stackRows(above, below), rowCuts: [...above.rowCuts, ...below.rowCuts.slice(1)] };
}

/** The rows of a table if all are totals of the one above; else none. */
function totalRows(above: Table, below: Table): readonly TextRow[] {
  const rows = buildTextRows(below.cells.flatMap(({ lines }) => lines));
  const places = amountPlaces(above);
  const isTotal = (row: TextRow, index: number) => isClosing(row, above, places) || isFirstLine(row, rows[index + 1]);
  return rows.every(isTotal) ? rows : [];
}

/**
 * The cells of the table below in the columns of the one above; null if two of a row share one, or the columns differ.
 */
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
  // After the labels, each column must be one of those above.
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

/** Whether a row is the first line of a label that continues in the row below, beside its amount. */
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

/** Whether a table has headings: a single cell at its top is the name of a group of rows. */
function hasHeader({ cells, headerRows }: Table): boolean {
  return cells.filter(({ row, text }) => row < headerRows && text !== '').length > 1;
}
