import { join } from 'node:path';
import type { TaskOutput, WorkerContext, WorkerTask } from '@platen/core';
import { openRenderer, type PdfRenderer } from '@platen/pdf-kit/render';
import { encodeImage } from './encode-image.ts';
import type { ResolvedPdfToImageOptions } from './operation.ts';
import { pageImageName } from './page-image-name.ts';
import { type PageScale, pageScale } from './page-scale.ts';
import { taskInput } from './task-input.ts';

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', tiff: 'image/tiff' } as const;

/** Two bitmaps beyond this size would not fit beside each other in the memory of a worker. */
const largePagePixels = 25_000_000;

/**
 * Renders and encodes one run of pages. While one page is encoded, the next is already drawn: two bitmaps, not more. Each
 * image is handed on as soon as it is written, one after the other.
 */
export async function renderPages(
  task: WorkerTask<ResolvedPdfToImageOptions>,
  pages: readonly number[],
  context: WorkerContext,
  onImage: (image: TaskOutput) => Promise<void> = async () => {},
): Promise<readonly TaskOutput[]> {
  const { path, fileName } = taskInput(task);
  const renderer = await openRenderer(path, {
    fileName,
    password: task.options.password,
    maxPagePixels: task.limits.maxPagePixels,
    onWarning: ({ code, message }) => context.warn(code, message),
    onRepair: context.warn,
  });
  const outputs: TaskOutput[] = [];
  let encoding: Promise<void> = Promise.resolve();
  try {
    for (const page of pages) {
      const output = describeOutput(task, page, renderer.pageCount);
      const scale = pageScale(renderer.pageSize(page), task.options);
      if (pagePixels(renderer, page, scale.dpi) > largePagePixels) await encoding;
      const write = await drawPageFor(renderer, page, task.options, scale);
      await encoding;
      context.progress(outputs.length / pages.length);
      encoding = write(output.path).then(() => onImage(output));
      // A page that fails to draw rejects first; the encoding of the one before it must not go unheard then.
      encoding.catch(() => {});
      outputs.push(output);
    }
    await encoding;
    context.progress(1);
    return outputs;
  } finally {
    // After a failure too: the encoder reads pixels that go with the document.
    await encoding.catch(() => {});
    renderer.close();
  }
}

function pagePixels(renderer: PdfRenderer, page: number, dpi: number): number {
  const { widthPt, heightPt } = renderer.pageSize(page);
  return (widthPt * heightPt * dpi ** 2) / 72 ** 2;
}

function describeOutput(task: WorkerTask<ResolvedPdfToImageOptions>, page: number, pageCount: number): TaskOutput {
  const { format } = task.options;
  const fileName = pageImageName(taskInput(task).fileName, { page, pageCount, format });
  return { path: join(task.outputDir, `page-${page}.${format}`), fileName, mediaType: mediaTypes[format] };
}

/** Draws a page now and returns what encodes it into a file, giving its pixels back at the end. */
async function drawPageFor(
  renderer: PdfRenderer,
  page: number,
  options: ResolvedPdfToImageOptions,
  { render, dpi }: PageScale,
): Promise<(path: string) => Promise<void>> {
  const pixels = options.color === 'color' ? 'rgb' : 'gray';
  const drawn = await renderer.renderPage(page, { ...render, pixels, transparent: options.transparent });
  return async (path) => {
    try {
      await encodeImage(drawn, options, { path, dpi });
    } finally {
      drawn.release();
    }
  };
}
