import { ConversionError, type WorkerContext, type WorkerTask } from '@platen/core';
import { createBoundaries } from '@platen/pdf-kit';
import { createPageTextRecognition, type RecognizePageText, type Recognizer } from '@platen/pdf-kit/ocr';
import { type Page, withoutIcons } from '@platen/pdf-kit/page-model';
import { isPrintedSheet } from '@platen/pdf-kit/tables';
import { disputeFigures } from './dispute-figures.ts';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import { writePage } from './page-files.ts';
import type { PagePart } from './plan-parts.ts';
import { type PartPages, type ReadPage, readTables, sheetPagesOf } from './stages.ts';
import { inputOf, openInput } from './task-input.ts';

/** The result of one worker for its pages. */
export interface PartResult extends PartPages {
  readonly title: string | null;
  /** Pages that are pictures of text and were not read. */
  readonly unreadScans: number;
  /** Pages that are scans with the text that another program recognised. */
  readonly layeredScans: readonly number[];
  /** Why pages could not be read, one message for each. */
  readonly failures: readonly string[];
  /** Pages of a scan, in files: their tables are found when all are there. */
  readonly pageFiles: readonly string[];
}

/**
 * Reads the pages of a part one after another, so that memory stays flat, and finds their tables unless they are of a scan. A
 * page that is damaged is left out.
 */
export async function readPart(
  task: WorkerTask<ResolvedPdfToExcelOptions>,
  { pages, isScan, heavyPages }: PagePart,
  context: WorkerContext,
  recognizer: Recognizer,
): Promise<PartResult> {
  const { options, limits } = task;
  const { path, fileName } = inputOf(task);
  const boundaries = createBoundaries(context.warn);
  const document = await openInput(task, context, boundaries);
  const recognition = createPageTextRecognition(
    recognizer,
    { path, fileName, password: options.password, onRepair: context.warn },
    { languages: options.language.split('+'), maxPagePixels: limits.maxPagePixels },
  );
  const printedSheet = isPrintedSheet(document.info);
  const read: ReadPage[] = [];
  let unreadScans = 0;
  const layeredScans: number[] = [];
  const failures: string[] = [];
  const pageFiles: string[] = [];
  try {
    for (const [index, pageNumber] of pages.entries()) {
      try {
        const drawn = withoutIcons(await document.readPage(pageNumber));
        const recognize = heavyPages.includes(pageNumber) ? leftUndrawn(context) : recognition.recognize;
        const page = await withText(drawn, options.ocr, recognize);
        if (page === drawn) warnOfUnreadable(page, context);
        for (const { code, message } of page.warnings) context.warn(code, message);
        if (page.kind === 'scanned') unreadScans += 1;
        if (page === drawn && page.kind === 'scanned-with-text') layeredScans.push(page.number);
        if (isScan) pageFiles.push(await writePage(task.outputDir, page));
        else read.push(readTables(page, printedSheet, boundaries));
      } catch (error) {
        if (!isDamage(error)) throw error;
        context.warn('PAGE_NOT_READ', error.message);
        failures.push(error.message);
      }
      context.progress((index + 1) / pages.length);
    }
    return {
      ...sheetPagesOf(read, options.content, boundaries),
      title: document.info.title,
      unreadScans,
      layeredScans,
      failures,
      pageFiles,
    };
  } finally {
    await recognition.close();
    await document.close();
  }
}

async function withText(
  page: Page,
  ocr: ResolvedPdfToExcelOptions['ocr'],
  recognize: RecognizePageText,
): Promise<Page> {
  const needed = ocr === 'force' ? page.kind !== 'blank' : ocr === 'auto' && page.kind === 'scanned';
  return needed ? disputeFigures(await recognize(page)) : page;
}

/** Recognition reads a page that is drawn. */
function leftUndrawn({ warn }: WorkerContext): RecognizePageText {
  return async (page) => {
    warn('PAGE_NOT_DRAWN', `Drawing page ${page.number} would exceed a limit; its text was not recognised`);
    return page;
  };
}

function warnOfUnreadable({ number, unreadable }: Page, { warn }: WorkerContext): void {
  if (unreadable.length === 0) return;
  warn(
    'TEXT_NOT_READABLE',
    `Fonts of page ${number} do not map their text to characters; "ocr: force" recognises it from its appearance`,
  );
}

function isDamage(error: unknown): error is ConversionError {
  return ConversionError.is(error) && error.details.reason === 'damaged_file';
}
