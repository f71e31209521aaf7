import type { Boundaries } from '@platen/pdf-kit';
import { blankPage, type Line, type Page } from '@platen/pdf-kit/page-model';
import {
  alignPages,
  findLedgers,
  findPageTables,
  type LedgerTable,
  type PageTables,
  runningLines,
  withSidesRaised,
} from '@platen/pdf-kit/tables';
import { carryRows } from './carry-rows.ts';
import { type ChosenPage, type ChosenTable, chooseTables } from './choose-tables.ts';
import { joinTables } from './join-tables.ts';
import { notationOf } from './notation.ts';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import { plainSheetPage } from './plain-sheet-page.ts';
import type { SheetPage, SheetTable } from './sheet-model.ts';
import { formsOf, withClosings, withForms } from './table-surroundings.ts';
import { toSheetPage } from './to-sheet-page.ts';
import type { Notation } from './type-cells.ts';
import { type TypedTable, typedTable, untypedTable } from './typed-table.ts';

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
  /** Its tables cannot be read: their text is kept in lines. */
  readonly isPlain?: true;
}

/** Finds the tables of one page. */
export function readTables(printed: Page, printedSheet: boolean, boundaries: Boundaries): ReadPage {
  const page = withSidesRaised(printed);
  return boundaries.within(
    { what: `The tables on page ${page.number}`, instead: 'their text becomes rows' },
    (): ReadPage => ({ page, found: findPageTables(page, { printedSheet }) }),
    () => ({ page, found: findPageTables(blankPage(page)), isPlain: true }),
  );
}

/** The pages of one part, as they go into sheets. */
export interface PartPages {
  readonly pages: readonly SheetPage[];
  /** All text of the pages, laid out, if there are no tables; else empty. */
  readonly textPages: readonly SheetPage[];
}

/** Decides what the tables of consecutive pages are: those of each page, or the ledgers read over all of them. */
export function sheetPagesOf(
  read: readonly ReadPage[],
  content: ResolvedPdfToExcelOptions['content'],
  boundaries: Boundaries,
): PartPages {
  const ledgers: readonly (readonly LedgerTable[])[] = boundaries.within(
    { what: 'The tables that continue on the next page', instead: 'each page is analysed separately' },
    () => findLedgers(read.map(({ found }) => found)),
    () => [],
  );
  const running: ReadonlySet<Line> = boundaries.within(
    { what: 'The headers and footers', instead: 'they stay in the text of their pages' },
    () => runningLines(read.map(({ page }) => page)),
    () => new Set<Line>(),
  );
  const chosen: readonly ChosenPage[] = read.map((one, index) => choosePage(one, ledgers[index] ?? [], boundaries));
  const carried: readonly ChosenPage[] = boundaries.within(
    { what: 'Rows that continue at the top of a page', instead: 'they become a separate table' },
    () => carryRows(chosen, running),
    () => chosen,
  );
  const plain = new Set(read.flatMap(({ page, isPlain }) => (isPlain === true ? [page.number] : [])));
  const pages = carried.map(({ page, tables }) => {
    const whole = boundaries.within(
      { what: `The labels and addresses on page ${page.number}`, instead: 'they are left out' },
      () => withForms(page, tables),
      () => tables,
    );
    return sheetPage(page, whole, plain.has(page.number) ? 'all' : content, running, boundaries);
  });
  const textPages = hasTables(pages)
    ? []
    : read.map(({ page }) => {
        const forms = boundaries.within(
          { what: `The labels and addresses on page ${page.number}`, instead: 'they become text' },
          () => formsOf(page, []),
          () => [],
        );
        return sheetPage(page, forms, 'all', running, boundaries);
      });
  return { pages, textPages };
}

function choosePage({ page, found }: ReadPage, ledgers: readonly LedgerTable[], boundaries: Boundaries): ChosenPage {
  const alone = () => found.tables.map((table): ChosenTable => ({ table, title: null, chain: null, isForm: false }));
  const tables = boundaries.within(
    { what: `The choice of tables on page ${page.number}`, instead: 'the page is analysed separately' },
    () => chooseTables(found.tables, ledgers),
    alone,
  );
  return boundaries.within(
    { what: `A closing row on page ${page.number}`, instead: 'it becomes text' },
    () => withClosings(page, tables),
    () => ({ page, tables }),
  );
}

/** What a page contributes; where a table of it fails, its lines as they are. */
function sheetPage(
  page: Page,
  tables: readonly ChosenTable[],
  content: ResolvedPdfToExcelOptions['content'],
  running: ReadonlySet<Line>,
  boundaries: Boundaries,
): SheetPage {
  const part = { what: `A table on page ${page.number}`, instead: 'its text becomes rows' };
  return boundaries.within(
    part,
    () => toSheetPage(page, tables, content, running),
    () => {
      const isWritten = (table: ChosenTable) => toSheetPage(page, [table], 'tables', running).items.length > 0;
      const others = tables.filter((table) =>
        boundaries.within(
          part,
          () => isWritten(table),
          () => false,
        ),
      );
      return boundaries.within(
        { what: `The text of page ${page.number}`, instead: 'each line becomes a row' },
        () => toSheetPage(page, others, 'all', running),
        () => plainSheetPage(page),
      );
    },
  );
}

/** The same for consecutive pages of a scan, which are aligned first. */
export function scanPagesOf(
  pages: readonly Page[],
  content: ResolvedPdfToExcelOptions['content'],
  boundaries: Boundaries,
): PartPages {
  const aligned = boundaries.within(
    { what: 'The alignment of the pages', instead: 'they are not aligned' },
    () => alignPages(pages),
    () => pages,
  );
  return sheetPagesOf(
    aligned.map((page) => readTables(page, false, boundaries)),
    content,
    boundaries,
  );
}

/** The pages of a whole document, and how the text of their tables is understood. */
export interface DocumentTables {
  /** Laid-out text if the document has no tables. */
  readonly pages: readonly SheetPage[];
  readonly hasTables: boolean;
  readonly notation: Notation;
  /** Types one table. It is not kept: memory does not grow with the number of tables. */
  readonly typed: (table: SheetTable) => TypedTable;
}

/** Joins the tables that continue from page to page, and detects from all of them how numbers and dates are written. */
export function documentTables(parts: readonly PartPages[], boundaries: Boundaries): DocumentTables {
  const unjoined = parts.flatMap(({ pages }) => pages);
  const joined: readonly SheetPage[] = boundaries.within(
    { what: 'The tables that continue on the next page', instead: 'each page has a separate table' },
    () => joinTables(unjoined),
    () => unjoined,
  );
  const pages = hasTables(joined) ? joined : parts.flatMap(({ textPages }) => textPages);
  const notation = boundaries.within(
    { what: 'The number format of the document', instead: 'the default format is assumed' },
    () => notationOf(pages),
    () => notationOf([]),
  );
  return {
    pages,
    hasTables: hasTables(joined),
    notation,
    typed: (table) =>
      boundaries.within(
        { what: `The values of a table on page ${table.firstPage}`, instead: 'they become text' },
        () => typedTable(table, notation),
        () => untypedTable(table),
      ),
  };
}

function hasTables(pages: readonly SheetPage[]): boolean {
  return pages.some(({ items }) => items.some((item) => item.kind === 'table' && !item.table.isForm));
}
