import { currencyPattern, sideLetters, sidePattern } from '../../values/number-patterns.ts';
import type { ColumnRow } from '../column-row.ts';
import { isDottedPair, pieceKind } from './piece-kind.ts';

/** What may be separated from its amount: the side, the currency. */
const partOfAmount = new RegExp(`^(?:${sidePattern}|[${sideLetters}]|${currencyPattern})$`, 'u');

/** The role of a line in a table: with amounts, the name of a section, with only a key, or none of these. */
export type LineKind = 'amounts' | 'section' | 'keyed' | 'loose';

/** The kind of each line, given those above it. */
export function lineKinds(rows: readonly ColumnRow[], columns: ReadonlySet<number>): LineKind[] {
  return rows.map((row, index) => (isYearBelowDay(row, rows[index - 1]) ? 'loose' : lineKind(row, columns)));
}

/** The kind of a line by itself. */
export function lineKind(row: ColumnRow, columns: ReadonlySet<number>): LineKind {
  if (row.chunks.some(({ first, chunk }) => columns.has(first) && mayBeAmount(chunk.text))) return 'amounts';
  const stub = row.chunks.find(({ first }) => first === 0);
  if (stub === undefined) return 'loose';
  return isKey(stub.chunk.text) ? 'keyed' : 'section';
}

/** Whether a line continues the date of the line above with its year. */
function isYearBelowDay({ chunks }: ColumnRow, above: ColumnRow | undefined): boolean {
  const kindIn = (own: ColumnRow['chunks']) => pieceKind(own.find(({ first }) => first === 0)?.chunk.text ?? '');
  return above !== undefined && kindIn(chunks) === 'year' && kindIn(above.chunks) === 'date';
}

/** Whether the first column holds dates, codes or numbers, and the next words. */
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

/** Whether a text may be the key of a record: a date, a code or a number. */
export function isKey(text: string): boolean {
  const kind = pieceKind(text);
  return kind === 'date' || kind === 'code' || kind === 'number' || kind === 'period';
}

function isAmountText(text: string): boolean {
  const kind = pieceKind(text);
  return kind === 'number' || kind === 'time' || kind === 'mark';
}

/** In a column of amounts, `12.26` is an amount, not a date. */
export function mayBeAmount(text: string): boolean {
  return isAmountText(text) || isDottedPair(text);
}

/** Columns after the first in which most texts are amounts. */
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
