import { haveSameColumns, repeatedHeaderRows, withoutNumber } from '@platen/pdf-kit/tables';
import { isAmountText } from './amount-text.ts';
import { completeEntry, cutEntryRows } from './cut-entries.ts';
import { inColumnsOf } from './fit-columns.ts';
import type { SheetCell, SheetItem, SheetPage, SheetTable } from './sheet-model.ts';

const minHeadings = 3;
/** Minimum number of rows with only the name of a section. */
const minSections = 2;

/** The position of a table: a page of those joined, and its index among the items. */
interface Place {
  readonly page: number;
  readonly item: number;
}

/**
 * Joins tables that continue over a page break: those read as one, and the last table of a page that reaches its bottom
 * with the first of the next page that begins at its top, if they have the same columns. A repeated header is dropped.
 */
export function joinTables(pages: readonly SheetPage[]): SheetPage[] {
  const joined: SheetPage[] = [];
  let open: Place | null = null;
  for (const page of pages) {
    const going: Continuation | null = findContinuation(joined, open, page);
    if (going !== null) {
      replaceTable(joined, going.place, append(going));
      joined.push({ ...page, items: page.items.filter((item) => item !== going.item) });
      open = going.place;
      // Nothing follows the rest of the table: it may continue on the next page.
      if (page.items.findLast(isOwnTable) === going.item) continue;
    } else {
      joined.push(page);
    }
    const item = joined.at(-1)?.items.findLastIndex(isOwnTable) ?? -1;
    open = item < 0 ? null : { page: joined.length - 1, item };
  }
  return joined;
}

type TableItem = Extract<SheetItem, { kind: 'table' }>;

function isOwnTable(item: SheetItem): item is TableItem {
  return item.kind === 'table' && !item.table.isForm;
}

/** A continued table and its part on a page: as found there, and in the columns of the whole. */
interface Continuation {
  readonly place: Place;
  readonly above: SheetTable;
  readonly item: TableItem;
  readonly table: SheetTable;
  /** How many of its rows repeat the header of the table. */
  readonly repeatedRows: number;
}

/** The table that continues on a page, and its part there. */
function findContinuation(joined: readonly SheetPage[], open: Place | null, page: SheetPage): Continuation | null {
  const tables = page.items.filter(isOwnTable);
  for (const item of tables) {
    const place = item.table.chain === null ? null : placeOfChain(joined, item.table.chain);
    const above = place === null ? null : tableAt(joined, place);
    if (place !== null && above !== null) return continuation(place, above, item, item.table);
  }
  const above = open === null ? null : tableAt(joined, open);
  const item = tables.find(({ table }) => !isRepeated(table, joined.at(-1)));
  if (open === null || above === null || item === undefined) return null;
  const going = continuation(open, above, item, inColumnsOf(above, item.table) ?? item.table);
  return goesOn(going, page.pageNumber) ? going : null;
}

function continuation(place: Place, above: SheetTable, item: TableItem, table: SheetTable): Continuation {
  return { place, above, item, table, repeatedRows: repeatedHeaderRows(above.cells, table.cells) };
}

/** Whether a table is also on the page before: a letterhead. */
function isRepeated(table: SheetTable, page: SheetPage | undefined): boolean {
  return page?.items.some((item) => item.kind === 'table' && textOf(item.table) === textOf(table)) === true;
}

function textOf({ cells }: SheetTable): string {
  return cells.map(({ text }) => text.split('\n').map(withoutNumber).join('\n')).join('\n');
}

function placeOfChain(joined: readonly SheetPage[], chain: string): Place | null {
  for (let page = joined.length - 1; page >= 0; page -= 1) {
    const item = joined[page]?.items.findIndex((own) => own.kind === 'table' && own.table.chain === chain) ?? -1;
    if (item >= 0) return { page, item };
  }
  return null;
}

function tableAt(pages: readonly SheetPage[], place: Place): SheetTable | null {
  const item = pages[place.page]?.items[place.item];
  return item?.kind === 'table' ? item.table : null;
}

function replaceTable(pages: SheetPage[], place: Place, table: SheetTable) {
  const page = pages[place.page];
  if (page === undefined) return;
  pages[place.page] = {
    ...page,
    items: page.items.map((item, index) => (index === place.item ? { kind: 'table', table } : item)),
  };
}

function goesOn({ above, table: below, repeatedRows }: Continuation, pageNumber: number): boolean {
  if (above.lastPage + 1 !== pageNumber) return false;
  // With a header of several headings again, the table continues even if its page had space left.
  const isHeaded = below.cells.filter(({ row, text }) => row < repeatedRows && text !== '').length >= minHeadings;
  const isFull = above.isCarried || above.hasTextBelow;
  const isOpen = above.toBottom || (isFull && (isHeaded || isHeadless(above, below)));
  // An advertisement may be printed above a header or title that is repeated.
  const isRepeated = below.caption === null ? isHeaded : below.caption === above.caption;
  const starts = below.fromTop || (isRepeated && above.toBottom);
  // With few rows, whitespace is poor evidence of where columns end; headings are better.
  const hasHeadingsAgain = isHeaded && above.columnCuts.length === below.columnCuts.length;
  return (
    (isOpen || bringsForward(above, below, repeatedRows)) &&
    starts &&
    (isHeaded || !isTitled(above, below)) &&
    (hasHeadingsAgain || haveSameColumns(above, below))
  );
}

/**
 * Whether a table begins with its own title: a single text, unless the table above has names of sections like it. In a
 * column after the first it is the rest of a record whose key is empty.
 */
function isTitled(above: SheetTable, below: SheetTable): boolean {
  const [first, ...others] = below.cells.filter(({ row, text }) => row === 0 && text !== '');
  if (first === undefined) return true;
  return others.length === 0 && (first.column === 0 || first.columnSpan > 1) && !hasSectionLike(above, first);
}

/** Whether a table without a header has the columns of one with a header, which are too many to agree by chance. */
function isHeadless(above: SheetTable, below: SheetTable): boolean {
  const columns = above.columnCuts.length - 1;
  return above.headerRows > 0 && below.headerRows === 0 && columns > minHeadings && haveSameColumns(above, below);
}

/**
 * Whether a table has rows like the first one of the next page: with one cell across all columns, or several names of
 * sections in ruled cells of the first column.
 */
function hasSectionLike({ cells, headerRows, columnCuts }: SheetTable, first: SheetCell): boolean {
  const body = cells.filter(({ row, text }) => row >= headerRows && text !== '');
  if (first.columnSpan > 1)
    return first.columnSpan === columnCuts.length - 1 && body.some(({ columnSpan }) => columnSpan === first.columnSpan);
  const names = [...Map.groupBy(body, ({ row }) => row).values()].filter(
    ([name, ...others]) =>
      others.length === 0 && name?.column === first.column && name.bold === first.bold && name.borders.bottom,
  );
  return first.borders.bottom && names.length >= minSections;
}

/** Whether the first row has a label and all or most of the sums that the table above ends with. */
function bringsForward(above: SheetTable, below: SheetTable, headerRows: number): boolean {
  const first = below.cells.filter(({ row, text }) => row === headerRows && text !== '');
  const sums = first.filter(({ text }) => isAmountText(text));
  const lastIn = (column: number) => above.cells.findLast((cell) => cell.column === column && cell.text !== '')?.text;
  const same = sums.filter(({ column, text }) => lastIn(column) === text);
  return sums.length < first.length && same.length > 0 && 2 * same.length > sums.length;
}

function append({ above, table: below, repeatedRows: dropped }: Continuation): SheetTable {
  const body = below.cells.filter(({ row }) => row >= dropped).map((cell) => ({ ...cell, row: cell.row - dropped }));
  const cut = cutEntryRows(above, body);
  const rest = body.filter(({ row }) => row < cut);
  const added = body.filter(({ row }) => row >= cut).map((cell) => ({ ...cell, row: cell.row - cut + above.rowCount }));
  return {
    ...above,
    lastPage: below.lastPage,
    toBottom: below.toBottom,
    isCarried: below.isCarried,
    hasTextBelow: below.hasTextBelow,
    chain: below.chain ?? above.chain,
    rowCount: above.rowCount + below.rowCount - dropped - cut,
    headerRows: above.headerRows > 0 ? above.headerRows : dropped,
    cells: completeEntry(above, rest).concat(added),
  };
}
