import type { WorkerContext } from '@platen/core';
import { maxPassedPixels } from '@platen/pdf-kit';
import { checkHazards, type OpenedPdf } from '@platen/pdf-kit/objects';
import { openSource, prepareDocument } from './compress-document.ts';
import { type CompressTask, firstLevel, sourceOf } from './compress-task.ts';
import { writeGrayCopy } from './gray/write-gray-copy.ts';
import { type EncodedImage, encodeOn } from './image-encoder.ts';
import { createImageEncodings } from './images/image-encodings.ts';
import type { ImageTask } from './images/image-task.ts';
import { hasImages, listImages } from './images/list-images.ts';

/** Images that one worker encodes in one call. */
export interface ImageBatch {
  readonly images: readonly ImageTask[];
  /** The grey copy that takes the place of the input; null for none. */
  readonly grayPath: string | null;
}

/** The encoded images of a batch. */
export interface EncodedBatch {
  readonly images: readonly EncodedImage[];
  readonly grayPath: string | null;
}

/** About as many pixels as a worker encodes in a second; a batch with more takes no further image. */
const batchPixels = 8_000_000;

/** Makes the grey copy, if one is asked for, and lists the images worth encoding, in batches of about equal work. */
export async function planImages(task: CompressTask, context: WorkerContext): Promise<readonly ImageBatch[]> {
  const input = await openSource(sourceOf(task, null));
  // Decompression bombs are rejected before any engine reads them. An image too large to decode here is no reason to reject a file.
  const { maxPagePixels } = task.limits;
  const bounds = { maxPagePixels: maxPassedPixels(maxPagePixels), maxDrawnPixels: maxPagePixels };
  await checkHazards(input, { ...task.limits, ...bounds });
  if (task.options.color !== 'gray') return batchesOf(listTasks(input, task), null);
  const grayPath = await writeGrayCopy(task, context);
  const batches = batchesOf(listTasks(await openSource(sourceOf(task, grayPath)), task), grayPath);
  // The copy reaches the end of the work in a part only.
  return batches.length > 0 ? batches : [{ images: [], grayPath }];
}

function listTasks(document: OpenedPdf, task: CompressTask): readonly ImageTask[] {
  if (!hasImages(document.context)) return [];
  const { inspection, usage } = prepareDocument(document, task.limits);
  return listImages({
    context: document.context,
    usage,
    folder: task.outputDir,
    mayConvertColor: inspection.pdfA === null,
    jpegQuality: task.options.quality ?? null,
    maxImageBytes: Math.min(task.limits.maxInflatedBytes, task.limits.maxPagePixels * 8),
    maxPixels: task.limits.maxPagePixels,
  });
}

function batchesOf(images: readonly ImageTask[], grayPath: string | null): readonly ImageBatch[] {
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
  return batches.map((batch) => ({ images: batch, grayPath }));
}

/** Encodes the images of one batch. */
export async function encodeBatch(
  task: CompressTask,
  { images, grayPath }: ImageBatch,
  context: WorkerContext,
): Promise<EncodedBatch> {
  const encoded: EncodedImage[] = [];
  const encodings = createImageEncodings(task.outputDir);
  const level = firstLevel(task);
  for (const [index, image] of images.entries()) {
    encoded.push(await encodeOn(image, level, task.outputDir, encodings));
    context.progress((index + 1) / images.length);
  }
  return { images: encoded, grayPath };
}
