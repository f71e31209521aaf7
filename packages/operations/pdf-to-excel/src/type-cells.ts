import { type DateForm, dateFormOf, parseDate } from './parse-date.ts';
import { type DecimalSign, type PrintedNumber, parseNumber } from './parse-number.ts';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** What a cell holds once its text has been understood. */
export type CellValue =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly value: number; readonly format: string }
  | { readonly kind: 'date'; readonly value: Date; readonly format: string };

const dateFormats: Readonly<Record<DateForm, string>> = {
  iso: 'yyyy-mm-dd',
  'year-first': 'yyyy/mm/dd',
  dotted: 'dd.mm.yyyy',
  'day-month': 'dd/mm/yyyy',
  'month-day': 'mm/dd/yyyy',
  words: 'd mmm yyyy',
};

/** What stands in a cell that has no value. */
const nothing = /^(?:[-–—.]{1,3}|n\/?a)$/i;

/** Decides for every cell of a table whether it is a number, a date or text. */
export function typeCells(table: SheetTable, decimal: DecimalSign): Map<SheetCell, CellValue> {
  const values = new Map<SheetCell, CellValue>();
  for (const column of Map.groupBy(table.cells, (cell) => cell.column).values()) {
    const body = column.filter(({ row, text }) => row >= Math.max(1, table.headerRows) && text !== '');
    const form = dateFormOf(body.map(({ text }) => text).filter((text) => !nothing.test(text)));
    for (const cell of column) values.set(cell, typeCell(cell, decimal, body.includes(cell) ? form : null));
  }
  return values;
}

function typeCell(cell: SheetCell, decimal: DecimalSign, form: DateForm | null): CellValue {
  // A raised figure is a footnote mark or an exponent: the printed text is then no plain number.
  if (cell.runs !== null || cell.text.includes('\n')) return { kind: 'text' };
  const date = form === null ? null : parseDate(cell.text, form);
  if (date !== null && form !== null) return { kind: 'date', value: date, format: dateFormats[form] };
  const number = parseNumber(cell.text, decimal);
  return number === null ? { kind: 'text' } : { kind: 'number', value: number.value, format: numberFormat(number) };
}

/** The Excel number format that prints a number as it was printed. */
export function numberFormat({ decimals, grouped, percent, currency, parentheses }: PrintedNumber): string {
  const digits = `${grouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${percent ? '%' : ''}`;
  const mark = currency === null ? null : `"${currency.sign}"`;
  const positive = mark === null ? digits : currency?.before === true ? `${mark}${digits}` : `${digits} ${mark}`;
  if (parentheses) return `${positive}_);(${positive})`;
  return positive === '0' ? 'General' : positive;
}
