import type { TextRow } from '../text-rows.ts';
import { type ColumnGap, columnOf } from '../whitespace/column-cuts.ts';
import { type AmountColumn, overlapPt } from './amount-columns.ts';
import { leadsAmounts, leadsEach } from './left-headings.ts';
import { isAmount, type Piece, piecesOf } from './pieces.ts';

/**
 * This many amounts under two headings, with less than this share of common right edges, are two loosely set columns.
 */
const minLoose = 6;
const looseShare = 0.3;

/**
 * The cut in a gap between two columns: usually its middle. If a heading is in the gap, the cut leaves it to the column
 * without a heading; if both columns have one, the heading gets cuts on both sides, as that of an empty column.
 */
export function cutsInGap(
  { start, end }: ColumnGap,
  headers: readonly TextRow[],
  representativeRows: readonly TextRow[],
  amountColumns: readonly AmountColumn[],
): number[] {
  const heads = headers.findLast((row) => piecesOf(row).length > 2);
  const middle = middleBetween({ start, end }, heads);
  const between = heads === undefined ? [] : piecesOf(heads).filter(({ x0, x1 }) => x0 > start - 1 && x1 < end + 1);
  const [head, ...others] = between;
  if (heads === undefined || head === undefined || others.length > 0) return [middle];
  // Headings that each begin before the right edge of one column of amounts are left-aligned. One before another that
  // begins in the same gap is over the texts left of it, which may be longer in other rows.
  const isNearest = !piecesOf(heads).some(({ x0 }) => x0 > head.x1 && x0 < end);
  const areLeft = isNearest && [leadsAmounts, leadsEach].some((lead) => lead(piecesOf(heads), amountColumns));
  if (areLeft) return [(start + head.x0) / 2];
  const isHeaded = (isNext: (piece: Piece) => boolean) => {
    const nearest = representativeRows.flatMap((row) => piecesOf(row).filter(isNext));
    return piecesOf(heads).some((other) => other !== head && nearest.some((piece) => overlapPt(piece, other) > 0));
  };
  const left = isHeaded((piece) => piece.x1 <= start + 1 && piece.x1 > start - 4 * piece.chunk.sizePt);
  const right = isHeaded((piece) => piece.x0 >= end - 1 && piece.x0 < end + 4 * piece.chunk.sizePt);
  const before = (start + head.x0) / 2;
  const behind = (head.x1 + end) / 2;
  if (left && right) return [before, behind];
  if (!left && !right) return [middle];
  return [left ? before : behind];
}

/** The middle of the whitespace, excluding headings of the columns on either side that extend into it. */
function middleBetween(gap: Pick<ColumnGap, 'start' | 'end'>, heads: TextRow | undefined): number {
  const pieces = heads === undefined ? [] : piecesOf(heads);
  const start = Math.max(
    gap.start,
    ...pieces.filter(({ x0, x1 }) => x0 < gap.start && x1 < gap.end).map(({ x1 }) => x1),
  );
  const end = Math.min(gap.end, ...pieces.filter(({ x0, x1 }) => x0 > gap.start && x1 > gap.end).map(({ x0 }) => x0));
  return start < end ? (start + end) / 2 : (gap.start + gap.end) / 2;
}

/**
 * If there are as many headings as columns, assigns them in order, however they are aligned, and moves the cuts into
 * the whitespace between the columns including their headings.
 */
export function moveCutsBetweenHeadings(
  cuts: readonly number[],
  headers: readonly TextRow[],
  rows: readonly TextRow[],
): number[] {
  const last = headers.findLast((row) => piecesOf(row).length > 2);
  const heads = last === undefined ? [] : piecesOf(last);
  if (heads.length !== cuts.length - 1) return [...cuts];
  const columns = Map.groupBy(rows.flatMap(piecesOf), (piece) =>
    columnOf(isAmount(piece) ? piece.x1 - 1 : piece.x0 + 1, cuts),
  );
  return cuts.map((cut, index) => {
    const before = heads[index - 1];
    const after = heads[index];
    if (before === undefined || after === undefined) return cut;
    const end = Math.max(
      before.x1,
      ...(columns.get(index - 1) ?? []).filter(({ x1 }) => x1 <= cut).map(({ x1 }) => x1),
    );
    const start = Math.min(after.x0, ...(columns.get(index) ?? []).filter(({ x0 }) => x0 >= cut).map(({ x0 }) => x0));
    return end < start ? (end + start) / 2 : cut;
  });
}

/** Adds a cut between two headings above one column if no row crosses it: a column may be empty on all pages. */
export function addCutsBetweenHeadings(
  cuts: readonly number[],
  headers: readonly TextRow[],
  rows: readonly TextRow[],
): number[] {
  const last = headers.findLast((row) => piecesOf(row).length > 2);
  if (last === undefined) return [...cuts];
  const separated = [...cuts];
  const heads = piecesOf(last);
  heads.slice(1).forEach((head, index) => {
    const left = heads[index];
    if (left === undefined) return;
    if (columnOf(left.x1 - 0.1, separated) !== columnOf(head.x0 + 0.1, separated)) return;
    // Amounts between two headings belong to the first, left-aligned one: no heading is entirely right of its amounts.
    const isBetween = (piece: Piece) => isAmount(piece) && piece.x0 > left.x1 && piece.x1 < head.x0;
    const middle = rows.some((row) => piecesOf(row).some(isBetween)) ? [] : [(left.x1 + head.x0) / 2];
    // Text under a heading may extend beyond it, up to the next.
    const places = [...middle, head.x0 - 1, left.x1 + 1];
    // The label of a total is one cell, however far it extends.
    const records = rows.filter((row) => piecesOf(row).length > 2);
    const open = places.find((at) => !records.some((row) => piecesOf(row).some(({ x0, x1 }) => x0 < at && x1 > at)));
    // Amounts without a common edge belong to both columns: each to the nearer one.
    const between = (left.x1 + head.x0) / 2;
    if (open !== undefined) separated.push(open);
    else if (crossesLooseAmounts(between, records, separated)) separated.push(between);
    separated.sort((a, b) => a - b);
  });
  return separated;
}

/** Whether only amounts cross a position, and those of their column share no edge. */
function crossesLooseAmounts(at: number, records: readonly TextRow[], cuts: readonly number[]): boolean {
  const pieces = records.flatMap(piecesOf);
  const across = pieces.filter(({ x0, x1 }) => x0 < at && x1 > at);
  const column = columnOf(at, cuts);
  const own = pieces.filter((piece) => isAmount(piece) && columnOf(piece.x1 - 1, cuts) === column);
  const share = Math.max(...[...Map.groupBy(own, ({ x1 }) => Math.round(x1 / 2)).values()].map(({ length }) => length));
  return across.every(isAmount) && own.length >= minLoose && share < looseShare * own.length;
}
