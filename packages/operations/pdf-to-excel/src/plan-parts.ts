import { processingFailed, type WorkerContext, type WorkerTask } from '@platen/core';
import { selectedPageNumbers } from '@platen/pdf-kit';
import type { PageModelDocument } from '@platen/pdf-kit/page-model';
import type { PdfToExcelOptions } from './operation.ts';
import { inputOf, openInput } from './task-input.ts';

/** Pages that one worker reads. */
export type PagePart = readonly number[];

/** A page of text takes hundredths of a second, so that opening the file costs as much as many of them. */
const textPagesPerPart = 40;
/** Pages looked at to tell a scan. */
const probedPages = 3;

/** Splits the pages asked for among workers: many to each, but one to each where they have to be recognised. */
export async function planParts(
  task: WorkerTask<PdfToExcelOptions>,
  context: WorkerContext,
): Promise<readonly PagePart[]> {
  const { fileName } = inputOf(task);
  const document = await openInput(task);
  try {
    const { pageCount } = document;
    const { pages, clipped } = selectedPageNumbers(task.options.pages ?? null, pageCount, fileName);
    if (clipped) context.warn('PAGES_CLIPPED', `The document ends with page ${pageCount}; later pages were left out`);
    const { maxPages } = task.limits;
    if (pages.length > maxPages) {
      throw processingFailed('page_out_of_range', `${pages.length} pages were asked for; ${maxPages} are allowed`, {
        fileName,
        pageCount: pages.length,
        maxPages,
      });
    }
    const size = await partSize(document, pages, task.options.ocr);
    return Array.from({ length: Math.ceil(pages.length / size) }, (_, part) =>
      pages.slice(part * size, (part + 1) * size),
    );
  } finally {
    await document.close();
  }
}

async function partSize(
  document: PageModelDocument,
  pages: readonly number[],
  ocr: PdfToExcelOptions['ocr'],
): Promise<number> {
  if (ocr === 'force') return 1;
  if (ocr === 'off') return textPagesPerPart;
  const step = Math.max(1, Math.floor(pages.length / probedPages));
  for (const page of pages.filter((_, index) => index % step === 0).slice(0, probedPages)) {
    // A page that cannot be read is reported when its part is.
    const read = await document.readPage(page).catch(() => null);
    if (read?.kind === 'scanned') return 1;
  }
  return textPagesPerPart;
}
