import { haveSameColumns, repeatedHeaderRows } from '@platen/pdf-kit/tables';
import type { SheetPage, SheetTable } from './sheet-model.ts';

/**
 * Joins tables that go on over a page break: the last of a page that reaches its bottom and the first of the next page
 * that begins at its top, with the same columns. A header that is printed again is dropped.
 */
export function joinTables(pages: readonly SheetPage[]): SheetPage[] {
  const joined: SheetPage[] = [];
  // Where the table that may go on stands: a page of `joined` and its place among the items.
  let open: { readonly page: number; readonly item: number } | null = null;
  for (const page of pages) {
    const [first, ...rest] = page.items.filter((item) => item.kind === 'table');
    const above = open === null ? null : tableAt(joined, open);
    if (open !== null && above !== null && first !== undefined && goesOn(above, first.table, page.pageNumber)) {
      replaceTable(joined, open, append(above, first.table));
      joined.push({ ...page, items: page.items.filter((item) => item !== first) });
      if (rest.length === 0) continue;
    } else {
      joined.push(page);
    }
    const item = joined.at(-1)?.items.findLastIndex(({ kind }) => kind === 'table') ?? -1;
    open = item < 0 ? null : { page: joined.length - 1, item };
  }
  return joined;
}

function tableAt(
  pages: readonly SheetPage[],
  place: { readonly page: number; readonly item: number },
): SheetTable | null {
  const item = pages[place.page]?.items[place.item];
  return item?.kind === 'table' ? item.table : null;
}

function replaceTable(pages: SheetPage[], place: { readonly page: number; readonly item: number }, table: SheetTable) {
  const page = pages[place.page];
  if (page === undefined) return;
  pages[place.page] = {
    ...page,
    items: page.items.map((item, index) => (index === place.item ? { kind: 'table', table } : item)),
  };
}

function goesOn(above: SheetTable, below: SheetTable, pageNumber: number): boolean {
  // A table that begins with a line alone begins with its own title.
  const titled = below.cells.filter(({ row, text }) => row === 0 && text !== '').length < 2;
  const meet = above.lastPage + 1 === pageNumber && above.toBottom && below.fromTop;
  return meet && !titled && haveSameColumns(above, below);
}

function append(above: SheetTable, below: SheetTable): SheetTable {
  const dropped = repeatedHeaderRows(above.cells, below.cells);
  const added = below.cells
    .filter(({ row }) => row >= dropped)
    .map((cell) => ({ ...cell, row: cell.row - dropped + above.rowCount }));
  return {
    ...above,
    lastPage: below.lastPage,
    toBottom: below.toBottom,
    rowCount: above.rowCount + below.rowCount - dropped,
    headerRows: above.headerRows > 0 ? above.headerRows : dropped,
    cells: [...above.cells, ...added],
  };
}
