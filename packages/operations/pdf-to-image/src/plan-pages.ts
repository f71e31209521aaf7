import type { WorkerContext, WorkerTask } from '@platen/core';
import { selectedPageNumbers } from '@platen/pdf-kit';
import { openRenderer } from '@platen/pdf-kit/render';
import type { PdfToImageOptions } from './operation.ts';
import { taskInput } from './task-input.ts';

/** Pages of one part at the most: enough that opening the file again costs little, few enough to share out evenly. */
const pagesPerPart = 8;
const smallestPart = 4;

/** Splits the selected pages, in their order, into runs that workers render side by side. */
export async function planPages(
  task: WorkerTask<PdfToImageOptions>,
  context: WorkerContext,
): Promise<readonly (readonly number[])[]> {
  const { path, fileName } = taskInput(task);
  const renderer = await openRenderer(path, { fileName, password: task.options.password });
  try {
    const { pages, clipped } = selectedPageNumbers(task.options.pages ?? null, renderer.pageCount, {
      maxPages: task.limits.maxPages,
      fileName,
    });
    if (clipped) {
      context.warn('PAGES_CLIPPED', `Pages past the last one, ${renderer.pageCount}, were left out`);
    }
    return inRuns(pages);
  } finally {
    renderer.close();
  }
}

function inRuns(pages: readonly number[]): readonly (readonly number[])[] {
  const size = Math.min(pagesPerPart, Math.max(smallestPart, Math.ceil(pages.length / 16)));
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, run) => pages.slice(run * size, (run + 1) * size));
}
