import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { limitExceeded, type TaskInput, type WorkerContext, type WorkerTask } from '@platen/core';
import { counted } from '@platen/core/internal';
import { selectedPageNumbers } from '@platen/pdf-kit';
import {
  collectHeavyPages,
  type HeavyPages,
  type PrescanResult,
  prescan,
  rebuildPdf,
  warnOfContentBesidePages,
} from '@platen/pdf-kit/objects';
import type { ResolvedOcrOptions } from '../operation.ts';
import { openScan, taskInput } from './open-scan.ts';

/** A page to be read. */
export interface PagePart {
  /** Counted from 1. */
  readonly page: number;
  /** The same for all pages of a job, and for no other job. */
  readonly job: string;
  /** The first of the pages that show the same; null for a page that is like no other. */
  readonly likePage: number | null;
}

/** Opening a file takes the longer the more pages it has, so that those of a long one are not opened for each page. */
const mostParts = 64;

/**
 * The selected pages in the order of the file, in parts: one for each page, several of a document of hundreds. A PDF is looked over first, so that a hostile one, or one that
 * could be read but not written again, fails before hours of recognition. Rejects with `PDF_ENCRYPTED`, or `PROCESSING_FAILED` (`damaged_file`,
 * `page_limit`, `page_out_of_range`, `pixel_limit`).
 */
export async function planPages(
  task: WorkerTask<ResolvedOcrOptions>,
  context: WorkerContext,
): Promise<readonly (readonly PagePart[])[]> {
  const input = taskInput(task);
  const heavy = collectHeavyPages();
  const { pageCount, firstEqual } =
    input.mediaType === 'application/pdf'
      ? await lookOver(task, input, heavy, context)
      : await countImages(task, context);
  const { maxPages } = task.limits;
  if (pageCount > maxPages) {
    throw limitExceeded('page_limit', `The document has ${counted(pageCount, 'page')}; the limit is ${maxPages}`, {
      limit: 'maxPages',
      allowed: maxPages,
      actual: pageCount,
      fileName: input.fileName,
    });
  }
  const { pages, clipped } = selectedPageNumbers(task.options.pages ?? null, pageCount, {
    maxPages,
    fileName: input.fileName,
  });
  heavy.refuse(pages);
  if (clipped) context.warn('PAGES_CLIPPED', `The selection goes past the last page, ${pageCount}, and was cut there`);
  const job = randomUUID();
  const alike = Map.groupBy(pages, (page) => firstEqual[page - 1] ?? page);
  const planned = pages
    .toSorted((a, b) => a - b)
    .map((page) => {
      const likePage = firstEqual[page - 1] ?? page;
      return { page, job, likePage: (alike.get(likePage)?.length ?? 0) > 1 ? likePage : null };
    });
  const size = Math.ceil(planned.length / mostParts);
  return Array.from({ length: Math.ceil(planned.length / size) }, (_, at) => planned.slice(at * size, (at + 1) * size));
}

type LookedOver = Pick<PrescanResult, 'pageCount' | 'firstEqual'>;

async function lookOver(
  { options, limits }: WorkerTask<ResolvedOcrOptions>,
  { path, fileName }: TaskInput,
  { onHeavyPage }: HeavyPages,
  { warn }: WorkerContext,
): Promise<LookedOver> {
  const found = await prescan(await readFile(path), {
    password: options.password,
    fileName,
    limits,
    rebuild: rebuildPdf,
    onHeavyPage,
  });
  warnOfContentBesidePages(found, fileName, warn);
  return found;
}

async function countImages(task: WorkerTask<ResolvedOcrOptions>, context: WorkerContext): Promise<LookedOver> {
  const scan = await openScan(task, context);
  try {
    return { pageCount: scan.pageCount, firstEqual: [] };
  } finally {
    scan.close();
  }
}
