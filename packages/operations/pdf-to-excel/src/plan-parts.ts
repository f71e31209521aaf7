import { readFile } from 'node:fs/promises';
import type { WorkerContext, WorkerTask } from '@platen/core';
import { createBoundaries, selectedPageNumbers } from '@platen/pdf-kit';
import { refuseHazards, warnOfContentBesidePages } from '@platen/pdf-kit/objects';
import { isRecognized } from '@platen/pdf-kit/ocr';
import type { PageModelDocument } from '@platen/pdf-kit/page-model';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import { inputOf, openInput } from './task-input.ts';

/** Pages that one worker reads, and whether their tables are found when those of the other parts are read as well. */
export interface PagePart {
  readonly pages: readonly number[];
  readonly isScan: boolean;
  /** Those of the pages that take too much to draw. */
  readonly heavyPages: readonly number[];
}

/**
 * A page of text takes hundredths of a second, so that opening the file costs as much as many of them, and the columns of a
 * table are those of all its pages in one part: few statements are longer. A page of 2 000 letters takes 1 MB meanwhile.
 */
export const pagesPerPart = 120;
/** Opening a file takes the longer the more pages it has: a scan of hundreds is not opened for each of them. */
const mostScanParts = 64;
/** Number of pages examined to detect a scan. */
const probedPages = 3;

/** Splits the pages asked for among workers: many to each, but one to each, or a few of a long scan, where they have to be recognised. */
export async function planParts(
  task: WorkerTask<ResolvedPdfToExcelOptions>,
  context: WorkerContext,
): Promise<readonly PagePart[]> {
  const { path, fileName } = inputOf(task);
  const { options, limits } = task;
  const heavy = new Set<number>();
  const onHeavyPage = (page: number) => void heavy.add(page);
  const opened = await refuseHazards(await readFile(path), {
    password: options.password,
    fileName,
    limits,
    onHeavyPage,
  });
  const document = await openInput(task, context, createBoundaries(context.warn));
  try {
    warnOfContentBesidePages(opened, fileName, context.warn);
    const { pageCount } = document;
    const { pages, clipped } = selectedPageNumbers(options.pages ?? null, pageCount, {
      maxPages: limits.maxPages,
      fileName,
    });
    if (clipped)
      context.warn('PAGES_CLIPPED', `The selection goes past the last page, ${pageCount}, and was cut there`);
    const isScan = await looksScanned(document, pages, options.ocr);
    const size = isScan ? Math.ceil(pages.length / mostScanParts) : pagesPerPart;
    return Array.from({ length: Math.ceil(pages.length / size) }, (_, part) => {
      const own = pages.slice(part * size, (part + 1) * size);
      return { pages: own, isScan, heavyPages: own.filter((page) => heavy.has(page)) };
    });
  } finally {
    await document.close();
  }
}

async function looksScanned(
  document: PageModelDocument,
  pages: readonly number[],
  ocr: ResolvedPdfToExcelOptions['ocr'],
): Promise<boolean> {
  if (ocr !== 'auto') return ocr === 'force';
  const step = Math.max(1, Math.floor(pages.length / probedPages));
  for (const page of pages.filter((_, index) => index % step === 0).slice(0, probedPages)) {
    // A page that cannot be read is reported when its part is.
    const read = await document.readPage(page).catch(() => null);
    if (read !== null && isRecognized(read, ocr)) return true;
  }
  return false;
}
