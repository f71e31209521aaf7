import { readFile } from 'node:fs/promises';
import { limitExceeded, type WorkerContext, type WorkerTask } from '@platen/core';
import { counted, createOutputBudget } from '@platen/core/internal';
import { selectedPageNumbers } from '@platen/pdf-kit';
import { collectHeavyPages, refuseHazards, warnOfContentBesidePages } from '@platen/pdf-kit/objects';
import { openRenderer, type PdfRenderer } from '@platen/pdf-kit/render';
import { isJoined } from './is-joined.ts';
import type { ResolvedPdfToImageOptions } from './operation.ts';
import { pageScale } from './page-scale.ts';
import { taskInput } from './task-input.ts';

/** Pages of one part at the most: enough that opening the file again costs little, few enough to share out evenly. */
const pagesPerPart = 8;
const smallestPart = 4;
/** Opening a file takes the longer the more pages it has: those of a long one are in larger parts. */
const mostParts = 64;

/** So many pages may a document have of which a few are drawn; `maxPages` bounds those. */
const maxListedPages = 100_000;

/**
 * Splits the selected pages, in their order, into runs that workers render side by side. Bombs are refused before any
 * engine sees them.
 */
export async function planPages(
  task: WorkerTask<ResolvedPdfToImageOptions>,
  context: WorkerContext,
): Promise<readonly (readonly number[])[]> {
  const { path, fileName } = taskInput(task);
  const limits = { ...task.limits, maxPages: Math.max(task.limits.maxPages, maxListedPages) };
  const { password } = task.options;
  const heavy = collectHeavyPages();
  const { onHeavyPage } = heavy;
  const looked = await refuseHazards(await readFile(path), { password, fileName, limits, onHeavyPage });
  warnOfContentBesidePages(looked, fileName, context.warn);
  const renderer = await openRenderer(path, {
    fileName,
    password,
    onRepair: context.warn,
  });
  try {
    const { pages, clipped } = selectedPageNumbers(task.options.pages ?? null, renderer.pageCount, {
      maxPages: task.limits.maxPages,
      fileName,
    });
    if (clipped) {
      context.warn('PAGES_CLIPPED', `The selection goes past the last page, ${renderer.pageCount}, and was cut there`);
    }
    // Where the engine counts the pages of a damaged file otherwise, any of them may be the one that it draws.
    const all = looked?.pages.map((_, index) => index + 1) ?? [];
    heavy.refuse(renderer.pageCount === all.length ? pages : all);
    checkPixelsTogether(task, renderer, pages);
    if (!isJoined(task.options)) createOutputBudget(task.limits).expect(pages.length);
    return inRuns(pages);
  } finally {
    renderer.close();
  }
}

/** A multiple of `maxPagePixels` for all pages, which takes 8 s, and pixels for each byte of the file: a page of text has 500 bytes. */
const timesOver = 8;
const pixelsOfByte = 10_000;
/** At more, which is asked for, pages are counted as at this resolution. */
const countedDpi = 150;

/** Rejects with `pixel_limit` where a small file has thousands of pages to draw. */
function checkPixelsTogether(
  task: WorkerTask<ResolvedPdfToImageOptions>,
  renderer: PdfRenderer,
  pages: readonly number[],
): void {
  const { sizeBytes, fileName } = taskInput(task);
  const allowed = timesOver * task.limits.maxPagePixels + pixelsOfByte * sizeBytes;
  let actual = 0;
  for (const page of pages) {
    const size = renderer.pageSize(page);
    const { dpi } = pageScale(size, task.options);
    actual += (size.widthPt * size.heightPt * Math.min(dpi, countedDpi) ** 2) / 72 ** 2;
  }
  if (actual <= allowed) return;
  throw limitExceeded(
    'pixel_limit',
    `The ${counted(pages.length, 'page')} would have ${Math.round(actual)} pixels together, more than the ${allowed} allowed for a file of this size`,
    { limit: 'maxPagePixels', allowed, actual: Math.round(actual), fileName },
  );
}

function inRuns(pages: readonly number[]): readonly (readonly number[])[] {
  const even = Math.min(pagesPerPart, Math.max(smallestPart, Math.ceil(pages.length / 16)));
  const size = Math.max(even, Math.ceil(pages.length / mostParts));
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, run) => pages.slice(run * size, (run + 1) * size));
}
