import { boxArea, intersectBoxes } from '@platen/pdf-kit/geometry';
import type { Page, Word } from '@platen/pdf-kit/page-model';
import { type LedgerTable, type Table, withRowsLeftOut } from '@platen/pdf-kit/tables';
import {
  hasTotals,
  isMelted,
  keepsAmounts,
  keepsNames,
  meltsWideHeadings,
  placeOf,
  wordsOf,
} from './compare-readings.ts';

/** A table with more words than this factor of those of the ledger includes text above or below it. */
const maxWordShare = 1.05;

/** A table of a page, with what is known about it from other pages. */
export interface ChosenTable {
  readonly table: Table;
  readonly title: string | null;
  /** See `LedgerTable`. */
  readonly chain: string | null;
  /** Labels and addresses rather than a table with columns of its own. */
  readonly isForm: boolean;
}

/** A page with the tables chosen for it. */
export interface ChosenPage {
  readonly page: Page;
  readonly tables: readonly ChosenTable[];
}

/**
 * Ledgers replace tables found in the same area, unless a single table holds all of them in as many rows and columns.
 */
export function chooseTables(tables: readonly Table[], ledgers: readonly LedgerTable[]): ChosenTable[] {
  const ledgersOn = new Map(tables.map((table) => [table, ledgers.filter((ledger) => sharesGround(table, ledger))]));
  const better = tables.filter((table) => isBetter(table, ledgersOn.get(table) ?? []));
  const chosen = ledgers.filter((ledger) => {
    const own = tables.filter((table) => ledgersOn.get(table)?.includes(ledger));
    return !better.some((table) => own.includes(table));
  });
  const kept = tables
    .filter((table) => better.includes(table) || !ledgersOn.get(table)?.some((ledger) => chosen.includes(ledger)))
    .map((table): ChosenTable => {
      const title = ledgersOn.get(table)?.[0]?.title ?? null;
      return { table, title, chain: null, isForm: false };
    });
  const asTables = chosen.map((ledger): ChosenTable => {
    const [own, ...others] = tables.filter((table) => ledgersOn.get(table)?.includes(ledger));
    const isAlone = own !== undefined && others.length === 0 && ledgersOn.get(own)?.length === 1;
    return { ...ledger, table: isAlone ? withRowsLeftOut(ledger.table, own) : ledger.table, isForm: false };
  });
  return [...kept, ...asTables].sort((a, b) => a.table.box.y0 - b.table.box.y0 || a.table.box.x0 - b.table.box.x0);
}

/** Whether a table holds everything that was read as ledgers, as one table with a header. */
function isBetter(table: Table, ledgers: readonly LedgerTable[]): boolean {
  const [first, ...others] = ledgers;
  if (first === undefined || others.some((other) => other.table.headerRows > 0)) return false;
  if (!ledgers.every((ledger) => keepsAmounts(table, ledger.table))) return false;
  const isGrid = table.kind === 'ruled' && table.headerRows > 0;
  if (isGrid && ledgers.some((ledger) => isMelted(ledger.table, table))) return true;
  if (ledgers.some(({ chain }) => chain !== null)) return false;
  if (!ledgers.every((ledger) => keepsNames(table, ledger.table))) return false;
  if (isGrid && table.columnCount === first.table.columnCount && hasTotals(table, ledgers)) return true;
  // With equal rows and columns, the ledger is better at telling which lines form a record.
  if (table.kind === 'unruled' && others.length === 0 && areOneSize(table, first.table)) return false;
  const total = (count: (one: Table) => number) => ledgers.reduce((sum, ledger) => sum + count(ledger.table), 0);
  const words = total(wordCount);
  if (first.table.headerRows === 0 && wordCount(table) > words) return true;
  return (
    table.headerRows > 0 &&
    wordCount(table) >= words &&
    headingCount(table) >= headingCount(first.table) &&
    (first.table.headerRows === 0 || wordCount(table) - innerCount(table, ledgers) <= (maxWordShare - 1) * words) &&
    table.rowCount - table.headerRows === total(({ rowCount, headerRows }) => rowCount - headerRows) &&
    ledgers.every((ledger) => table.columnCount === ledger.table.columnCount || meltsWideHeadings(ledger.table, table))
  );
}

function areOneSize(table: Table, ledger: Table): boolean {
  return (
    table.headerRows === ledger.headerRows &&
    table.rowCount === ledger.rowCount &&
    table.columnCount === ledger.columnCount &&
    wordCount(table) === wordCount(ledger)
  );
}

/** Whether a ledger was read from the area of a table: a table between its rows, with other text, is separate. */
function sharesGround(table: Table, ledger: LedgerTable): boolean {
  if (sharedShare(table, ledger.table) <= 0.3) return false;
  const places = new Set(wordsOf(table).map(placeOf));
  return wordsOf(ledger.table).some((word) => places.has(placeOf(word)));
}

/** The headings right above the body of a table. */
function headingCount({ cells, headerRows }: Table): number {
  return cells.filter(({ row, rowSpan, text }) => row + rowSpan === headerRows && text !== '').length;
}

function wordCount(table: Table): number {
  return wordsOf(table).length;
}

/** The number of words of a table at the height of the ledgers, excluding text above or below them. */
function innerCount(table: Table, ledgers: readonly LedgerTable[]): number {
  const isInner = ({ box }: Word) =>
    ledgers.some((ledger) => box.y1 > ledger.table.box.y0 && box.y0 < ledger.table.box.y1);
  return wordsOf(table).filter(isInner).length;
}

function sharedShare(a: Table, b: Table): number {
  const shared = intersectBoxes(a.box, b.box);
  return shared === null ? 0 : boxArea(shared) / Math.min(boxArea(a.box), boxArea(b.box));
}
