import type { TextRow } from '../text-rows.ts';
import { type AmountColumn, fitOf, overlapPt } from './amount-columns.ts';
import { amountsOf, isAmount, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.candidates;

/** A table that further lines may belong to. */
export interface OpenLines {
  readonly above: TextRow | null;
  readonly lead: readonly TextRow[];
  readonly body: readonly TextRow[];
  readonly amountColumns: readonly AmountColumn[];
}

/** Whether a line continues a record: it begins where the text beside the key does, and ends before the amounts. */
export function isDescription(candidate: OpenLines, row: TextRow): boolean {
  const above = candidate.body.slice(-limits.rowsAbove).flatMap(piecesOf);
  const [text, ...others] = piecesOf(row);
  const starts = candidate.body.flatMap((own) => piecesOf(own).slice(0, 2));
  return (
    text !== undefined &&
    others.length === 0 &&
    text.x1 <= amountsStart(candidate, above) &&
    starts.some(({ x0 }) => text.x0 - x0 > -1 && text.x0 - x0 < text.chunk.sizePt)
  );
}

/** Whether a line continues the words of a record: it begins where they do and ends before the amounts. */
export function isWrapped(candidate: OpenLines, pending: readonly TextRow[], row: TextRow): boolean {
  const pieces = piecesOf(row);
  const above = candidate.body.slice(-limits.rowsAbove).flatMap(piecesOf);
  const firstAmounts = amountsStart(candidate, above);
  // The first record may have its lines of text above its amounts, or above and below them.
  const around = [...(candidate.above === null ? [] : [candidate.above]), ...candidate.lead.slice(-limits.rowsAbove)];
  const texts = [...[...around, ...pending].flatMap(piecesOf), ...above];
  const begins = (piece: Piece) => texts.some(({ x0 }) => Math.abs(x0 - piece.x0) < 1);
  // Only an opening balance may precede the first record with a date.
  const isDated = pieces.length > 1 && pieces[0]?.kind === 'date';
  return pieces.every((piece, index) => piece.x1 <= firstAmounts && (begins(piece) || (isDated && index === 0)));
}

/**
 * Whether a line is the first of a long label, or a section name: it ends before all amounts of the table, and its
 * amounts, or those of the first record of the section, are right below it.
 */
export function isLabelOver(candidate: OpenLines, row: TextRow, below: TextRow | undefined): boolean {
  const [label, ...others] = piecesOf(row);
  if (label === undefined || others.length > 0 || below === undefined) return false;
  const amounts = amountsOf(below);
  const gaps = gapsOf([candidate.body.at(-1), row, below]);
  return (
    label.kind === 'text' &&
    label.x1 <= amountsStart(candidate, candidate.body.slice(-limits.rowsAbove).flatMap(piecesOf)) &&
    gaps.every((gap) => gap <= limits.usualGapEm) &&
    amounts.length > 1 &&
    fitOf(candidate.amountColumns, amounts).matched === 1
  );
}

/** The left edge of the amounts, without those within texts, which other texts cross. */
function amountsStart({ amountColumns }: OpenLines, above: readonly Piece[]): number {
  const columns = amountColumns.filter((column) => {
    const inside = above.filter((piece) => isAmount(piece) && overlapPt(column, piece) > 0);
    const across = above.filter(({ kind, x0, x1 }) => kind === 'text' && x0 < column.x0 + 1 && x1 > column.x1);
    return across.length < Math.max(1, inside.length);
  });
  return Math.min(...(columns.length > 0 ? columns : amountColumns).map(({ x0 }) => x0));
}

/** The gap between two lines, in em. */
export function gapsOf(rows: readonly (TextRow | undefined)[]): number[] {
  const lines = rows.filter((row) => row !== undefined);
  return lines.slice(1).map((line, index) => (line.box.y0 - (lines[index]?.box.y1 ?? 0)) / line.sizePt);
}
