import { currencyPattern, sideLetters, sidePattern } from '../../values/number-patterns.ts';
import type { ColumnRow } from '../column-row.ts';
import { isDottedPair, pieceKind } from './piece-kind.ts';

/** What may be set apart from an amount that it is a part of: its side, its currency. */
const partOfAmount = new RegExp(`^(?:${sidePattern}|[${sideLetters}]|${currencyPattern})$`, 'u');

/** What a line of a table is among its records: one with amounts, the name of a part, one with a key alone, or none of these. */
export type LineKind = 'amounts' | 'section' | 'keyed' | 'loose';

/** What each line is among those above it. */
export function lineKinds(rows: readonly ColumnRow[], columns: ReadonlySet<number>): LineKind[] {
  return rows.map((row, index) => (isYearBelowDay(row, rows[index - 1]) ? 'loose' : lineKind(row, columns)));
}

/** What a line is by itself. */
export function lineKind(row: ColumnRow, columns: ReadonlySet<number>): LineKind {
  if (row.chunks.some(({ first, chunk }) => columns.has(first) && mayBeAmount(chunk.text))) return 'amounts';
  const stub = row.chunks.find(({ first }) => first === 0);
  if (stub === undefined) return 'loose';
  return isKey(stub.chunk.text) ? 'keyed' : 'section';
}

/** Whether a line goes on with the date of the one above: its year. */
function isYearBelowDay({ chunks }: ColumnRow, above: ColumnRow | undefined): boolean {
  const kindIn = (own: ColumnRow['chunks']) => pieceKind(own.find(({ first }) => first === 0)?.chunk.text ?? '');
  return above !== undefined && kindIn(chunks) === 'year' && kindIn(above.chunks) === 'date';
}

/** Whether the first column holds dates, codes or numbers, and words are in the next. */
export function hasKeys(rows: readonly ColumnRow[]): boolean {
  const stubs = rows.flatMap(({ chunks }) => chunks.filter(({ first, last }) => first === 0 && last === 0));
  const dates = stubs.filter(({ chunk }) => pieceKind(chunk.text) === 'date').length;
  const years = stubs.filter(({ chunk }) => pieceKind(chunk.text) === 'year');
  // The year may be below each day.
  const keys = stubs.filter((own) => isKey(own.chunk.text) || (dates >= years.length && years.includes(own)));
  const beside = rows.flatMap(({ chunks }) =>
    chunks.filter(({ first, chunk }) => first > 0 && pieceKind(chunk.text) === 'text'),
  );
  return keys.length > 0 && keys.length >= 0.5 * stubs.length && beside.length > 0;
}

/** Whether a text is one that records begin with: a date, a code or a number. */
export function isKey(text: string): boolean {
  const kind = pieceKind(text);
  return kind === 'date' || kind === 'code' || kind === 'number' || kind === 'period';
}

function isAmountText(text: string): boolean {
  const kind = pieceKind(text);
  return kind === 'number' || kind === 'time' || kind === 'mark';
}

/** In a column of amounts, `12.26` is one, and no day. */
export function mayBeAmount(text: string): boolean {
  return isAmountText(text) || isDottedPair(text);
}

/** Columns most of whose texts are amounts, behind the first. */
export function amountColumns(rows: readonly ColumnRow[]): Set<number> {
  const byColumn = Map.groupBy(
    rows.flatMap(({ chunks }) =>
      chunks.filter(({ first, chunk }) => first > 0 && !partOfAmount.test(chunk.text.trim())),
    ),
    ({ first }) => first,
  );
  return new Set(
    [...byColumn]
      .filter(([, own]) => {
        const sure = own.filter(({ chunk }) => isAmountText(chunk.text)).length;
        const likely = own.filter(({ chunk }) => mayBeAmount(chunk.text)).length;
        return sure >= 0.3 * own.length && likely >= 0.6 * own.length;
      })
      .map(([column]) => column),
  );
}
