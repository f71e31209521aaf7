import type { Line } from '../../page-model/types.ts';
import { pieceKind } from '../ledger/piece-kind.ts';
import { isAmount, type Piece, piecesOf } from '../ledger/pieces.ts';
import { stackRows } from '../stack-rows.ts';
import { buildTextRows, type TextRow, wrappedEm } from '../text-rows.ts';
import type { Table } from '../types.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import { amountPlaces, composeRows, isClosing } from './closing-rows.ts';
import { haveSameColumns } from './table-continuation.ts';

/** Tolerance for the left edges of one column, in points. */
const startPt = 1;

/** Rows at the top of a page that continue a table of the page before. */
export interface CarriedRows {
  /** The rows, together with the rest of the table below them if that was found. */
  readonly table: Table;
  /** That rest; null if there are only the rows. */
  readonly rest: Table | null;
}

/** The page that rows may be carried to. */
export interface CarriedPage {
  readonly number: number;
  /** Its lines without letterheads that are repeated on other pages. */
  readonly lines: readonly Line[];
  readonly tables: readonly Table[];
  /**
   * Whether the table above reaches the end of its page; otherwise it continues only if its last sum is brought
   * forward.
   */
  readonly isBroken: boolean;
}

/**
 * The rows at the top of a page that belong to the last table of the page before: its last row may be there alone, or
 * above a grid that excludes what is not between its rules. Null if there are none.
 */
export function carriedRows(above: Table, { number, lines, tables, isBroken }: CarriedPage): CarriedRows | null {
  const [first] = tables.toSorted((a, b) => a.box.y0 - b.box.y0);
  const top = first?.box.y0 ?? Number.POSITIVE_INFINITY;
  const rows = buildTextRows(lines.filter(({ box, angle }) => angle === 0 && (box.y0 + box.y1) / 2 < top));
  const places = amountPlaces(above);
  const leads = (row: TextRow | undefined, next: TextRow | undefined) => isLead(row, next, above, places);
  const end = rows.findIndex(
    (row, index) =>
      !isCarried(row, above, places) &&
      !isWrapped(row, rows[index - 1]) &&
      !leads(row, rows[index + 1]) &&
      !leads(rows[index - 1], row),
  );
  const carried = end < 0 ? rows : rows.slice(0, end);
  const [lead] = carried;
  if (above.angle !== 0 || lead === undefined) return null;
  const isSame = (row: TextRow, before: TextRow | undefined) => isWrapped(row, before) || leads(before, row);
  const composed = composeRows({ ...above, pageNumber: number }, carried, lead.box.y0, isSame);
  const table = { ...composed, headerRows: 0 };
  if (!isBroken && !bringsForward(table, above)) return null;
  const goesOn = first !== undefined && end < 0 && first.headerRows === 0 && haveSameColumns(above, first);
  if (!goesOn) return { table, rest: null };
  const rowCuts = [...table.rowCuts.slice(0, -1), ...first.rowCuts];
  return { table: { ...first, ...stackRows(table, first), rowCuts }, rest: first };
}

type ColumnPlaces = ReturnType<typeof amountPlaces>;

/** Whether a line continues a text of the line right above it. */
function isWrapped(row: TextRow, above: TextRow | undefined): boolean {
  const [text, ...others] = piecesOf(row);
  if (above === undefined || text === undefined || others.length > 0 || isAmount(text)) return false;
  const isBelow = piecesOf(above).some((own) => !isAmount(own) && Math.abs(own.x0 - text.x0) < startPt);
  return isBelow && row.box.y0 - above.box.y1 <= wrappedEm * row.sizePt;
}

/** Whether the first row has the amounts that the table above ends with: its sum, brought forward. */
function bringsForward(added: Table, above: Table): boolean {
  const amounts = added.cells.filter(({ row, text }) => row === 0 && pieceKind(text) === 'number');
  const lastOf = (column: number) => above.cells.findLast((cell) => cell.column === column && cell.text !== '');
  return amounts.length > 0 && amounts.every(({ column, text }) => lastOf(column)?.text === text);
}

/**
 * Whether a row closes the table or is a record of it: its texts begin and its amounts end where those of the columns
 * do.
 */
function isCarried(row: TextRow, table: Table, places: ColumnPlaces): boolean {
  const texts = piecesOf(row).filter((piece) => !isAmount(piece));
  // A closing row consists of its first text and its amounts.
  const labelled = {
    ...row,
    chunks: row.chunks.filter((chunk) => !texts.slice(1).some((piece) => piece.chunk === chunk)),
  };
  if (!isClosing(labelled, table, places)) return false;
  return beginAsThere(texts, table);
}

/**
 * Whether a line is the first of a record whose amounts are on the next line: its texts begin where those of their
 * columns do.
 */
function isLead(row: TextRow | undefined, next: TextRow | undefined, table: Table, places: ColumnPlaces): boolean {
  if (row === undefined || next === undefined) return false;
  const pieces = piecesOf(row);
  const isNear = next.box.y0 - row.box.y1 <= wrappedEm * row.sizePt;
  if (!isNear || pieces.length < 2 || pieces.some(isAmount) || !beginAsThere(pieces, table)) return false;
  // A continued text may be an amount in another currency.
  const rest = piecesOf(next).filter(({ x0 }) => !pieces.some((own) => Math.abs(own.x0 - x0) < startPt));
  const [text] = pieces.slice(-1);
  const whole = { ...next, chunks: [text, ...rest].flatMap((piece) => piece?.chunk ?? []) };
  return rest.length > 0 && isClosing(whole, table, places);
}

/** Whether each text begins where those of its column do. */
function beginAsThere(texts: readonly Piece[], table: Table): boolean {
  return texts.every(({ x0 }) => {
    const column = columnOf(x0 + 1, table.columnCuts);
    const own = table.cells.filter((cell) => cell.column === column && cell.row >= table.headerRows);
    return own.some(({ lines }) => lines.some(({ box }) => Math.abs(box.x0 - x0) < startPt));
  });
}
