import type { TextRow } from '../text-rows.ts';
import { type AmountColumn, overlapPt } from './amount-columns.ts';
import { leadsAmounts, leadsEach } from './left-headings.ts';
import { hasPeriodEach, periodsOf } from './periods.ts';
import { behindCount, type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { maxWords, minDigits } = ledgerThresholds.header;

const telephone = /^[+(]?\d[\d ()/-]{7,}$/;

/**
 * Whether a line consists of headings: above amounts or, if a single text, centred over the periods of `header` or
 * above its columns.
 */
export function isHeading(
  row: TextRow,
  amountColumns: readonly AmountColumn[],
  left: number,
  header: readonly TextRow[],
): boolean {
  if (arePeriods(row, amountColumns)) return true;
  const pieces = piecesOf(row);
  if (pieces.some(({ chunk }) => chunk.words.length > maxWords)) return false;
  if (pieces.some((piece) => piece.kind === 'number' && !isNumbering(piece))) return false;
  if (pieces.some(({ kind, chunk }) => kind === 'code' && /\d{6}/.test(chunk.text))) return false;
  // A single customer or document number is the value of the label before it; several may be cost centres.
  const [number, ...numbers] = pieces.filter(
    ({ kind, chunk }) =>
      (kind === 'code' && chunk.text.replace(/\D/g, '').length >= minDigits) ||
      (kind === 'text' && telephone.test(chunk.text)),
  );
  if (number !== undefined && numbers.length === 0) return false;
  // A label differs in style from its value, or ends in a colon.
  if (pieces.some(({ chunk }) => /:$/.test(chunk.text))) return false;
  if (pieces.length > 1 && pieces[0]?.chunk.bold === true && !pieces.slice(1).some(({ chunk }) => chunk.bold))
    return false;
  if (beginsRecord(row) || isWithoutAmounts(row)) return false;
  const overAmounts = pieces.filter((piece) => amountColumns.some((column) => overlapPt(column, piece) > 0));
  // Dates above amounts are headings; a time below a date is a value of the same record.
  const ofDays = amountColumns.filter(({ pieces }) => pieces.some(({ kind }) => kind === 'number'));
  const isOverNumbers = (piece: Piece) => ofDays.some((column) => overlapPt(column, piece) > 0);
  if (
    pieces.slice(1).some((piece) => piece.kind === 'date' && !isOverNumbers(piece)) &&
    pieces.some(({ kind }) => kind === 'text')
  )
    return false;
  if (pieces.length > 1)
    return (
      overAmounts.length > 0 ||
      (row.box.x0 > left + 1 && leadsEach(pieces, amountColumns)) ||
      leadsAmounts(pieces, amountColumns)
    );
  const [only] = pieces;
  if (only === undefined || only.x0 <= left + 1) return false;
  if (isCentredOver(only, header[0])) return true;
  // A spanning heading begins where the first of its columns' headings does, or further right.
  const starts = header.flatMap((below) => piecesOf(below).slice(1)).map(({ x0 }) => x0);
  const firstStart = Math.min(...(starts.length > 0 ? starts : amountColumns.map(({ x0 }) => x0)));
  return overAmounts.length > 0 && only.x0 > firstStart - 2 * only.chunk.sizePt;
}

/** Whether a heading is centred over the periods below it. */
export function isCentredOver({ x0, x1, chunk }: Piece, below: TextRow | undefined): boolean {
  const periods = below === undefined ? [] : periodsOf(below);
  const [first] = periods;
  const last = periods.at(-1);
  if (first === undefined || last === undefined || first === last) return false;
  return Math.abs(x0 + x1 - first.x0 - last.x1) < 2 * chunk.sizePt && x0 < last.x0 && x1 > first.x1;
}

/** Whether at most a label precedes several dates or periods that are each above amounts, as in a balance sheet. */
function arePeriods(row: TextRow, amountColumns: readonly AmountColumn[]): boolean {
  const periods = periodsOf(row);
  if (periods.length < 2) return false;
  return (
    periods.every((piece) => amountColumns.some((column) => overlapPt(column, piece) > 0)) ||
    hasPeriodEach(periods, amountColumns)
  );
}

/** Columns may be numbered in their header. */
function isNumbering({ chunk }: Piece): boolean {
  return /^\(?\d{1,2}\)?$/.test(chunk.text.trim());
}

/**
 * Whether a line is the first of a record whose amounts are on its last line: a date, perhaps after a count, before
 * texts.
 */
export function beginsRecord(row: TextRow): boolean {
  const [key, ...others] = behindCount(row);
  return key?.kind === 'date' && others.some(({ kind }) => kind === 'text' || kind === 'code');
}

/** Whether labels have dashes in place of all amounts; of two sides, one may have none. */
export function isWithoutAmounts(row: TextRow): boolean {
  const [label, ...others] = piecesOf(row);
  if (label?.kind !== 'text' || others.length === 0) return false;
  const isDash = ({ kind, chunk }: Piece) => kind === 'mark' && /^[-–—−]/.test(chunk.text);
  return (
    others.every(({ kind }) => kind === 'mark') ||
    (others.some(isDash) && others.every((piece) => isDash(piece) || piece.kind === 'text'))
  );
}
