import type { TextRow } from '../text-rows.ts';
import { type ColumnGap, columnOf, gapsBetween, runsInto, withAlignedGaps } from '../whitespace/column-cuts.ts';
import { type AmountColumn, addToAmountColumns, overlapPt } from './amount-columns.ts';
import type { TableCandidate } from './find-table-candidates.ts';
import { addCutsBetweenHeadings, cutsInGap, moveCutsBetweenHeadings } from './heading-cuts.ts';
import { mergeSigns } from './merge-signs.ts';
import { amountsOf, isAmount, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { representativeShare, continuousShare, edgePt, minKeys, wideGapEm } = ledgerThresholds.columns;

/**
 * The cuts between the columns of a table, from all rows on all pages: at vertical whitespace gaps, and between any two
 * amount columns, however sparse. Separate signs are joined with their amounts.
 */
export function ledgerColumns(candidates: readonly TableCandidate[], headers: readonly TextRow[]): number[] {
  const rows = candidates.flatMap(({ body }) => body);
  const records = rows.filter((row) => amountsOf(row).length > 0);
  const representativeRows = findRepresentativeRows(records, headers);
  const all = [...headers, ...rows].map(({ box }) => box);
  const x0 = Math.min(...all.map((box) => box.x0)) - 1;
  const x1 = Math.max(...all.map((box) => box.x1)) + 1;
  const amountColumns = findAmountColumns(records);
  const clear = gapsBetween(representativeRows).filter((gap) => separatesCells(gap, representativeRows, headers));
  const gaps = withAlignedGaps(clear, representativeRows)
    .flatMap((gap) => clearOfAmounts(gap, records))
    .flatMap((gap) => splitAroundAmountColumns(gap, amountColumns));
  const cuts = [
    x0,
    ...cutsInTextRows(rows, records, gaps),
    ...gaps.flatMap((gap) => cutsInGap(gap, headers, representativeRows, amountColumns)),
    x1,
  ].sort((a, b) => a - b);
  const separated = splitAtWideGaps(splitAtAmountColumns(cuts, amountColumns, records), rows);
  const headed = addCutsBetweenHeadings(moveCutsBetweenHeadings(separated, headers, rows), headers, rows);
  return mergeSigns(headed, rows, headers);
}

/** In fixed-pitch type, word spaces may be as wide as column gaps, so pieces or headings must end at the gap. */
function separatesCells(
  { start, end }: ColumnGap,
  representativeRows: readonly TextRow[],
  headers: readonly TextRow[],
): boolean {
  const isAcross = ({ x0, x1, chunk }: Piece, index: number, own: readonly Piece[]) =>
    x0 < start && x1 > end && !runsInto(chunk, own[index + 1]?.chunk);
  const across = representativeRows.filter((row) => piecesOf(row).some(isAcross));
  const beside = representativeRows.filter((row) => row.box.x0 < start && row.box.x1 > end);
  // If no piece starts at the right edge of the gap, it is only word spacing.
  const isEdge = representativeRows.some((row) => piecesOf(row).some(({ x0 }) => Math.abs(x0 - end) < edgePt));
  // Hardly any row has text across the gap.
  if (across.length < continuousShare * beside.length && (across.length === 0 || isEdge)) return true;
  const covered = headers.some((row) => piecesOf(row).some(({ x0, x1 }) => x0 < start && x1 > end));
  const headingStartsAtGap = headers.some((row) => piecesOf(row).some(({ x0 }) => Math.abs(x0 - end) < row.sizePt));
  // The part left of the gap also has a heading, unlike the number before a unit: `20 kg`.
  const hasHeadingLeft = (left: Piece) =>
    headers.some((row) => piecesOf(row).some((head) => overlapPt(head, { x0: left.x0, x1: start }) > 0));
  const cut = across.flatMap((row) => piecesOf(row).filter(({ x0, x1 }) => x0 < start && x1 > end));
  // Text crosses it, but there are headings on both sides.
  return headingStartsAtGap && !covered && (cut.length === 0 || cut.some(hasHeadingLeft));
}

/** Gaps between dates and texts on lines whose amounts are further down. */
function cutsInTextRows(rows: readonly TextRow[], records: readonly TextRow[], known: readonly ColumnGap[]): number[] {
  const loose = rows.filter((row) => !records.includes(row) && piecesOf(row).length > 1);
  if (loose.length < minKeys) return [];
  return gapsBetween(loose)
    .filter(({ start, end }) => !known.some((gap) => gap.start < end && gap.end > start))
    .filter((gap) => separatesCells(gap, loose, []))
    .map(({ start, end }) => (start + end) / 2)
    .filter((at) => !records.some((row) => piecesOf(row).some(({ x0, x1 }) => x0 < at && x1 > at)));
}

/**
 * Trims the part of a gap inside an amount column: few amounts cross it if most are short, in a mostly empty column, or
 * at the space after the thousands. A gap entirely inside the column is dropped.
 */
function clearOfAmounts(gap: ColumnGap, records: readonly TextRow[]): ColumnGap[] {
  const at = (gap.start + gap.end) / 2;
  const crossing = records.flatMap((row) =>
    piecesOf(row).filter((piece) => isAmount(piece) && piece.x0 < gap.end - 1 && piece.x1 > gap.end + 1),
  );
  const separated = records.filter((row) => {
    const amounts = piecesOf(row).filter(isAmount);
    return (
      amounts.some(({ x1 }) => x1 <= at && x1 > at - row.sizePt) &&
      amounts.some(({ x0 }) => x0 >= at && x0 < at + row.sizePt)
    );
  });
  if (crossing.length <= separated.length) return [gap];
  const end = Math.min(...crossing.map(({ x0 }) => x0));
  return end > gap.start + 1 ? [{ ...gap, end }] : [];
}

/** Splits a gap around sparse amount columns inside it, which too few rows have to be representative. */
function splitAroundAmountColumns(gap: ColumnGap, amountColumns: readonly AmountColumn[]): ColumnGap[] {
  const inside = amountColumns.filter(({ x0, x1 }) => x0 > gap.start && x1 < gap.end);
  const starts = [gap.start, ...inside.map(({ x1 }) => x1)];
  const ends = [...inside.map(({ x0 }) => x0), gap.end];
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? gap.end;
    return end > start ? [{ ...gap, start, end }] : [];
  });
}

/** Rows with about as many pieces as most; if most are totals, rows with about as many pieces as there are headings. */
function findRepresentativeRows(records: readonly TextRow[], headers: readonly TextRow[]): TextRow[] {
  const heads = Math.max(0, ...headers.map((row) => piecesOf(row).length));
  const full = records.filter((row) => piecesOf(row).length > 2 && piecesOf(row).length >= representativeShare * heads);
  const others = records.filter((row) => !full.includes(row));
  if (full.length > 0 && heads > 2 && others.every((row) => piecesOf(row).length <= 2)) return full;
  const counts = records.map((row) => piecesOf(row).length).sort((a, b) => a - b);
  const typical = counts[Math.floor(counts.length * 0.7)] ?? 2;
  const found = records.filter((row) => piecesOf(row).length >= Math.max(2, representativeShare * typical));
  return found.length > 0 ? found : [...records];
}

/**
 * Two texts far apart are in two columns, even if only one row has both, provided nothing in any row crosses the space
 * between them.
 */
function splitAtWideGaps(cuts: readonly number[], rows: readonly TextRow[]): number[] {
  const pieces = rows.flatMap(piecesOf);
  const added = rows.flatMap((row) =>
    piecesOf(row).flatMap((right, index, own) => {
      const left = own[index - 1];
      if (left === undefined || right.x0 - left.x1 < wideGapEm * row.sizePt) return [];
      const isApart = columnOf(left.x0 + 1, cuts) !== columnOf(right.x0 + 1, cuts);
      const isCrossed = pieces.some(({ x0, x1 }) => x0 < right.x0 - 1 && x1 > left.x1 + 1);
      return isApart || isCrossed ? [] : [right.x0 - 1];
    }),
  );
  return [...cuts, ...new Set(added)].sort((a, b) => a - b);
}

function findAmountColumns(records: readonly TextRow[]): AmountColumn[] {
  const amountColumns: AmountColumn[] = [];
  for (const row of records) for (const piece of amountsOf(row)) addToAmountColumns(amountColumns, piece);
  return amountColumns.sort((a, b) => a.x0 - b.x0);
}

/** Debits and credits may never share a row, so no row shows the gap between them: separates them explicitly. */
function splitAtAmountColumns(
  cuts: readonly number[],
  amountColumns: readonly AmountColumn[],
  records: readonly TextRow[],
): number[] {
  const added = amountColumns.slice(1).flatMap((right, index) => {
    const left = amountColumns[index];
    if (left === undefined || left.x1 >= right.x0) return [];
    const at = (left.x1 + right.x0) / 2;
    const column = columnOf(at, cuts);
    const isSeparated = columnOf(left.x1 - 0.1, cuts) !== columnOf(right.x0 + 0.1, cuts);
    const crossed = records.some((row) =>
      piecesOf(row).some((piece) => isAmount(piece) && piece.x0 < at && piece.x1 > at),
    );
    return isSeparated || crossed || column < 0 ? [] : [at];
  });
  return [...cuts, ...added].sort((a, b) => a - b);
}
