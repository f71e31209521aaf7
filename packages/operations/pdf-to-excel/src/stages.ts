import type { Line, Page } from '@platen/pdf-kit/page-model';
import {
  alignPages,
  findLedgers,
  findPageTables,
  type LedgerTable,
  type PageTables,
  runningLines,
} from '@platen/pdf-kit/tables';
import type { DecimalSign } from '@platen/pdf-kit/values';
import { carryRows } from './carry-rows.ts';
import { type ChosenPage, chooseTables } from './choose-tables.ts';
import { joinTables } from './join-tables.ts';
import { notationOf } from './notation.ts';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import type { SheetPage, SheetTable } from './sheet-model.ts';
import { formsOf, withClosings, withForms } from './table-surroundings.ts';
import { toSheetPage } from './to-sheet-page.ts';
import { type TypedTable, typedTable } from './typed-table.ts';

/*
 * The stages of PDF to Excel, in order, each with the type it gives:
 *
 *   Page → ReadPage → ChosenPage → SheetPage → DocumentTables → TypedTable → XLSX
 *
 * `readPart` reads the pages of one part and takes them as far as `SheetPage`, those of a scan only as far as `Page`, for they
 * are read one by one; parts run side by side. `joinParts` takes the pages of all parts from there, and `writeWorkbook`
 * asks for each `TypedTable` when it writes it.
 */

/** A page and the tables found on it alone. */
export interface ReadPage {
  readonly page: Page;
  readonly found: PageTables;
}

/** Finds the tables of one page. */
export function readTables(page: Page, printedSheet: boolean): ReadPage {
  return { page, found: findPageTables(page, { printedSheet }) };
}

/** The pages of one part, as they go into sheets. */
export interface PartPages {
  readonly pages: readonly SheetPage[];
  /** All text of the pages, laid out, if there are no tables; else empty. */
  readonly textPages: readonly SheetPage[];
}

/** Decides what the tables of consecutive pages are: those of each page, or the ledgers read over all of them. */
export function sheetPagesOf(read: readonly ReadPage[], content: ResolvedPdfToExcelOptions['content']): PartPages {
  const ledgers: readonly (readonly LedgerTable[])[] = findLedgers(read.map(({ found }) => found));
  const running: ReadonlySet<Line> = runningLines(read.map(({ page }) => page));
  const chosen: readonly ChosenPage[] = read.map(({ page, found }, index) =>
    withClosings(page, chooseTables(found.tables, ledgers[index] ?? [])),
  );
  const carried: readonly ChosenPage[] = carryRows(chosen, running);
  const pages = carried.map(({ page, tables }) => toSheetPage(page, withForms(page, tables), content, running));
  const textPages = hasTables(pages)
    ? []
    : read.map(({ page }) => toSheetPage(page, formsOf(page, []), 'all', running));
  return { pages, textPages };
}

/** The same for consecutive pages of a scan, which are aligned first. */
export function scanPagesOf(pages: readonly Page[], content: ResolvedPdfToExcelOptions['content']): PartPages {
  return sheetPagesOf(
    alignPages(pages).map((page) => readTables(page, false)),
    content,
  );
}

/** The pages of a whole document, and how the text of their tables is understood. */
export interface DocumentTables {
  /** Laid-out text if the document has no tables. */
  readonly pages: readonly SheetPage[];
  readonly hasTables: boolean;
  readonly decimal: DecimalSign;
  /** Types one table. It is not kept: memory does not grow with the number of tables. */
  readonly typed: (table: SheetTable) => TypedTable;
}

/** Joins the tables that continue from page to page, and detects from all of them how numbers and dates are written. */
export function documentTables(parts: readonly PartPages[]): DocumentTables {
  const joined: readonly SheetPage[] = joinTables(parts.flatMap(({ pages }) => pages));
  const pages = hasTables(joined) ? joined : parts.flatMap(({ textPages }) => textPages);
  const notation = notationOf(pages);
  return {
    pages,
    hasTables: hasTables(joined),
    decimal: notation.decimal,
    typed: (table) => typedTable(table, notation),
  };
}

function hasTables(pages: readonly SheetPage[]): boolean {
  return pages.some(({ items }) => items.some(({ kind }) => kind === 'table'));
}
