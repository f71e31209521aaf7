import { ConversionError, type WorkerContext, type WorkerTask } from '@platen/core';
import { createBoundaries } from '@platen/pdf-kit';
import { createPageTextRecognition, type Recognizer } from '@platen/pdf-kit/ocr';
import { isPrintedSheet } from '@platen/pdf-kit/tables';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import { writePage } from './page-files.ts';
import { createPageReader } from './page-reader.ts';
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
  const { warn } = context;
  const readPage = createPageReader({ document, options, recognizer, boundaries, recognition, heavyPages, warn });
  const printedSheet = isPrintedSheet(document.info);
  const read: ReadPage[] = [];
  let unreadScans = 0;
  const layeredScans: number[] = [];
  const failures: string[] = [];
  const pageFiles: string[] = [];
  try {
    for (const [index, pageNumber] of pages.entries()) {
      try {
        const page = await readPage(pageNumber);
        for (const { code, message } of page.warnings) context.warn(code, message);
        if (page.kind === 'scanned') unreadScans += 1;
        if (page.kind === 'scanned-with-text') layeredScans.push(page.number);
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

function isDamage(error: unknown): error is ConversionError {
  return ConversionError.is(error) && error.details.reason === 'damaged_file';
}
