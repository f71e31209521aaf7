import type { Edge } from '../rules/edges.ts';
import type { TextRow } from '../text-rows.ts';
import { type AmountColumn, fitOf, overlapPt } from './amount-columns.ts';
import { hasRuleBelow } from './below-header.ts';
import { amountsOf, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.candidates;

/** A table with the lines read so far. */
interface OpenTable {
  readonly lead: readonly TextRow[];
  readonly body: readonly TextRow[];
  readonly amountColumns: readonly AmountColumn[];
  readonly records: number;
}

/**
 * Whether words above the columns of amounts look like headings: another table begins. `above` is the line right above,
 * if it has no amounts.
 */
export function isNewHeader(
  candidate: OpenTable,
  row: TextRow,
  level: readonly Edge[],
  known: readonly TextRow[],
  above: TextRow | undefined,
): boolean {
  const pieces = piecesOf(row);
  if (pieces.length < 2 || amountsOf(row).length > 0 || candidate.records < 1) return false;
  if (pieces.length >= limits.minHeadings && [...candidate.lead, ...known].some((own) => areSame(own, row)))
    return true;
  // Labels with values may precede the table proper: the header has more headings than they have pieces.
  const widest = Math.max(...candidate.body.map((own) => piecesOf(own).length));
  const isWords = pieces.every(({ kind }) => kind === 'text' || kind === 'year' || kind === 'period');
  if (pieces.length > Math.max(2, widest) && isWords && candidate.records <= limits.maxLabels) return true;
  if (pieces.length >= limits.minHeadings && isWords && isTitle(above, row)) return true;
  const amountColumns = candidate.amountColumns.filter(({ pieces: own }) => own.length > 0);
  const over = amountColumns.map((column) =>
    pieces.find((piece) => piece.kind !== 'mark' && piece.kind !== 'sign' && overlapPt(column, piece) > 0),
  );
  const heads = over.filter((piece) => piece !== undefined);
  const bodyBold = amountColumns.flatMap((column) => column.pieces).filter(({ chunk }) => chunk.bold).length;
  const bodyCount = amountColumns.reduce((sum, column) => sum + column.pieces.length, 0);
  const areBold = (own: readonly Piece[]) => own.every(({ chunk }) => chunk.bold) && bodyBold < 0.5 * bodyCount;
  // Headings of a table with other columns are recognised by their style and a rule.
  if (pieces.length >= limits.minHeadings && isWords && areBold(pieces) && hasRuleBelow(row, level)) return true;
  if (heads.length === 0 || heads.length < limits.headedShare * amountColumns.length) return false;
  return areBold(heads) || hasRuleBelow(row, level);
}

/** Whether a single bold text is right above plain ones: the name of a table above its headings. */
function isTitle(above: TextRow | undefined, { chunks, box, sizePt }: TextRow): boolean {
  const isBold = above?.chunks.length === 1 && above.chunks.every(({ bold }) => bold);
  return isBold && chunks.every(({ bold }) => !bold) && box.y0 - above.box.y1 < sizePt;
}

/**
 * Whether each of several headings has a value below it and a table with other columns begins: it has more columns than
 * any row above, the same headings are printed side by side, or none of its amounts is aligned with those above.
 */
export function isOtherHeader({ body, amountColumns }: OpenTable, row: TextRow, below: TextRow | undefined): boolean {
  const heads = piecesOf(row);
  const values = below === undefined ? [] : piecesOf(below);
  const amounts = below === undefined ? [] : amountsOf(below);
  const isWords = heads.every(({ kind }) => kind === 'text');
  if (heads.length <= limits.minHeadings || heads.length !== values.length || !isWords || amounts.length < 2)
    return false;
  const isWider = body.every((own) => piecesOf(own).length < heads.length);
  const isInLine = fitOf(amountColumns, amounts).matched > 0;
  if (!isWider && !areSideBySide(heads) && isInLine) return false;
  return heads.every(({ x0, x1 }, index) => x0 < (values[index]?.x1 ?? 0) && x1 > (values[index - 1]?.x1 ?? 0));
}

/** Whether headings are those of one table, printed once for each of its blocks. */
function areSideBySide(heads: readonly Piece[]): boolean {
  const half = heads.length / 2;
  return (
    Number.isInteger(half) &&
    heads.slice(0, half).every(({ chunk }, index) => chunk.text === heads[half + index]?.chunk.text)
  );
}

/** Whether two rows have the same texts: the header of a table, repeated above its next section. */
export function areSame(above: TextRow, below: TextRow): boolean {
  const texts = piecesOf(below).map(({ chunk }) => chunk.text);
  const own = piecesOf(above);
  return own.length === texts.length && own.every(({ chunk }, index) => chunk.text === texts[index]);
}
