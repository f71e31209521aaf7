import type { WorkerContext } from '@platen/core';
import { maxPassedPixels } from '@platen/pdf-kit';
import { checkHazards } from '@platen/pdf-kit/objects';
import { openSource, prepareDocument } from './compress-document.ts';
import { type CompressTask, sourceOf } from './compress-task.ts';
import { type EncodedImage, encodeOn } from './image-encoder.ts';
import type { ImageTask } from './images/image-task.ts';
import { hasImages, listImages } from './images/list-images.ts';

/** Images that one worker encodes in one call. */
export interface ImageBatch {
  readonly images: readonly ImageTask[];
}

/** About as many pixels as a worker encodes in a second; a batch with more takes no further image. */
const batchPixels = 8_000_000;

/** Lists the images worth encoding, in batches of about equal work. */
export async function planImages(task: CompressTask): Promise<readonly ImageBatch[]> {
  const document = await openSource(sourceOf(task));
  // Decompression bombs are rejected before any engine reads them. An image too large to decode here is no reason to reject a file.
  const { maxPagePixels } = task.limits;
  const bounds = { maxPagePixels: maxPassedPixels(maxPagePixels), maxDrawnPixels: maxPagePixels };
  await checkHazards(document, { ...task.limits, ...bounds });
  if (!hasImages(document.context)) return [];
  const { inspection, usage } = prepareDocument(document, task.limits);
  const images = listImages({
    context: document.context,
    usage,
    folder: task.outputDir,
    mayConvertColor: inspection.pdfA === null,
    maxImageBytes: Math.min(task.limits.maxInflatedBytes, task.limits.maxPagePixels * 8),
    maxPixels: task.limits.maxPagePixels,
  });
  const batches: ImageTask[][] = [];
  let pixels = Number.POSITIVE_INFINITY;
  for (const image of images) {
    if (pixels >= batchPixels) {
      batches.push([]);
      pixels = 0;
    }
    batches.at(-1)?.push(image);
    pixels += image.width * image.height;
  }
  return batches.map((batch) => ({ images: batch }));
}

/** Encodes the images of one batch. */
export async function encodeBatch(
  task: CompressTask,
  { images }: ImageBatch,
  context: WorkerContext,
): Promise<readonly EncodedImage[]> {
  const encoded: EncodedImage[] = [];
  for (const [index, image] of images.entries()) {
    encoded.push(await encodeOn(image, task.options.level, task.outputDir));
    context.progress((index + 1) / images.length);
  }
  return encoded;
}
