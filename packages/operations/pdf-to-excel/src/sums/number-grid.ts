import { maximum } from '@platen/pdf-kit/statistics';
import type { SheetCell, SheetTable } from '../sheet-model.ts';
import type { CellValue } from '../type-cells.ts';

/** A table row as numbers, in integer units of the last printed decimal. */
export interface NumberRow {
  /** Its place in the table. */
  readonly row: number;
  readonly label: string;
  /** A balance brought or carried forward is part of some totals and not of others. */
  readonly kind: 'record' | 'total' | 'section' | 'balance';
  readonly numbers: ReadonlyMap<number, number>;
  /** Its percentages: a discount may be among them. */
  readonly percentages: readonly number[];
  /** Columns whose number has its own label that is not a total: halves of a payslip side by side. */
  readonly otherLabels: ReadonlySet<number>;
}

export interface NumberGrid {
  readonly rows: readonly NumberRow[];
  /** Columns with a number in any row. */
  readonly columns: readonly number[];
  /** Columns of percentages, rates, prices and averages: no total sums them up. */
  readonly shares: ReadonlySet<number>;
  /** Columns whose heading says that they are totals. */
  readonly totals: ReadonlySet<number>;
  /** Units that make one. */
  readonly scale: number;
  /** Units of the last decimal that is printed in each column. */
  readonly printedUnits: ReadonlyMap<number, number>;
  /** Whether figures are rounded individually: the table has averages, or states thousands or millions. */
  readonly isRounded: boolean;
}

/** "Other, net", "Due to affiliates" and "Loss on disposal" are entries of a balance sheet or statement, not totals. */
const totalLabel =
  /(?:^|[^\p{L}])(?:sub-?totals?|totals?|(?<!,\s)(?:net|gross)(?! (?:of|proceeds|gains?|losses|purchases)\b)|sum|balance due|due(?! (?:to|from|within|after)\b)|result|(?:profit|loss)(?!\)? (?:on|from)\b)|\p{L}*summe|gesamt\p{L}*|zwischensumme|saldo|ergebnis|somme|solde|suma|razem|ogółem|ogolem|summa|delsumma|saldo|importe|totale|totaux|totaal|subtotaal|te betalen|(?:rechnungs|gesamt|end|zahl|auszahlungs|überweisungs|rest|netto|brutto)?betrag)(?:$|[^\p{L}])/iu;
const balanceLabel =
  /(?:^|[^\p{L}])(?:balance|brought forward|carried forward|opening|kontostand|übertrag|vortrag|anfangssaldo|endsaldo|(?:alter|neuer) saldo|solde|report|à reporter|saldo (?:anterior|inicial|iniziale|finale?|pocz[aą]tkowe|ko[nń]cowe|vorige|de la hoja anterior)|suma y sigue|riporto|a riportare|transporte?|a transportar|beginsaldo|eindsaldo|over te brengen|overgebracht|(?:z|do) przeniesienia|(?:ingående|utgående) saldo)(?:$|[^\p{L}])/iu;
/** Labels of sums carried forward to the next page. */
const carriedLabel =
  /(?:^|[^\p{L}])(?:(?:carried|brought) (?:forward|over)|c\/f|b\/f|übertrag|à reporter|report|suma y sigue|hoja anterior|a? ?riport(?:o|are)|a? ?transport(?:e|ar)|over te brengen|overgebracht|(?:z|do) przeniesienia)(?:$|[^\p{L}])/iu;
const shareHeading =
  /%|(?:^|[^\p{L}])(?:percent|rate|price|ratio|yield|kurs|preis|quote|satz|cours|prix|taux|precio|tasa|prezzo|prijs)(?:$|[^\p{L}])/iu;
const averageHeading =
  /(?:^|[^\p{L}])(?:average|avg|mean|durchschnitt|mittel(?:wert)?|moyenne|promedio|media|gemiddelde|średnia)(?:$|[^\p{L}])/iu;
const roundedUnits =
  /(?:^|[^\p{L}])(?:thousands|millions|billions|tausend|mio|mrd|tsd|teur|t€|m€|k€|milliers|milliards|miles de|millones|migliaia|milioni|duizend(?:en)?|miljoen|tys|mln|tkr|mkr)(?:$|[^\p{L}])|[’']000s?(?:$|\D)/iu;
/** A description may mention a total in a sentence. */
const maxLabelWords = 20;
/** The tax of a whole bill, which is not the sum of what is above it. */
const taxLabel = /^totals? (?:vat|gst|tva|mwst|iva|btw)(?: amount)?:?$/i;
const maxDecimals = 4;
/** Debits, credits and their balance. */
const minCarried = 3;
/** What is printed beside amounts for their side: `Dr` and `Cr`, `S` and `H`, `Af` and `Bij`. */
const sideMark = /^\P{Nd}{1,4}$/u;

/** The numbers of a table as integers, so that sums are exact. Percentages are left out: they are no amounts. */
export function numberGrid(table: SheetTable, values: ReadonlyMap<SheetCell, CellValue>): NumberGrid {
  return gridOf(table, values, new Set());
}

/** The same with the amounts left of one of two marks, such as `Dr`, as negative; null where no column holds such marks. */
export function markedGrid(table: SheetTable, values: ReadonlyMap<SheetCell, CellValue>): NumberGrid | null {
  const marked = markedPlaces(table.cells.filter(({ row, text }) => row >= table.headerRows && text !== ''));
  return marked.size === 0 ? null : gridOf(table, values, marked);
}

function gridOf(table: SheetTable, values: ReadonlyMap<SheetCell, CellValue>, marked: ReadonlySet<string>): NumberGrid {
  const cells = table.cells.filter(({ row, text }) => row >= table.headerRows && text !== '');
  const formatOf = formatReader();
  const decimals = new Map(
    [...Map.groupBy(cells, ({ column }) => column)].map(([column, own]) => [
      column,
      Math.max(0, maximum(own.map((cell) => formatOf(values.get(cell))?.decimals ?? 0))),
    ]),
  );
  const scale = 10 ** Math.min(maxDecimals, Math.max(0, ...decimals.values()));
  const foreign = foreignCells(cells, (cell) => formatOf(values.get(cell))?.currency ?? null);
  const isOwnNumber = (cell: SheetCell) => values.get(cell)?.kind === 'number' && !foreign.has(cell);
  const rows = [...Map.groupBy(cells, ({ row }) => row)]
    .filter(([, own]) => !own.some((cell) => foreign.has(cell)) || own.some(isOwnNumber))
    .sort(([a], [b]) => a - b)
    .map(([row, own]): NumberRow => {
      const numbers = new Map<number, number>();
      const percentages: number[] = [];
      const texts: SheetCell[] = [];
      for (const cell of own) {
        const value = values.get(cell);
        if (value?.kind === 'text') texts.push(cell);
        if (value?.kind !== 'number') continue;
        if (value.format.includes('%')) percentages.push(100 * value.value);
        else if (!foreign.has(cell))
          numbers.set(cell.column, (marked.has(`${row}:${cell.column}`) ? -1 : 1) * Math.round(value.value * scale));
      }
      const label = texts.map(({ text }) => text).join(' ');
      const kind = kindOf(label, numbers.size);
      return { row, label, kind, numbers, percentages, otherLabels: otherLabels(texts, numbers) };
    });
  const columns = [...new Set(rows.flatMap(({ numbers }) => [...numbers.keys()]))].sort((a, b) => a - b);
  const headings = table.cells.filter(({ row }) => row < table.headerRows);
  const columnsHeaded = (test: (text: string) => boolean) =>
    headings
      .filter(({ text }) => test(text))
      .map(({ column, columnSpan }) => Array.from({ length: columnSpan }, (_, index) => column + index));
  const shares = new Set(columnsHeaded((text) => shareHeading.test(text) || averageHeading.test(text)).flat());
  // A heading over several columns, such as `Total assets`, names what they have in common.
  const totals = new Set(
    columnsHeaded((text) => totalLabel.test(text)).flatMap((own) => (own.length === 1 ? own : [])),
  );
  const printedUnits = new Map([...decimals].map(([column, own]) => [column, scale / 10 ** own]));
  const isRounded =
    headings.some(({ text }) => averageHeading.test(text)) ||
    [table.title ?? '', ...table.cells.map(({ text }) => text)].some((text) => roundedUnits.test(text));
  return { rows, columns, shares, totals, scale, printedUnits, isRounded };
}

/** Columns of numbers with a label of their own, among several of a row, that is not a total. */
function otherLabels(texts: readonly SheetCell[], numbers: ReadonlyMap<number, number>): ReadonlySet<number> {
  // A dash for an empty value is not a label.
  const labels = texts.length > 1 ? texts.filter(({ text }) => /\p{L}/u.test(text)) : [];
  const columns = labels.length > 1 ? [...numbers.keys()] : [];
  return new Set(
    columns.filter((column) => {
      const nearest = labels.filter((cell) => cell.column < column).sort((a, b) => b.column - a.column)[0];
      return nearest !== undefined && !totalLabel.test(nearest.text);
    }),
  );
}

/** Amounts in another currency than the others of their column: what was paid abroad, below what the account was charged. */
function foreignCells(
  cells: readonly SheetCell[],
  currencyOf: (cell: SheetCell) => string | null,
): ReadonlySet<SheetCell> {
  const foreign = [...Map.groupBy(cells, ({ column }) => column).values()].flatMap((own) => {
    const byCurrency = Map.groupBy(own, currencyOf);
    byCurrency.delete(null);
    const [usual] = [...byCurrency.keys()].toSorted(
      (a, b) => (byCurrency.get(b)?.length ?? 0) - (byCurrency.get(a)?.length ?? 0),
    );
    // If most have none, a few have that of the column: the first, and the sums.
    if (usual === undefined || usual === null || usual === '') return [];
    return [...byCurrency].flatMap(([currency, alike]) => (currency === usual || currency === '' ? [] : alike));
  });
  return new Set(foreign);
}

/**
 * Places (`row:column`) left of one of two marks, in columns that hold nothing but these: of the two sides of an account,
 * whichever they are, one raises its balance and the other lowers it.
 */
function markedPlaces(cells: readonly SheetCell[]): ReadonlySet<string> {
  return new Set(
    [...Map.groupBy(cells, ({ column }) => column).values()].flatMap((own) => {
      const [mark, ...others] = new Set(own.map(({ text }) => text));
      if (others.length !== 1 || !own.every(({ text }) => sideMark.test(text))) return [];
      return own.flatMap(({ row, column, text }) => (text === mark ? [`${row}:${column - 1}`] : []));
    }),
  );
}

function kindOf(label: string, count: number): NumberRow['kind'] {
  if (count === 0) return 'section';
  if (count === 1 && balanceLabel.test(label) && !/total|due/i.test(label)) return 'balance';
  if (count >= minCarried && carriedLabel.test(label)) return 'total';
  const isSentence = label.split(/\s+/).length > maxLabelWords;
  return totalLabel.test(label) && !taxLabel.test(label) && !isSentence ? 'total' : 'record';
}

/** What a number format says; `currency` is empty for one without. */
interface NumberFormat {
  readonly decimals: number;
  readonly currency: string;
}

/** Reads each format once: a table has a few, for any number of cells. */
function formatReader(): (value: CellValue | undefined) => NumberFormat | null {
  const known = new Map<string, NumberFormat>();
  return (value) => {
    if (value?.kind !== 'number') return null;
    const before = known.get(value.format);
    if (before !== undefined) return before;
    const decimals = /\.(0+)/.exec(value.format)?.[1]?.length ?? 0;
    const read = { decimals, currency: /"(\p{Sc}|\p{Lu}{3})"/u.exec(value.format)?.[1] ?? '' };
    known.set(value.format, read);
    return read;
  };
}
