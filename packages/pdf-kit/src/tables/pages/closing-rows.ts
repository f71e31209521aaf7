import type { Line } from '../../page-model/types.ts';
import { median } from '../../statistics.ts';
import { composeTable, placeWords } from '../compose-table.ts';
import { pieceKind } from '../ledger/piece-kind.ts';
import { isAmount, type Piece, piecesOf } from '../ledger/pieces.ts';
import { stackRows } from '../stack-rows.ts';
import { buildTextRows, type TextRow } from '../text-rows.ts';
import type { Table, TableCell } from '../types.ts';
import { columnOf } from '../whitespace/column-cuts.ts';

/** Maximum distance of a total below its table, in em: payment terms and the next table are further off. */
const reachEm = 3.5;
/** Tolerance for right edges of amounts in one column, in em: brackets and signs follow some of them. */
const edgeEm = 0.6;
/** How far amounts may extend over the rule to their right, in em. */
const overRuleEm = 0.3;
/** This many amounts of a column that share a left edge, within this tolerance, are left-aligned. */
const minLeft = 2;
const sameStartPt = 1;
/** Number of sums in one row. */
const minSums = 4;
/** Maximum words of a label; more are a sentence. */
const maxWords = 7;
/** Notes that explain marks of a table are set in type of less than this share of its size. */
const noteShare = 0.85;
/** Lines of notes between a table and its total. */
const maxNotes = 2;

/**
 * Adds to a table the closing rows right below it: a label, and amounts aligned with its columns. They are missing
 * where a grid or a rule ended the table above its totals. `lines` are those of the page outside other tables.
 */
export function withClosingRows(table: Table, lines: readonly Line[]): Table {
  if (table.angle !== 0) return table;
  const below = lines.filter(({ box, angle }) => angle === 0 && (box.y0 + box.y1) / 2 > table.box.y1);
  const rows = buildTextRows(below);
  const isNear = (row: TextRow | undefined, bottom: number) =>
    row !== undefined && row.box.y0 - bottom <= reachEm * row.sizePt;
  if (!isNear(rows[0], table.box.y1)) return table;
  const places = amountPlaces(table);
  const noteSizePt = noteShare * textSize(table);
  const closing: TextRow[] = [];
  let notes: TextRow[] = [];
  let bottom = table.box.y1;
  for (const row of rows) {
    if (!isNear(row, bottom)) break;
    bottom = row.box.y1;
    if (isClosing(row, table, places)) {
      closing.push(...notes, row);
      notes = [];
    } else if (row.chunks.length === 1 && row.sizePt < noteSizePt && notes.length < maxNotes) {
      notes.push(row);
    } else break;
  }
  if (closing.length === 0) return table;
  const added = composeRows(table, closing, table.box.y1);
  return { ...table, ...stackRows(table, added), rowCuts: [...table.rowCuts, ...added.rowCuts.slice(1)] };
}

function textSize({ cells }: Table): number {
  return median(cells.flatMap(({ lines }) => lines.map(({ style }) => style.sizePt)));
}

/** The extent of the amounts of a column. */
export interface AmountPlaces {
  readonly ends: readonly number[];
  /** Their common left edge, if they have one. */
  readonly start: number | null;
}

/**
 * The extents of the amounts of each column; an empty extent for a column that is empty or has only dashes, and no
 * entry for a column of texts.
 */
export function amountPlaces({ cells, headerRows, columnCount }: Table): ReadonlyMap<number, AmountPlaces> {
  const amounts: TableCell[] = [];
  const filled = new Set<number>();
  for (const cell of cells) {
    const kind = cell.row < headerRows || cell.text === '' ? 'mark' : pieceKind(cell.text);
    if (kind !== 'mark') filled.add(cell.column);
    if (kind === 'number') amounts.push(cell);
  }
  const empty = Array.from({ length: columnCount }, (_, column) => column).filter((column) => !filled.has(column));
  return new Map<number, AmountPlaces>([
    ...empty.map((column) => [column, { ends: [], start: null }] as const),
    ...[...Map.groupBy(amounts, ({ column }) => column)].map(
      ([column, own]) => [column, placesOf(own.flatMap(({ lines }) => lines))] as const,
    ),
  ]);
}

function placesOf(amounts: readonly Line[]): AmountPlaces {
  const starts = amounts.map(({ box }) => box.x0);
  const [start = 0] = starts;
  const isLeft = starts.length >= minLeft && Math.max(...starts) - Math.min(...starts) <= sameStartPt;
  return { ends: amounts.map(({ box }) => box.x1), start: isLeft ? start : null };
}

/**
 * A label and one or more amounts beside it, at most one per column, each aligned with a column of amounts or in a
 * column that is empty down to its sum.
 */
export function isClosing(
  row: TextRow,
  { columnCuts, box }: Table,
  places: ReadonlyMap<number, AmountPlaces>,
): boolean {
  const pieces = piecesOf(row);
  const texts = pieces.filter((piece) => !isAmount(piece));
  const [label = pieces[0]] = texts;
  const amounts = pieces.filter((piece) => piece !== label);
  if (label === undefined || amounts.length === 0 || texts.length !== 1) return false;
  if (label.chunk.words.length > maxWords || label.x0 < box.x0 - 2 || row.box.x1 > box.x1 + 2) return false;
  // Sums may also precede the label, where that is in the column of descriptions.
  if (label !== pieces[0] && places.has(columnOf(label.x0 + 1, columnCuts))) return false;
  const columns = amounts.map((piece) => columnAt(piece, columnCuts));
  const aligned = amounts.filter((piece, index) => isInLine(piece, places.get(columns[index] ?? -1)));
  // If many sums are aligned with their columns, one may be centred in its own.
  const isMostlyAligned = amounts.length >= minSums && aligned.length >= amounts.length / 2;
  return (
    new Set(columns).size === columns.length &&
    aligned.length > 0 &&
    amounts.every((piece, index) => {
      const column = columns[index] ?? -1;
      const own = places.get(column);
      const isInside = columnOf(piece.x0 + 1, columnCuts) === column;
      return own !== undefined && (aligned.includes(piece) || (isInside && (own.ends.length === 0 || isMostlyAligned)));
    })
  );
}

function isInLine({ x0, x1, chunk }: Piece, places: AmountPlaces | undefined): boolean {
  if (places === undefined) return false;
  const { ends, start } = places;
  return (
    ends.some((end) => Math.abs(end - x1) <= edgeEm * chunk.sizePt) ||
    Math.abs((start ?? -Infinity) - x0) <= sameStartPt
  );
}

/** The column of an amount: its right edge may be on the rule after it. */
function columnAt({ x1, chunk }: Piece, cuts: readonly number[]): number {
  return columnOf(x1 - overRuleEm * chunk.sizePt, cuts);
}

/**
 * Rows as a table with the columns of another; `top` is where the content above them ends, and `isWrapped` tells which
 * lines continue the row above.
 */
export function composeRows(
  { kind, columnCuts, confidence, ...table }: Table,
  lines: readonly TextRow[],
  top: number,
  isWrapped: (line: TextRow, above: TextRow | undefined) => boolean = () => false,
): Table {
  const rows: TextRow[][] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    if (last !== undefined && isWrapped(line, last.at(-1))) last.push(line);
    else rows.push([line]);
  }
  const middles = rows.map(([row], index) => ((row?.box.y0 ?? 0) + (rows[index - 1]?.at(-1)?.box.y1 ?? top)) / 2);
  const rowCuts = [...middles, (lines.at(-1)?.box.y1 ?? 0) + 1];
  const cells = rows.flatMap((row, index) => {
    const pieces = Map.groupBy(row.flatMap(piecesOf), (piece) =>
      isAmount(piece) ? columnAt(piece, columnCuts) : columnOf(piece.x0 + 1, columnCuts),
    );
    return [...pieces].map(([column, own]) => ({
      row: index,
      column,
      rowSpan: 1,
      columnSpan: 1,
      words: placeWords(own.map(({ chunk }) => chunk)),
    }));
  });
  const { pageNumber } = table;
  return composeTable({ pageNumber, kind, columnCuts, rowCuts, cells, headerRows: 0, confidence }, []);
}
