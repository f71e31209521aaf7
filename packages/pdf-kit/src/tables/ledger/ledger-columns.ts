import { median } from '../../statistics.ts';
import { type ColumnGap, columnOf, gapsBetween } from '../column-cuts.ts';
import type { TextRow } from '../text-rows.ts';
import type { Band } from './find-bands.ts';
import { amountsOf, isAmount, type Piece, piecesOf } from './pieces.ts';
import { leadsAmounts } from './split-header.ts';
import { ledgerThresholds } from './thresholds.ts';
import { addToTracks, overlapPt, type Track } from './tracks.ts';

const { votingShare, continuousShare, edgePt, fewestKeys } = ledgerThresholds.columns;

/**
 * The borders between the columns of a table, from all its rows on all its pages: white that runs down through them,
 * and between any two columns of amounts, however few are in one. Signs set apart join the amounts they belong to.
 */
export function ledgerColumns(bands: readonly Band[], headers: readonly TextRow[]): number[] {
  const rows = bands.flatMap(({ body }) => body);
  const records = rows.filter((row) => amountsOf(row).length > 0);
  const voters = votersOf(records, headers);
  const all = [...headers, ...rows].map(({ box }) => box);
  const x0 = Math.min(...all.map((box) => box.x0)) - 1;
  const x1 = Math.max(...all.map((box) => box.x1)) + 1;
  const tracks = tracksOf(records);
  const white = gapsBetween(voters)
    .filter((gap) => partsCells(gap, voters, headers))
    .flatMap((gap) => clearOfAmounts(gap, records))
    .flatMap((gap) => besideTracks(gap, tracks));
  const cuts = [
    x0,
    ...keyGaps(rows, records, white),
    ...white.flatMap((gap) => cutBesideHeads(gap, headers, voters, tracks)),
    x1,
  ].sort((a, b) => a - b);
  const parted = partTracks(cuts, tracks, records);
  const headed = partHeadings(cutBetweenHeads(parted, headers, rows), headers, rows);
  return mergeSigns(headed, rows, headers);
}

/** Words of one text are set as far apart as narrow columns in fixed-pitch type: there, pieces or headings must end at the gap. */
function partsCells({ start, end }: ColumnGap, voters: readonly TextRow[], headers: readonly TextRow[]): boolean {
  const across = voters.filter((row) => piecesOf(row).some(({ x0, x1 }) => x0 < start && x1 > end));
  const beside = voters.filter((row) => row.box.x0 < start && row.box.x1 > end);
  // White behind which no piece begins is between words of texts; in fixed-pitch type, some end where others have a space.
  const isEdge = voters.some((row) => piecesOf(row).some(({ x0 }) => Math.abs(x0 - end) < edgePt));
  if (across.length < continuousShare * beside.length && (across.length === 0 || isEdge)) return true;
  const covered = headers.some((row) => piecesOf(row).some(({ x0, x1 }) => x0 < start && x1 > end));
  const headed = headers.some((row) => piecesOf(row).some(({ x0 }) => Math.abs(x0 - end) < row.sizePt));
  // What is left of the gap has a heading too, unlike the number before a unit: `20 kg`.
  const isHeaded = (left: Piece) =>
    headers.some((row) => piecesOf(row).some((head) => overlapPt(head, { x0: left.x0, x1: start }) > 0));
  const cut = across.flatMap((row) => piecesOf(row).filter(({ x0, x1 }) => x0 < start && x1 > end));
  return headed && !covered && (cut.length === 0 || cut.some(isHeaded));
}

/** Whitespace between dates and texts in lines that have their amounts further down. */
function keyGaps(rows: readonly TextRow[], records: readonly TextRow[], white: readonly ColumnGap[]): number[] {
  const loose = rows.filter((row) => !records.includes(row) && piecesOf(row).length > 1);
  if (loose.length < fewestKeys) return [];
  return gapsBetween(loose)
    .filter(({ start, end }) => !white.some((gap) => gap.start < end && gap.end > start))
    .filter((gap) => partsCells(gap, loose, []))
    .map(({ start, end }) => (start + end) / 2)
    .filter((at) => !records.some((row) => piecesOf(row).some(({ x0, x1 }) => x0 < at && x1 > at)));
}

/**
 * White without the part that lies within a column of amounts: few of them reach across it where most are short, as in
 * a column that is mostly empty, or at the space after their thousands. None is left of whitespace inside that column.
 */
function clearOfAmounts(gap: ColumnGap, records: readonly TextRow[]): ColumnGap[] {
  const at = (gap.start + gap.end) / 2;
  const crossing = records.flatMap((row) =>
    piecesOf(row).filter((piece) => isAmount(piece) && piece.x0 < gap.end - 1 && piece.x1 > gap.end + 1),
  );
  const parted = records.filter((row) => {
    const amounts = piecesOf(row).filter(isAmount);
    return (
      amounts.some(({ x1 }) => x1 <= at && x1 > at - row.sizePt) &&
      amounts.some(({ x0 }) => x0 >= at && x0 < at + row.sizePt)
    );
  });
  if (crossing.length <= parted.length) return [gap];
  const end = Math.min(...crossing.map(({ x0 }) => x0));
  return end > gap.start + 1 ? [{ ...gap, end }] : [];
}

/** Whitespace on both sides of the columns of amounts in it: amounts in so few rows that these do not count. */
function besideTracks(gap: ColumnGap, tracks: readonly Track[]): ColumnGap[] {
  const inside = tracks.filter(({ x0, x1 }) => x0 > gap.start && x1 < gap.end);
  const starts = [gap.start, ...inside.map(({ x1 }) => x1)];
  const ends = [...inside.map(({ x0 }) => x0), gap.end];
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? gap.end;
    return end > start ? [{ ...gap, start, end }] : [];
  });
}

/**
 * The middle of the whitespace between two columns, past a heading that is there and belongs to the one without another;
 * both of its sides where either has one: it is that of an empty column.
 */
function cutBesideHeads(
  { start, end }: ColumnGap,
  headers: readonly TextRow[],
  voters: readonly TextRow[],
  tracks: readonly Track[],
): number[] {
  const heads = headers.findLast((row) => piecesOf(row).length > 2);
  const middle = middleBetween({ start, end }, heads);
  const between = heads === undefined ? [] : piecesOf(heads).filter(({ x0, x1 }) => x0 > start - 1 && x1 < end + 1);
  const [head, ...others] = between;
  if (heads === undefined || head === undefined || others.length > 0) return [middle];
  // Headings that begin before the ends of their amounts, each before one column of them, are set to the left.
  if (leadsAmounts(piecesOf(heads), tracks)) return [(start + head.x0) / 2];
  const isHeaded = (isNext: (piece: Piece) => boolean) => {
    const nearest = voters.flatMap((row) => piecesOf(row).filter(isNext));
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

/** The middle of whitespace without the headings that begin or end in it, over the column after it or before it. */
function middleBetween(gap: Pick<ColumnGap, 'start' | 'end'>, heads: TextRow | undefined): number {
  const pieces = heads === undefined ? [] : piecesOf(heads);
  const start = Math.max(
    gap.start,
    ...pieces.filter(({ x0, x1 }) => x0 < gap.start && x1 < gap.end).map(({ x1 }) => x1),
  );
  const end = Math.min(gap.end, ...pieces.filter(({ x0, x1 }) => x0 > gap.start && x1 > gap.end).map(({ x0 }) => x0));
  return start < end ? (start + end) / 2 : (gap.start + gap.end) / 2;
}

/** Rows with about as many pieces as most; where totals are most, those with about as many as there are headings. */
function votersOf(records: readonly TextRow[], headers: readonly TextRow[]): TextRow[] {
  const heads = Math.max(0, ...headers.map((row) => piecesOf(row).length));
  const full = records.filter((row) => piecesOf(row).length > 2 && piecesOf(row).length >= votingShare * heads);
  const others = records.filter((row) => !full.includes(row));
  if (full.length > 0 && heads > 2 && others.every((row) => piecesOf(row).length <= 2)) return full;
  const counts = records.map((row) => piecesOf(row).length).sort((a, b) => a - b);
  const typical = counts[Math.floor(counts.length * 0.7)] ?? 2;
  const voters = records.filter((row) => piecesOf(row).length >= Math.max(2, votingShare * typical));
  return voters.length > 0 ? voters : [...records];
}

function tracksOf(records: readonly TextRow[]): Track[] {
  const tracks: Track[] = [];
  for (const row of records) for (const piece of amountsOf(row)) addToTracks(tracks, piece);
  return tracks.sort((a, b) => a.x0 - b.x0);
}

/** Two columns of amounts are two columns: credits that never share a row with debits stay apart from them. */
function partTracks(cuts: readonly number[], tracks: readonly Track[], records: readonly TextRow[]): number[] {
  const added = tracks.slice(1).flatMap((track, index) => {
    const left = tracks[index];
    if (left === undefined || left.x1 >= track.x0) return [];
    const at = (left.x1 + track.x0) / 2;
    const column = columnOf(at, cuts);
    const isParted = columnOf(left.x1 - 0.1, cuts) !== columnOf(track.x0 + 0.1, cuts);
    const crossed = records.some((row) =>
      piecesOf(row).some((piece) => isAmount(piece) && piece.x0 < at && piece.x1 > at),
    );
    return isParted || crossed || column < 0 ? [] : [at];
  });
  return [...cuts, ...added].sort((a, b) => a - b);
}

/**
 * As many headings as columns are those of the columns, in order, however they are set over them: each cut is in the
 * white between what is in one column and the next, headings and all.
 */
function cutBetweenHeads(cuts: readonly number[], headers: readonly TextRow[], rows: readonly TextRow[]): number[] {
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

/** Headings that are over white of their own head columns, even such as no row of these pages fills. */
function partHeadings(cuts: readonly number[], headers: readonly TextRow[], rows: readonly TextRow[]): number[] {
  const last = headers.findLast((row) => piecesOf(row).length > 2);
  if (last === undefined) return [...cuts];
  const parted = [...cuts];
  const heads = piecesOf(last);
  heads.slice(1).forEach((head, index) => {
    const left = heads[index];
    if (left === undefined) return;
    if (columnOf(left.x1 - 0.1, parted) !== columnOf(head.x0 + 0.1, parted)) return;
    // Text under a heading may reach beyond it, to just before the next.
    const places = [(left.x1 + head.x0) / 2, head.x0 - 1, left.x1 + 1];
    // The label of a total is one cell, however far it reaches.
    const records = rows.filter((row) => piecesOf(row).length > 2);
    const open = places.find((at) => !records.some((row) => piecesOf(row).some(({ x0, x1 }) => x0 < at && x1 > at)));
    if (open !== undefined) parted.push(open);
    parted.sort((a, b) => a - b);
  });
  return parted;
}

/** A column that holds only signs, or only a heading beside one without, is a part of its neighbour. */
function mergeSigns(cuts: readonly number[], rows: readonly TextRow[], headers: readonly TextRow[]): number[] {
  let kept = [...cuts];
  for (let column = 0; column < kept.length - 1 && kept.length > 3; ) {
    const side = signSide(piecesIn(rows, column, kept), piecesIn(headers, column, kept), column, kept, rows, headers);
    if (side === null) column += 1;
    else {
      const line = side === 'left' ? column : column + 1;
      kept = kept.filter((_, index) => index !== line);
      column = Math.max(0, column - 1);
    }
  }
  return kept;
}

function piecesIn(rows: readonly TextRow[], column: number, cuts: readonly number[]): Piece[] {
  return rows.flatMap(piecesOf).filter((piece) => columnOf((piece.x0 + piece.x1) / 2, cuts) === column);
}

const openingSign = /^(?:[A-Z]{0,3}[$€£¥₹]|EUR|USD|GBP|CHF|Rs\.?|\(|[-–−+])$/u;
const closingSign = /^(?:%|[-–−+*†‡)]|CR|DR|Cr|Dr|DB|OD|EUR|USD|GBP|CHF|€|kr|[SHCD])$/u;

function signSide(
  own: readonly Piece[],
  heads: readonly Piece[],
  column: number,
  cuts: readonly number[],
  rows: readonly TextRow[],
  headers: readonly TextRow[],
): 'left' | 'right' | null {
  const hasLeft = column > 0;
  const hasRight = column < cuts.length - 2;
  if (own.length === 0) {
    if (heads.length === 0) return hasLeft ? 'left' : 'right';
    const isBare = (neighbour: number) =>
      piecesIn(headers, neighbour, cuts).length === 0 && piecesIn(rows, neighbour, cuts).length > 0;
    if (hasRight && isBare(column + 1)) return 'right';
    return hasLeft && column > 1 && isBare(column - 1) ? 'left' : null;
  }
  const filled = (neighbour: number) => piecesIn(rows, neighbour, cuts).some(isAmount);
  const texts = own.map(({ chunk }) => chunk.text.trim());
  const isMark = texts.every((text) => /^[-–−]$/u.test(text));
  // A column of currencies under a heading of its own is no sign of its neighbour.
  const isOwn = heads.length > 0 && hasLeft && piecesIn(headers, column - 1, cuts).length > 0;
  if (isOwn && texts.every((text) => /^[A-Z]{3}$/.test(text))) return null;
  const em = median(own.map(({ chunk }) => chunk.sizePt));
  if (!isMark && hasRight && texts.every((text) => openingSign.test(text)) && filled(column + 1)) return 'right';
  const near = hasLeft ? gapTo(own, piecesIn(rows, column - 1, cuts)) : Number.POSITIVE_INFINITY;
  if (hasLeft && near < 2 * em && texts.every((text) => closingSign.test(text)) && filled(column - 1)) return 'left';
  return null;
}

/** How far the pieces of a column begin behind the end of those on their left, at least. */
function gapTo(own: readonly Piece[], left: readonly Piece[]): number {
  return Math.min(...own.map(({ x0 }) => x0)) - Math.max(...left.filter(isAmount).map(({ x1 }) => x1));
}
