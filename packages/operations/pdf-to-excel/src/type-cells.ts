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
import { noteMarkOf } from './note-mark.ts';
import type { SheetCell, SheetTable } from './sheet-model.ts';
import { plainTriangle, type TriangleSigns, triangleFormat, triangleSigns } from './triangle-signs.ts';

/** The typed value of a cell. */
export type CellValue =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly value: number; readonly format: string }
  | DateValue;

interface DateValue {
  readonly kind: 'date';
  readonly value: Date;
  readonly format: string;
}

/** The notation of a document. */
export interface Notation {
  readonly decimal: DecimalSign;
  /** Null where no date shows it. */
  readonly dateOrder: DateOrder | null;
  /** They give the year of dates printed without one. */
  readonly lastDays: LastDays;
  /** The side of balances that counts as negative according to all tables; null if undetermined. */
  readonly negativeSide: BalanceSide['kind'] | null;
}

const dateFormats: Readonly<Record<DateForm, string>> = {
  iso: 'yyyy-mm-dd',
  'year-first': 'yyyy/mm/dd',
  han: 'yyyy"年"m"月"d"日"',
  hangul: 'yyyy"년" m"월" d"일"',
  dotted: 'dd.mm.yyyy',
  'day-month': 'dd/mm/yyyy',
  'month-day': 'mm/dd/yyyy',
  'day-month-short': 'dd-mm-yy',
  'month-day-short': 'mm-dd-yy',
  words: 'd mmm yyyy',
};

/** What is printed in a cell without a value. */
const nothing = /^(?:[-–—.]{1,3}|n\/?a)$/i;
/** A code whose leading zeros matter. */
const paddedCode = /^0\d+$/;
const plainCode = /^\d+$/;
/**
 * This many ungrouped whole numbers with this many digits each are codes: sums would differ in length and have a total.
 */
const minIdentifiers = 3;
const identifierFigures = 9;

/** This many numbers grouped by one sign show that it groups in their column: one may have three decimals. */
const minGrouped = 2;

/** A whole amount followed by a point, as on tax forms: `1,653.` */
const pointedAmount = /^\(?\d{1,3}(?:,\d{3})+\.\)?$/;
const lastPoint = /(?<=\d)\.(?=\)?$)/;

const bracketed = /^\(\d[\d.,]*\)$/;
/** Minimum number of figures in brackets; fewer are sums without a label. */
const minRemarks = 3;

/** Headings of columns of dates. */
const dateHeading =
  /(?:^|[^\p{L}])(?:dates?|posted|day|datum|tag|buchung(?:stag)?|wert(?:stellung)?|valuta|valeur|valore?|fecha|f\.|data|giorno|dia|día)(?:$|[^\p{L}])/iu;

/** Headings of columns that identify something, whatever digits they hold. */
const nameHeading =
  /(?:^|[^\p{L}])(?:iban|bic|swift|blz|bsb|sort code|phone|telephone|tel|tél|telefon|telefono|téléphone|teléfono|fax|mobile|zip(?: code)?|post ?code|postal code|plz|code postal|ean|gtin|barcode|(?:account|a\/c|acct|iban|konto|compte|cuenta|conto|conta|rekening|customer|kunden|client|tax|vat|ust|steuer|serial|card|karten|reference|ref|chq\.?\/ref|order|auftrags|invoice|rechnungs)[- .]*(?:(?:reg|registration|ident)\b[-. ]*)?(?:no|nr|number|nummer|numéro|número|numero|id)|kontonummer|kontonr|rekeningnummer|kontonummer|kundennummer)(?:$|[^\p{L}])/iu;
/** Minimum digits of an identifier: short numbers under such a heading may be counts. */
const nameFigures = /^\d[\d -]{3,}$/;

/** Headings of columns of versions, whose parts are numbers by themselves: 1.10 comes after 1.9. */
const versionHeading =
  /(?:^|[^\p{L}])(?:versions?|ver\.|revisions?|rev\.?|firmware|versione|versión|versão|fassung)(?:$|[^\p{L}])/iu;
const versionFigures = /^v?\d+(?:\.\d+)*$/i;

/** Headings of columns of packs: what follows the figure is a measure or a count, not a currency or the side of an account. */
const packHeading =
  /(?:^|[^\p{L}])(?:packs?|pack(?:ing|age)?(?: size)?|size|uom|unit of (?:measure|issue)|contents?|gebinde|packung|verpackung(?:seinheit)?|inhalt|größe|conditionnement|envase|formato)(?:$|[^\p{L}])/iu;

/** Whole numbers this long are codes, and so are the shorter ones of their column. */
const longCode = /^\d{12,}$/;

/** Headings of prices and taxes: a letter after such a figure is a tax code, not the side of an account. */
const taxHeading =
  /(?:^|[^\p{L}])(?:vat|gst|tax|mwst|ust|tva|iva|btw|moms|unit price|price|preis|einzelpreis|prix|precio|preço|prezzo|prijs|pris|cena)(?:$|[^\p{L}])/iu;
const letterSide = /^[CDSH]$/;

/** Decides for every cell of a table whether it is a number, a date or text. */
export function typeCells(table: SheetTable, notation: Notation): Map<SheetCell, CellValue> {
  const values = new Map<SheetCell, CellValue>();
  const remarks = remarkRows(table, notation.decimal);
  const sides = sharedSide(table, notation.decimal);
  const signs = triangleSigns(table.cells.map(({ text }) => text));
  for (const column of Map.groupBy(table.cells, (cell) => cell.column).values()) {
    const body = column.filter(({ row, text }) => row >= table.headerRows && text !== '');
    const texts = body.map(({ text }) => onOneLine(text)).filter((text) => !nothing.test(text));
    const isHeadedBy = (heading: RegExp) =>
      column.some(({ row, text }) => row < table.headerRows && heading.test(text));
    const rules: ColumnRules = {
      ...notation,
      decimal: columnDecimal(texts, notation.decimal),
      isGroupedByBoth: isGroupedByBoth(texts),
      form: dateFormOf(texts, notation.dateOrder),
      short: readShortDates(texts, {
        ...notation,
        isHeaded: isHeadedBy(dateHeading),
      }),
      isCode:
        areIdentifiers(texts) ||
        (texts.every((text) => versionFigures.test(text)) && texts.some((text) => paddedCode.test(text))) ||
        (isHeadedBy(nameHeading) && texts.every((text) => nameFigures.test(text))) ||
        (isHeadedBy(versionHeading) && areVersions(texts)),
      hasLongCodes: texts.some((text) => longCode.test(text)),
      isPacked: isHeadedBy(packHeading),
      signs,
      negativeSide:
        sides !== null && isSidedThroughout(texts, notation.decimal)
          ? sides
          : (negativeSideOf(texts, notation.decimal) ?? notation.negativeSide),
      isTaxed: isHeadedBy(taxHeading),
      isPointed: texts.some((text) => pointedAmount.test(text)),
      isOfWords: 2 * texts.filter((text) => isWords(text, notation.decimal)).length > texts.length,
    };
    for (const cell of column) {
      const isRemark = remarks.has(cell.row);
      values.set(cell, isRemark ? { kind: 'text' } : typeCell(cell, rules, cell.row < table.headerRows));
    }
  }
  return values;
}

/**
 * The decimal sign of a column: the one that groups thousands in the document groups no two figures, so a column with
 * `65.814` and `2.77` has decimals behind it.
 */
function columnDecimal(texts: readonly string[], decimal: DecimalSign): DecimalSign {
  const [other, sign] = decimal === ',' ? (['.', '\\.'] as const) : ([',', ','] as const);
  const has = (figures: string) => texts.some((text) => new RegExp(`^-?\\d+${sign}${figures}$`).test(text));
  return has('\\d{3}') && has('\\d{1,2}') && !texts.some((text) => text.includes(decimal)) ? other : decimal;
}

/**
 * Rows of only figures in brackets, each below a row without brackets and with different decimals: shares or errors of
 * the figures above, which are not negative.
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

/**
 * Long whole numbers of equal length throughout a column are identifiers; a mark or a word beside a sum may be among
 * them.
 */
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

/** Whether texts are versions, at least one of them of several parts. */
function areVersions(texts: readonly string[]): boolean {
  return texts.every((text) => versionFigures.test(text)) && texts.some((text) => text.includes('.'));
}

function isWords(text: string, decimal: DecimalSign): boolean {
  return /\p{L}{2}/u.test(text) && parseNumber(text, decimal) === null;
}

/**
 * Whether both points and commas are before groups of three digits only, and are before several: different hands wrote
 * `7.704` and `16,947`, and none has decimals.
 */
function isGroupedByBoth(texts: readonly string[]): boolean {
  const signed = texts.filter((text) => /\d[.,]\d/.test(text));
  const groupedBy = (grouped: RegExp) => signed.filter((text) => grouped.test(text)).length;
  const [points, commas] = [groupedBy(/^-?[1-9]\d{0,2}(?:\.\d{3})+$/), groupedBy(/^-?[1-9]\d{0,2}(?:,\d{3})+$/)];
  return points >= minGrouped && commas >= minGrouped && points + commas === signed.length;
}

interface ColumnRules extends Notation {
  /** Neither a point nor a comma is a decimal sign. */
  readonly isGroupedByBoth: boolean;
  readonly form: DateForm | null;
  readonly short: ShortDates | null;
  /** Account, cheque or part numbers: some begin with a zero. */
  readonly isCode: boolean;
  /** Some are codes by their length: whole numbers among them are codes as well. */
  readonly hasLongCodes: boolean;
  /** Sizes of packs: a currency or a side behind one is a measure. */
  readonly isPacked: boolean;
  readonly signs: TriangleSigns;
  /** A letter after a figure is its tax code. */
  readonly isTaxed: boolean;
  /** A point after a figure ends a whole amount. */
  readonly isPointed: boolean;
  /** Most texts are no numbers: one in brackets is a remark, such as the amount of a payment in its currency. */
  readonly isOfWords: boolean;
  /** The side of a balance that counts as negative, if sides are printed. */
  readonly negativeSide: 'debit' | 'credit' | null;
}

/**
 * The negative side is the exception in its column: credits among the charges of a card, an overdrawn balance among
 * those in credit. `S` (Soll) and `OD` (overdrawn) are always negative, and so is a side with a sign besides (`-14.34 OD`).
 */
export function negativeSideOf(texts: readonly string[], decimal: DecimalSign): BalanceSide['kind'] | null {
  const numbers = texts.map((text) => parseNumber(text, decimal));
  const signed = numbers.find((number) => number !== null && number.side !== null && number.value < 0);
  if (signed?.side) return signed.side.kind;
  const marked = numbers.flatMap((number) => number?.side ?? []);
  if (marked.length === 0) return null;
  const count = numbers.filter((number) => number !== null).length;
  if (marked.some(({ mark }) => mark === 'S' || mark === 'H' || mark === 'OD')) return 'debit';
  // If all amounts of a bank's column have a letter, `C` is what it owes its customer.
  if (marked.length === count && marked.every(({ mark }) => letterSide.test(mark)) && isBothSided(marked))
    return 'debit';
  const credits = marked.filter(({ kind }) => kind === 'credit').length;
  const debits = marked.length - credits;
  if (credits > 0 && debits > 0) return credits < debits ? 'credit' : 'debit';
  // A column in which every amount is on one side has no exception.
  if (marked.length === count) return null;
  return credits > 0 ? 'credit' : 'debit';
}

/**
 * The negative side of all columns of a table in which each amount has its side, such as those of a trial balance; null
 * if there are fewer than two. By itself, each column would have its own exception.
 */
function sharedSide(table: SheetTable, decimal: DecimalSign): BalanceSide['kind'] | null {
  const columns = [...Map.groupBy(table.cells, ({ column }) => column).values()].map((column) =>
    column.flatMap(({ row, text }) => (row >= table.headerRows && text !== '' ? [onOneLine(text)] : [])),
  );
  const sided = columns.filter((texts) => isSidedThroughout(texts, decimal));
  return sided.length > 1 ? negativeSideOf(sided.flat(), decimal) : null;
}

/** Whether each amount of a column has its side, and both sides are among them. */
function isSidedThroughout(texts: readonly string[], decimal: DecimalSign): boolean {
  const sides = texts.flatMap((text) => balanceSideOf(text, decimal) ?? []);
  return isBothSided(sides) && texts.filter((text) => parseNumber(text, decimal) !== null).length === sides.length;
}

function isBothSided(sides: readonly BalanceSide[]): boolean {
  return new Set(sides.map(({ kind }) => kind)).size > 1;
}

/** A narrow column wraps a date after a dash or before its year. */
function onOneLine(text: string): string {
  return text.replace(/-\n/, '-').replace(/\n(?=(?:19|20)\d\d$)/, ' ');
}

/** A narrow column wraps an amount before or after its currency. */
const wrappedCurrency = new RegExp(
  `(?<=\\d)\\n(?=(?:${currencyPattern}|%)$)|(?<=^${currencyPattern})\\n(?=[-+]?\\d)`,
  'u',
);

function typeCell(cell: SheetCell, rules: ColumnRules, isHeading: boolean): CellValue {
  const { decimal, dateOrder, form, short, isTaxed, isOfWords, negativeSide } = rules;
  const note = isHeading ? null : noteMarkOf(cell);
  // A raised digit may be an exponent, so the printed text is not a plain number.
  if (cell.runs !== null && note === null) return { kind: 'text' };
  // The currency below a year in a heading applies to the column.
  const amount = isHeading ? cell.text : (note?.number ?? cell.text).replace(wrappedCurrency, ' ');
  const line = onOneLine(amount);
  if (line.includes('\n')) return { kind: 'text' };
  // Dates in headings are column names.
  const date = isHeading || note !== null ? null : (dateOf(line, form) ?? dateIn(line, dateOrder));
  if (date !== null) return date;
  if (line !== amount) return { kind: 'text' };
  const shortDay = isHeading || note !== null ? null : (short?.dayOf(cell.text) ?? null);
  if (short !== null && shortDay !== null) return { kind: 'date', value: shortDay, format: short.format };
  const { text, triangle } = plainTriangle(line, rules.signs);
  const number = isCodeIn(rules, line)
    ? null
    : parseNumber(
        rules.isPointed ? text.replace(lastPoint, '') : text,
        rules.isGroupedByBoth ? (text.includes('.') ? ',' : '.') : decimal,
      );
  if (number === null) return { kind: 'text' };
  if (rules.isPacked && (number.side !== null || number.currency?.before === false)) return { kind: 'text' };
  if (isOfWords && number.parentheses) return { kind: 'text' };
  // `120+` in a heading means 120 days or more.
  if (isHeading && (number.trailing || number.side !== null)) return { kind: 'text' };
  const isCoded = isTaxed && letterSide.test(number.side?.mark ?? '');
  const isNegative = number.side !== null && number.side.kind === negativeSide && !isCoded;
  const value = isNegative ? -Math.abs(number.value) : number.value;
  const format = note === null ? numberFormat(number) : withMark(numberFormat(number), note.mark);
  return { kind: 'number', value, format: triangle === null ? format : triangleFormat(format, triangle, value) };
}

/** A text that is a date by itself, as the document orders day and month; or null. */
export function dateIn(text: string, order: DateOrder | null): DateValue | null {
  return dateOf(text, dateFormOf([text], order));
}

function dateOf(text: string, form: DateForm | null): DateValue | null {
  const date = form === null ? null : parseDate(text, form);
  return date === null || form === null ? null : { kind: 'date', value: date, format: dateFormats[form] };
}

function isCodeIn({ isCode, hasLongCodes }: ColumnRules, text: string): boolean {
  return isCode || (hasLongCodes && plainCode.test(text));
}

/** The Excel number format that shows a number as it was printed. */
export function numberFormat({
  decimals,
  grouped,
  percent,
  currency,
  parentheses,
  side,
  trailing,
  value,
}: PrintedNumber): string {
  const figures = `${grouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const digits = percent === null ? figures : percent === 'before' ? `%${figures}` : `${figures}%`;
  const positive = currency === null ? digits : withCurrency(digits, currency);
  if (parentheses) return `${positive}_);(${positive})`;
  if (side !== null) return `${positive}" ${side.mark}";${value < 0 ? '-' : ''}${positive}" ${side.mark}"`;
  if (trailing) return `${positive}"+";${positive}"-"`;
  return positive === '0' ? 'General' : positive;
}

function withMark(format: string, mark: string): string {
  const sections = format === 'General' ? ['0'] : format.split(';');
  return sections.map((section) => `${section}"${mark}"`).join(';');
}

function withCurrency(digits: string, { sign, before, unit }: NonNullable<PrintedNumber['currency']>): string {
  if (!before) return `${digits} "${sign}${unit}"`;
  return unit === '' ? `"${sign}"${digits}` : `"${sign}"${digits}"${unit}"`;
}
