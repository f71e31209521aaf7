import { ConversionError, type WorkerContext, type WorkerTask } from '@platen/core';
import { createPageTextRecognition, type RecognizePageText, type Recognizer } from '@platen/pdf-kit/ocr';
import type { Page } from '@platen/pdf-kit/page-model';
import {
  findFormBlocks,
  findLedgers,
  findPageTables,
  isPrintedSheet,
  type PageTables,
  withClosingRows,
} from '@platen/pdf-kit/tables';
import { type ChosenTable, chooseTables } from './choose-tables.ts';
import type { PdfToExcelOptions } from './operation.ts';
import type { PagePart } from './plan-parts.ts';
import type { SheetPage } from './sheet-model.ts';
import { inputOf, openInput } from './task-input.ts';
import { toSheetPage } from './to-sheet-page.ts';

/** What one worker made of its pages. */
export interface PartResult {
  readonly pages: readonly SheetPage[];
  /** All text of the pages, laid out, where they hold no table; empty otherwise. */
  readonly textPages: readonly SheetPage[];
  readonly title: string | null;
  /** Pages that are pictures of text and were not read. */
  readonly unreadScans: number;
  /** Why pages could not be read, one message for each. */
  readonly failures: readonly string[];
}

/** Reads the pages of a part one after another, so that memory stays flat. A page that is damaged is left out. */
export async function readPart(
  task: WorkerTask<PdfToExcelOptions>,
  part: PagePart,
  context: WorkerContext,
  recognizer: Recognizer,
): Promise<PartResult> {
  const { options, limits } = task;
  const document = await openInput(task);
  const recognition = createPageTextRecognition(
    recognizer,
    { ...inputOf(task), password: options.password },
    { languages: options.language.split('+'), maxPagePixels: limits.maxPagePixels },
  );
  const printedSheet = isPrintedSheet(document.info);
  const read: { readonly page: Page; readonly found: PageTables }[] = [];
  let unreadScans = 0;
  const failures: string[] = [];
  try {
    for (const [index, pageNumber] of part.entries()) {
      try {
        const drawn = await document.readPage(pageNumber);
        const page = await withText(drawn, options.ocr, recognition.recognize);
        if (page === drawn) warnOfUnreadable(page, context);
        for (const { code, message } of page.warnings) context.warn(code, message);
        if (page.kind === 'scanned') unreadScans += 1;
        read.push({ page, found: findPageTables(page, { printedSheet }) });
      } catch (error) {
        if (!isDamage(error)) throw error;
        context.warn('PAGE_NOT_READ', error.message);
        failures.push(error.message);
      }
      context.progress((index + 1) / part.length);
    }
    const ledgers = findLedgers(read.map(({ found }) => found));
    const pages = read.map(({ page, found }, index) =>
      toSheetPage(
        page,
        withForms(page, withTotals(page, chooseTables(found.tables, ledgers[index] ?? []))),
        options.content,
      ),
    );
    const hasTables = pages.some(({ items }) => items.some(({ kind }) => kind === 'table'));
    const textPages = hasTables ? [] : read.map(({ page }) => toSheetPage(page, formsOf(page, []), 'all'));
    return { pages, textPages, title: document.info.title, unreadScans, failures };
  } finally {
    await recognition.close();
    await document.close();
  }
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

async function withText(page: Page, ocr: PdfToExcelOptions['ocr'], recognize: RecognizePageText): Promise<Page> {
  const needed = ocr === 'force' ? page.kind !== 'blank' : ocr === 'auto' && page.kind === 'scanned';
  return needed ? recognize(page) : page;
}

function warnOfUnreadable({ number, unreadable }: Page, { warn }: WorkerContext): void {
  if (unreadable.length === 0) return;
  warn(
    'TEXT_NOT_READABLE',
    `Fonts of page ${number} do not tell the characters of their text; "ocr: force" reads it as it looks`,
  );
}

function isDamage(error: unknown): error is ConversionError {
  return ConversionError.is(error) && error.details.reason === 'damaged_file';
}
