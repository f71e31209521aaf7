import type { TextRow } from '../text-rows.ts';
import { addToAmountColumns, fitOf, overlapPt } from './amount-columns.ts';
import type { TableCandidate } from './find-table-candidates.ts';
import { amountsOf, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { maxLooseLines, closingGapEm, minItemAmounts } = ledgerThresholds.candidates;

/**
 * Joins consecutive candidates whose records are items of several lines: the lines between them are indented past the
 * key of the last record, and the next record has a piece under each of its pieces. `rows` are those of the page, in
 * order.
 */
export function joinItems(candidates: readonly TableCandidate[], rows: readonly TextRow[]): TableCandidate[] {
  const places = new Map(rows.map((row, index) => [row, index]));
  const joined: TableCandidate[] = [];
  for (const candidate of candidates) {
    const above = joined.at(-1);
    const between = above === undefined ? [] : rowsBetween(above, candidate, rows, places);
    if (above !== undefined && goOnWithItem(above, between, candidate))
      joined[joined.length - 1] = join(above, between, candidate);
    else joined.push(candidate);
  }
  return joined;
}

function rowsBetween(
  above: TableCandidate,
  below: TableCandidate,
  rows: readonly TextRow[],
  places: ReadonlyMap<TextRow, number>,
): readonly TextRow[] {
  const [last, next] = [above.body.at(-1), below.body[0]];
  if (last === undefined || next === undefined) return [];
  return rows.slice((places.get(last) ?? 0) + 1, places.get(next));
}

function goOnWithItem(above: TableCandidate, between: readonly TextRow[], below: TableCandidate): boolean {
  const next = below.body[0];
  if (next === undefined || between.length === 0) return false;
  // If items are apart and have columns of different widths, the columns of one would split texts of another.
  if (fitOf(above.amountColumns, amountsOf(next)).matched < 1) return false;
  const index = above.body.findLastIndex((row) => isLikeRecord(row, next));
  const record = above.body[index];
  const [key] = record === undefined ? [] : piecesOf(record);
  if (record === undefined || key === undefined) return false;
  const lines = [...above.body.slice(index + 1), ...between];
  const isHanging = lines.every(({ box }) => box.x0 > key.x1);
  const isNear = [...lines, next].every((row, place) => {
    const before = lines[place - 1] ?? record;
    return row.box.y0 - before.box.y1 <= closingGapEm * row.sizePt;
  });
  return isHanging && isNear && lines.length <= maxLooseLines;
}

/** Whether two rows have the same kinds of pieces in the same columns: a number or a date first, amounts last. */
function isLikeRecord(above: TextRow, below: TextRow): boolean {
  const [own, others] = [piecesOf(above), piecesOf(below)];
  const [key] = own;
  if (key === undefined || key.kind === 'text' || amountsOf(above).length < minItemAmounts) return false;
  const isUnder = (piece: Piece, index: number) => {
    const under = own.filter((other) => overlapPt(other, piece) > 0);
    return under.length === 1 && under[0] === own[index] && under[0]?.kind === piece.kind;
  };
  return own.length === others.length && others.every(isUnder);
}

function join(above: TableCandidate, between: readonly TextRow[], below: TableCandidate): TableCandidate {
  const amountColumns = above.amountColumns.map((column) => ({ ...column, pieces: [...column.pieces] }));
  for (const column of below.amountColumns) for (const piece of column.pieces) addToAmountColumns(amountColumns, piece);
  return { ...above, body: [...above.body, ...between, ...below.body], tail: below.tail, amountColumns };
}
