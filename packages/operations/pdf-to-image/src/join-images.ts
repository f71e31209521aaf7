import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limitExceeded, type TaskOutput, type WorkerContext, type WorkerTask } from '@platen/core';
import { createOutputBudget } from '@platen/core/internal';
import { createTiffFile, readTiffDirectories, tiffTags } from '@platen/pdf-kit/tiff';
import { createArchive } from './archive.ts';
import type { ResolvedPdfToImageOptions } from './operation.ts';
import { planPages } from './plan-pages.ts';
import { renderPages } from './render-pages.ts';
import { taskInput } from './task-input.ts';

/** A file that takes the images of pages one by one. */
interface Collection {
  readonly sizeBytes: number;
  add(image: TaskOutput): Promise<void>;
  /** Ends the file, or closes it as it is. */
  close(): Promise<void>;
}

/**
 * Renders all pages into one file: a TIFF of several pages, or a ZIP archive of images. One after the other, so that no more than
 * one image lies beside the file, whatever the number of pages.
 */
export async function renderIntoOne(
  task: WorkerTask<ResolvedPdfToImageOptions>,
  context: WorkerContext,
): Promise<readonly TaskOutput[]> {
  const pages = (await planPages(task, context)).flat();
  const [extension, mediaType] = task.options.zip ? ['zip', 'application/zip'] : ['tiff', 'image/tiff'];
  const path = join(task.outputDir, `pages.${extension}`);
  const collection = task.options.zip ? await createArchive(path) : await createTiffCollection(path);
  const budget = createOutputBudget(task.limits);
  try {
    await renderPages(task, pages, context, async (image) => {
      await collection.add(image);
      await rm(image.path);
      budget.take(path, collection.sizeBytes);
    });
  } finally {
    await collection.close();
  }
  const base = taskInput(task).fileName.replace(/\.pdf$/i, '') || 'page';
  return [{ path, fileName: `${base}.${extension}`, mediaType }];
}

async function createTiffCollection(path: string): Promise<Collection> {
  const file = await createTiffFile(path);
  return {
    get sizeBytes() {
      return file.sizeBytes;
    },
    async add(image) {
      const bytes = await readFile(image.path);
      const [directory] = readTiffDirectories(bytes, 1);
      const [offsets = [], counts = []] = [tiffTags.stripOffsets, tiffTags.stripByteCounts].map((tag) =>
        directory?.values(tag),
      );
      const pieces = offsets.map((offset, index) => bytes.subarray(offset, offset + (counts[index] ?? 0)));
      await file.addPage({ fields: directory?.fields ?? new Map(), pieces, isTiled: false }).catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error;
        throw limitExceeded('output_limit', 'The pages do not fit into one TIFF file of 4 GB', {
          limit: 'maxOutputBytes',
          allowed: 2 ** 32,
          actual: file.sizeBytes,
        });
      });
    },
    close: file.close,
  };
}
