import type { Page } from '@platen/pdf-kit/page-model';
import { findFormBlocks, findLedgers, type PageTables, runningLines, withClosingRows } from '@platen/pdf-kit/tables';
import { carryRows } from './carry-rows.ts';
import { type ChosenTable, chooseTables } from './choose-tables.ts';
import type { PdfToExcelOptions } from './operation.ts';
import type { SheetPage } from './sheet-model.ts';
import { toSheetPage } from './to-sheet-page.ts';

/** A page and the tables found on it alone. */
export interface ReadPage {
  readonly page: Page;
  readonly found: PageTables;
}

/**
 * What sheets get of pages that follow each other: the list of the stages from tables of a page to sheet tables. The
 * text of the pages, laid out, is for a document without tables; empty where there are any.
 */
export function sheetPagesOf(
  read: readonly ReadPage[],
  content: PdfToExcelOptions['content'],
): { readonly pages: readonly SheetPage[]; readonly textPages: readonly SheetPage[] } {
  const ledgers = findLedgers(read.map(({ found }) => found));
  const running = runningLines(read.map(({ page }) => page));
  const chosen = carryRows(
    read.map(({ page, found }, index) => ({
      page,
      tables: withTotals(page, chooseTables(found.tables, ledgers[index] ?? [])),
    })),
    running,
  );
  const pages = chosen.map(({ page, tables }) => toSheetPage(page, withForms(page, tables), content, running));
  const hasTables = pages.some(({ items }) => items.some(({ kind }) => kind === 'table'));
  const textPages = hasTables ? [] : read.map(({ page }) => toSheetPage(page, formsOf(page, []), 'all', running));
  return { pages, textPages };
}

/** The tables of a page, each with the rows that close it. */
function withTotals(page: Page, tables: readonly ChosenTable[]): ChosenTable[] {
  return tables.map((chosen) => {
    const others = tables.filter((other) => other !== chosen).map(({ table }) => table.box);
    return { ...chosen, table: withClosingRows(chosen.table, page.lines, others) };
  });
}

/** The tables of a page with the labels and addresses around them; a page without tables has none. */
function withForms(page: Page, tables: readonly ChosenTable[]): ChosenTable[] {
  if (tables.length === 0) return [];
  return [...tables, ...formsOf(page, tables)].sort(
    (a, b) => a.table.box.y0 - b.table.box.y0 || a.table.box.x0 - b.table.box.x0,
  );
}

function formsOf(page: Page, tables: readonly ChosenTable[]): ChosenTable[] {
  const blocks = findFormBlocks(
    page,
    tables.map(({ table }) => table.box),
  );
  return blocks.map((table) => ({ table, title: null, chain: null, isForm: true }));
}
