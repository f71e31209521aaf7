import {
  type BalanceSide,
  balanceSideOf,
  currencyPattern,
  type DateForm,
  type DateOrder,
  type DecimalSign,
  dateFormOf,
  type LastDays,
  type PrintedNumber,
  parseDate,
  parseNumber,
  readShortDates,
  type ShortDates,
} from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** What a cell holds once its text has been understood. */
export type CellValue =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly value: number; readonly format: string }
  | { readonly kind: 'date'; readonly value: Date; readonly format: string };

/** How a document writes its figures. */
export interface Notation {
  readonly decimal: DecimalSign;
  /** Null where no date shows it. */
  readonly dateOrder: DateOrder | null;
  /** They tell the year of days that are printed without one. */
  readonly lastDays: LastDays;
  /** The side of balances that counts as negative by all tables together; null where they do not say. */
  readonly negativeSide: BalanceSide['kind'] | null;
}

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
/** A code whose zeros count. */
const paddedCode = /^0\d+$/;
const plainCode = /^\d+$/;
/** So many whole numbers, each of so many figures and none grouped, are no sums: those differ in length, and have a total. */
const minIdentifiers = 3;
const identifierFigures = 9;

/** A whole amount with a point behind it, as the forms of tax offices print them: `1,653.` */
const pointedAmount = /^\(?\d{1,3}(?:,\d{3})+\.\)?$/;
const lastPoint = /(?<=\d)\.(?=\)?$)/;

const bracketed = /^\(\d[\d.,]*\)$/;
/** Fewer figures in brackets are sums without a label. */
const minRemarks = 3;

/** Headings of columns of dates. */
const dateHeading =
  /(?:^|[^\p{L}])(?:dates?|posted|day|datum|tag|buchung(?:stag)?|wert(?:stellung)?|valuta|valeur|valore?|fecha|f\.|data|giorno|dia|día)(?:$|[^\p{L}])/iu;

/** Headings of columns that name or number something, whatever figures they hold. */
const nameHeading =
  /(?:^|[^\p{L}])(?:iban|bic|swift|blz|bsb|sort code|phone|telephone|tel|tél|telefon|telefono|téléphone|teléfono|fax|mobile|zip(?: code)?|post ?code|postal code|plz|code postal|ean|gtin|barcode|(?:account|a\/c|acct|iban|konto|compte|cuenta|conto|conta|rekening|customer|kunden|client|tax|vat|ust|steuer|serial|card|karten|reference|ref|chq\.?\/ref|order|auftrags|invoice|rechnungs)[- .]*(?:(?:reg|registration|ident)\b[-. ]*)?(?:no|nr|number|nummer|numéro|número|numero|id)|kontonummer|kontonr|rekeningnummer|kontonummer|kundennummer)(?:$|[^\p{L}])/iu;
/** Figures of a name: short ones under such a heading may be counts. */
const nameFigures = /^\d[\d -]{3,}$/;

/** Headings of prices and taxes: a letter behind such a figure is a tax code, and no side of an account. */
const taxHeading =
  /(?:^|[^\p{L}])(?:vat|gst|tax|mwst|ust|tva|iva|btw|moms|unit price|price|preis|einzelpreis|prix|precio|preço|prezzo|prijs|pris|cena)(?:$|[^\p{L}])/iu;
const letterSide = /^[CDSH]$/;

/** Decides for every cell of a table whether it is a number, a date or text. */
export function typeCells(table: SheetTable, notation: Notation): Map<SheetCell, CellValue> {
  const values = new Map<SheetCell, CellValue>();
  const remarks = remarkRows(table, notation.decimal);
  for (const column of Map.groupBy(table.cells, (cell) => cell.column).values()) {
    const body = column.filter(({ row, text }) => row >= table.headerRows && text !== '');
    const texts = body.map(({ text }) => onOneLine(text)).filter((text) => !nothing.test(text));
    const isHeadedBy = (heading: RegExp) =>
      column.some(({ row, text }) => row < table.headerRows && heading.test(text));
    const rules: ColumnRules = {
      ...notation,
      form: dateFormOf(texts, notation.dateOrder),
      short: readShortDates(texts, {
        ...notation,
        isHeaded: isHeadedBy(dateHeading),
      }),
      isCode:
        areIdentifiers(texts) ||
        (texts.every((text) => plainCode.test(text)) && texts.some((text) => paddedCode.test(text))) ||
        (isHeadedBy(nameHeading) && texts.every((text) => nameFigures.test(text))),
      negativeSide: negativeSideOf(texts, notation.decimal) ?? notation.negativeSide,
      isTaxed: isHeadedBy(taxHeading),
      isPointed: texts.some((text) => pointedAmount.test(text)),
    };
    for (const cell of column) {
      const isRemark = remarks.has(cell.row);
      values.set(cell, isRemark ? { kind: 'text' } : typeCell(cell, rules, cell.row < table.headerRows));
    }
  }
  return values;
}

/**
 * Rows of figures in brackets alone, each below one without brackets that has other decimals: shares and errors of what
 * is above them, which are not negative.
 */
function remarkRows({ cells }: SheetTable, decimal: DecimalSign): ReadonlySet<number> {
  const rows = Map.groupBy(
    cells.filter(({ text }) => text !== ''),
    ({ row }) => row,
  );
  const isRemark = ({ row, column, text }: SheetCell) => {
    const above = rows.get(row - 1)?.find((cell) => cell.column === column)?.text ?? '';
    if (!bracketed.test(text) || bracketed.test(above)) return false;
    const [own, number] = [parseNumber(text, decimal), parseNumber(above, decimal)];
    return own !== null && number !== null && own.decimals !== number.decimals;
  };
  return new Set([...rows].filter(([, own]) => own.length >= minRemarks && own.every(isRemark)).map(([row]) => row));
}

/** Whole numbers of one great length throughout a column name something; a mark or a word beside a sum may be among them. */
function areIdentifiers(texts: readonly string[]): boolean {
  const numbered = texts.filter((text) => /\d/.test(text));
  const length = numbered[0]?.length ?? 0;
  return (
    numbered.length >= minIdentifiers &&
    length >= identifierFigures &&
    numbered.every((text) => text.length === length && plainCode.test(text)) &&
    new Set(numbered).size > 1
  );
}

interface ColumnRules extends Notation {
  readonly form: DateForm | null;
  readonly short: ShortDates | null;
  /** Numbers of accounts, cheques, parts: some begin with a zero. */
  readonly isCode: boolean;
  /** A letter behind a figure is the code of its tax. */
  readonly isTaxed: boolean;
  /** A point behind a figure ends a whole amount. */
  readonly isPointed: boolean;
  /** Which side of a balance counts as negative, where sides are printed. */
  readonly negativeSide: 'debit' | 'credit' | null;
}

/**
 * The side that counts as negative is the one that is the exception in its column: credits among the charges of a card,
 * an overdrawn balance among those in credit. `S` (Soll) and `OD` (overdrawn) always are.
 */
export function negativeSideOf(texts: readonly string[], decimal: DecimalSign): BalanceSide['kind'] | null {
  const marked = texts.map((text) => balanceSideOf(text, decimal)).filter((side) => side !== null);
  if (marked.length === 0) return null;
  const count = texts.filter((text) => parseNumber(text, decimal) !== null).length;
  if (marked.some(({ mark }) => mark === 'S' || mark === 'H' || mark === 'OD')) return 'debit';
  // All amounts of a bank's column have a letter: `C` is what it owes its customer.
  if (marked.length === count && marked.every(({ mark }) => letterSide.test(mark)) && isBothSided(marked))
    return 'debit';
  const credits = marked.filter(({ kind }) => kind === 'credit').length;
  const debits = marked.length - credits;
  if (credits > 0 && debits > 0) return credits < debits ? 'credit' : 'debit';
  // A column in which every amount is on one side has no exception.
  if (marked.length === count) return null;
  return credits > 0 ? 'credit' : 'debit';
}

function isBothSided(sides: readonly BalanceSide[]): boolean {
  return new Set(sides.map(({ kind }) => kind)).size > 1;
}

/** A narrow column wraps a date behind its dash, or before its year. */
function onOneLine(text: string): string {
  return text.replace(/-\n/, '-').replace(/\n(?=(?:19|20)\d\d$)/, ' ');
}

/** A narrow column wraps an amount before its currency, or behind it. */
const wrappedCurrency = new RegExp(
  `(?<=\\d)\\n(?=(?:${currencyPattern}|%)$)|(?<=^${currencyPattern})\\n(?=[-+]?\\d)`,
  'u',
);

function typeCell(
  cell: SheetCell,
  { decimal, dateOrder, form, short, isCode, isTaxed, isPointed, negativeSide }: ColumnRules,
  isHeading: boolean,
): CellValue {
  // A raised figure is a footnote mark or an exponent: the printed text is then no plain number.
  if (cell.runs !== null) return { kind: 'text' };
  // The currency below a year in a heading is that of the column.
  const amount = isHeading ? cell.text : cell.text.replace(wrappedCurrency, ' ');
  const line = onOneLine(amount);
  if (line.includes('\n')) return { kind: 'text' };
  // Dates in headings name columns.
  for (const candidate of isHeading ? [] : [form, dateFormOf([line], dateOrder)]) {
    const date = candidate === null ? null : parseDate(line, candidate);
    if (date !== null && candidate !== null) return { kind: 'date', value: date, format: dateFormats[candidate] };
  }
  if (line !== amount) return { kind: 'text' };
  const shortDay = isHeading ? null : (short?.dayOf(cell.text) ?? null);
  if (short !== null && shortDay !== null) return { kind: 'date', value: shortDay, format: short.format };
  const number = isCode ? null : parseNumber(isPointed ? line.replace(lastPoint, '') : line, decimal);
  if (number === null) return { kind: 'text' };
  // `120+` in a heading is 120 days and more.
  if (isHeading && (number.trailing || number.side !== null)) return { kind: 'text' };
  const isCoded = isTaxed && letterSide.test(number.side?.mark ?? '');
  const isNegative = number.side !== null && number.side.kind === negativeSide && !isCoded;
  const value = isNegative ? -number.value : number.value;
  return { kind: 'number', value, format: numberFormat(number) };
}

/** The Excel number format that prints a number as it was printed. */
export function numberFormat({
  decimals,
  grouped,
  percent,
  currency,
  parentheses,
  side,
  trailing,
}: PrintedNumber): string {
  const figures = `${grouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const digits = percent === null ? figures : percent === 'before' ? `%${figures}` : `${figures}%`;
  const mark = currency === null ? null : `"${currency.sign}"`;
  const positive = mark === null ? digits : currency?.before === true ? `${mark}${digits}` : `${digits} ${mark}`;
  if (parentheses) return `${positive}_);(${positive})`;
  if (side !== null) return `${positive}" ${side.mark}";${positive}" ${side.mark}"`;
  if (trailing) return `${positive}"+";${positive}"-"`;
  return positive === '0' ? 'General' : positive;
}
