import { processingFailed, type WorkerTask } from '@platen/core';
import type { OcrOptions } from '../operation.ts';
import { openScan } from './open-scan.ts';

/** One part for each page. Rejects with `page_limit` for a document with too many. */
export async function planPages(task: WorkerTask<OcrOptions>): Promise<readonly number[]> {
  const scan = await openScan(task);
  try {
    const { pageCount } = scan;
    const { maxPages } = task.limits;
    if (pageCount > maxPages) {
      throw processingFailed('page_limit', `The document has ${pageCount} pages, more than the ${maxPages} allowed`, {
        pageCount,
        maxPages,
      });
    }
    return Array.from({ length: pageCount }, (_, index) => index + 1);
  } finally {
    scan.close();
  }
}
