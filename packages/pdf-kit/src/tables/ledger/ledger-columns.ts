import { type ColumnGap, columnOf, gapsBetween } from '../column-cuts.ts';
import type { TextRow } from '../text-rows.ts';
import type { Band } from './find-bands.ts';
import { cutBesideHeads, cutBetweenHeads, partHeadings } from './heading-cuts.ts';
import { mergeSigns } from './merge-signs.ts';
import { amountsOf, isAmount, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';
import { addToTracks, overlapPt, type Track } from './tracks.ts';

const { votingShare, continuousShare, edgePt, minKeys } = ledgerThresholds.columns;

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
  if (loose.length < minKeys) return [];
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
