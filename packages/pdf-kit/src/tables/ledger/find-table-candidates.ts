import type { Edge } from '../rules/edges.ts';
import type { TextRow } from '../text-rows.ts';
import { type AmountColumn, addToAmountColumns, fitOf, overlapPt } from './amount-columns.ts';
import { isBelowHeader } from './below-header.ts';
import { isCountHeading } from './count-headings.ts';
import { gapsOf, isDescription, isLabelOver, isWrapped } from './lines-of-records.ts';
import { areSame, isNewHeader, isOtherHeader } from './new-header.ts';
import { amountsOf, isAmount, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.candidates;
/** Maximum lines of a note across the table, below its header. */
const maxNoteLines = 3;

/** Lines that may be one table: those right above its first amounts, then all lines down to its last amounts. */
export interface TableCandidate {
  /** The line of running text right above, or null: it may be the long first line of a record. */
  readonly above: TextRow | null;
  /** Lines above the first row of amounts that may be its header or title. */
  readonly lead: readonly TextRow[];
  /** From the first row of amounts to the last, with the lines between. */
  readonly body: readonly TextRow[];
  /** Lines right below the last row of amounts: the rest of its wrapped text, or notes. */
  readonly tail: readonly TextRow[];
  readonly amountColumns: readonly AmountColumn[];
}

interface OpenCandidate {
  readonly above: TextRow | null;
  lead: TextRow[];
  body: TextRow[];
  readonly amountColumns: AmountColumn[];
  records: number;
}

/**
 * Splits the rows of a page into table candidates: at prose, at wide gaps, at new headers, and where amounts are in
 * different columns. `known` is the header of the table of the page before.
 */
export function findTableCandidates(
  rows: readonly TextRow[],
  prose: ReadonlySet<TextRow>,
  level: readonly Edge[],
  known: readonly TextRow[],
): TableCandidate[] {
  const candidates: TableCandidate[] = [];
  let current: OpenCandidate | null = null;
  let pending: TextRow[] = [];
  let above: TextRow | null = null;
  const close = (tail: readonly TextRow[]) => {
    if (current !== null) candidates.push({ ...withoutLetterhead(current), tail });
    current = null;
  };
  for (const [index, row] of rows.entries()) {
    if (isCountHeading(row, rows[index + 1]) && !isItem(current, row)) {
      close(pending);
      pending = [...pending, row];
      continue;
    }
    if (prose.has(row) && current === null && isInHeaded(headerIn(pending, prose), rows, index, level)) {
      // A note across the table, between its header and its first row, a line of a long label, or of a record of the page
      // before.
      pending.push(row);
      continue;
    }
    if (
      prose.has(row) &&
      !(
        current !== null &&
        (isDescription(current, row) || isWrapped(current, pending, row) || isLabelOver(current, row, rows[index + 1]))
      )
    ) {
      close(pending);
      pending = [];
      above = row;
      continue;
    }
    const open: OpenCandidate | null = current;
    if (open === null) {
      if (isRecord(row, [])) current = openCandidate(above, pending, row);
      else pending.push(row);
      if (isRecord(row, [])) pending = [];
      continue;
    }
    if (isNewHeader(open, row, level, known, pending.at(-1)) || isOtherHeader(open, row, rows[index + 1])) {
      // Lines above a header may be its title or the end of the table above.
      close(pending);
      pending = [...pending, row];
      continue;
    }
    if (!isRecord(row, open.amountColumns)) {
      pending.push(row);
      continue;
    }
    if (joins(open, pending, row)) {
      open.body.push(...pending, row);
      addRow(open, row);
    } else {
      close(pending);
      current = openCandidate(null, pending, row);
    }
    pending = [];
  }
  close(pending);
  return candidates;
}

/** Whether the last of the lines that begin where a line does, each a single text, is below a header. */
function isInHeaded(
  header: TextRow | undefined,
  rows: readonly TextRow[],
  index: number,
  level: readonly Edge[],
): boolean {
  const left = rows[index]?.box.x0 ?? 0;
  let last = index;
  while (rows[last + 1]?.chunks.length === 1 && Math.abs((rows[last + 1]?.box.x0 ?? 0) - left) < 1) last += 1;
  const row = rows[last];
  return row !== undefined && isBelowHeader(header, row, rows[last + 1], level);
}

/** The last line of headings; a short note, or the name of the first section, may follow it. */
function headerIn(lines: readonly TextRow[], prose: ReadonlySet<TextRow>): TextRow | undefined {
  const near = lines.slice(-maxNoteLines).filter((row) => !prose.has(row));
  return near.findLast((row) => piecesOf(row).length > 1) ?? near.at(-1) ?? lines.at(-1);
}

function openCandidate(above: TextRow | null, lead: readonly TextRow[], row: TextRow): OpenCandidate {
  const candidate: OpenCandidate = { above, lead: [...lead], body: [row], amountColumns: [], records: 0 };
  addRow(candidate, row);
  return candidate;
}

function addRow(candidate: OpenCandidate, row: TextRow): void {
  for (const piece of recordAmounts(row, candidate.amountColumns)) addToAmountColumns(candidate.amountColumns, piece);
  candidate.records += 1;
}

/** Whether the counts of a row are in the columns of the current table, whose header is different. */
function isItem(candidate: OpenCandidate | null, row: TextRow): boolean {
  if (candidate === null || candidate.lead.some((own) => areSame(own, row))) return false;
  return fitOf(candidate.amountColumns, amountsOf(row)).matched === 1;
}

/** Amounts after a label; the first piece of a row also counts if it is under other amounts. */
function recordAmounts(row: TextRow, amountColumns: readonly AmountColumn[]): readonly Piece[] {
  const [first] = piecesOf(row);
  const isUnder =
    first !== undefined && isAmount(first) && amountColumns.some((column) => overlapPt(column, first) > 0);
  return isUnder ? [first, ...amountsOf(row)] : amountsOf(row);
}

/** A row with amounts after another piece, or with only amounts under those of the table. */
function isRecord(row: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  if (amountsOf(row).length > 0) return true;
  const pieces = piecesOf(row);
  if (pieces.slice(1).some(({ kind }) => kind === 'mark') && pieces.length > 2) return true;
  return pieces.length === 1 && pieces.every(isAmount) && fitOf(amountColumns, pieces).matched === 1;
}

function joins(candidate: OpenCandidate, pending: readonly TextRow[], row: TextRow): boolean {
  if (pending.filter((line) => !isDescription(candidate, line)).length > limits.maxLooseLines) return false;
  const widest = Math.max(...gapsOf([candidate.body.at(-1), ...pending, row]));
  const amounts = recordAmounts(row, candidate.amountColumns);
  const { matched, crossed } = fitOf(candidate.amountColumns, amounts);
  if (widest > limits.closingGapEm) return false;
  if (widest > limits.usualGapEm) {
    if (crossed > 0) return false;
    const isLabelled = matched >= limits.fittingShare && hasLabelOf(candidate, row);
    // A single record on the last page is followed by its total.
    return candidate.records < 2 ? isLabelled : isLabelled || matched >= limits.closingShare;
  }
  if (amounts.length === 0 || beginsLikeRecords(candidate, row)) return true;
  return matched >= limits.fittingShare || crossed < 1 - limits.fittingShare || (candidate.records < 2 && crossed < 1);
}

/** Whether a row begins with a date and a text or code where records above do: its amounts may be the first in their column. */
function beginsLikeRecords({ body }: OpenCandidate, row: TextRow): boolean {
  const [key, next] = piecesOf(row);
  if (key?.kind !== 'date' || (next?.kind !== 'text' && next?.kind !== 'code')) return false;
  return body.slice(-12).some((above) => {
    const [ownKey, ownNext] = piecesOf(above);
    return (
      ownKey?.kind === 'date' &&
      ownNext?.kind === next.kind &&
      Math.abs(ownKey.x0 - key.x0) < 1 &&
      Math.abs(ownNext.x0 - next.x0) < 1
    );
  });
}

/** Removes labels with numbers above a table without a header: they are not aligned with anything in it. */
function withoutLetterhead(candidate: OpenCandidate): OpenCandidate {
  const amountColumns: AmountColumn[] = [];
  const texts: Piece[] = [];
  let records = 0;
  let dated = 0;
  let firstOwn = 0;
  for (const [index, row] of [...candidate.body.entries()].toReversed()) {
    const amounts = recordAmounts(row, []);
    if (amounts.length === 0) continue;
    const labels = piecesOf(row).filter((piece) => !isAmount(piece));
    const isDated = piecesOf(row)[0]?.kind === 'date';
    // Its number may be aligned with amounts below by chance.
    const isUnlike = fitOf(amountColumns, amounts).matched === 0 || (dated >= limits.minBelow && !isDated);
    const isOdd =
      records >= limits.minBelow &&
      isUnlike &&
      labels.some((piece) => !texts.some((text) => overlapPt(text, piece) > 0));
    if (isOdd) continue;
    for (const piece of amounts) addToAmountColumns(amountColumns, piece);
    texts.push(...labels);
    records += 1;
    if (isDated) dated += 1;
    firstOwn = index;
  }
  const head = candidate.body.slice(0, firstOwn);
  if (!head.some((row) => amountsOf(row).length > 0)) return candidate;
  return { ...candidate, lead: [...candidate.lead, ...head], body: candidate.body.slice(firstOwn), amountColumns };
}

/** Whether the label of a closing row begins where texts of the table do: a column may be empty down to its total. */
function hasLabelOf({ body }: OpenCandidate, row: TextRow): boolean {
  const [label] = piecesOf(row);
  return label !== undefined && body.some((above) => piecesOf(above).some(({ x0 }) => Math.abs(x0 - label.x0) < 1));
}
