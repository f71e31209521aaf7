import type { WorkerContext } from '@platen/core';
import { maxPassedPixels } from '@platen/pdf-kit';
import { checkHazards, type OpenedPdf } from '@platen/pdf-kit/objects';
import { openSource, prepareDocument } from './compress-document.ts';
import { type CompressTask, firstLevel, sourceOf } from './compress-task.ts';
import { writeGrayCopy } from './gray/write-gray-copy.ts';
import { type EncodedImage, encodeOn } from './image-encoder.ts';
import { hasOwnDeviceColors } from './images/has-own-device-colors.ts';
import { createImageEncodings } from './images/image-encodings.ts';
import type { ImageTask } from './images/image-task.ts';
import { hasImages, listImages } from './images/list-images.ts';
import { writeConformingCopy } from './write-conforming-copy.ts';

/** Images that one worker encodes in one call. */
export interface ImageBatch {
  readonly images: readonly ImageTask[];
  /** The copy, grey or conforming to a standard, that takes the place of the input; null for none. */
  readonly copyPath: string | null;
}

/** The encoded images of a batch. */
export interface EncodedBatch {
  readonly images: readonly EncodedImage[];
  readonly copyPath: string | null;
}

/** About as many pixels as a worker encodes in a second; a batch with more takes no further image. */
const batchPixels = 8_000_000;

/** Makes the copy that is asked for, grey or conforming, and lists the images worth encoding, in batches of about equal work. */
export async function planImages(task: CompressTask, context: WorkerContext): Promise<readonly ImageBatch[]> {
  const input = await openSource(sourceOf(task, null));
  // Decompression bombs are rejected before any engine reads them. An image too large to decode here is no reason to reject a file.
  const { maxPagePixels } = task.limits;
  const bounds = { maxPagePixels: maxPassedPixels(maxPagePixels), maxDrawnPixels: maxPagePixels };
  await checkHazards(input, { ...task.limits, ...bounds });
  const copyPath = await writeCopy(task, input, context);
  if (copyPath === null) return batchesOf(listTasks(input, task), null);
  const batches = batchesOf(listTasks(await openSource(sourceOf(task, copyPath)), task), copyPath);
  // The copy reaches the end of the work in a part only.
  return batches.length > 0 ? batches : [{ images: [], copyPath }];
}

/** The path of the copy that takes the place of the input; null for none. */
async function writeCopy(task: CompressTask, input: OpenedPdf, context: WorkerContext): Promise<string | null> {
  const grayPath = task.options.color === 'gray' ? await writeGrayCopy(task, context) : null;
  return task.options.conformance === undefined
    ? grayPath
    : ((await writeConformingCopy(task, grayPath, input, context)) ?? grayPath);
}

function listTasks(document: OpenedPdf, task: CompressTask): readonly ImageTask[] {
  if (!hasImages(document.context)) return [];
  const { inspection, usage } = prepareDocument(document, task.limits);
  const ownDeviceColors = hasOwnDeviceColors(document.context);
  return listImages({
    context: document.context,
    usage,
    folder: task.outputDir,
    mayConvertColor: inspection.pdfA === null && !ownDeviceColors,
    hasOwnDeviceColors: ownDeviceColors,
    jpegQuality: task.options.quality ?? null,
    maxImageBytes: Math.min(task.limits.maxInflatedBytes, task.limits.maxPagePixels * 8),
    maxPixels: task.limits.maxPagePixels,
  });
}

function batchesOf(images: readonly ImageTask[], copyPath: string | null): readonly ImageBatch[] {
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
  return batches.map((batch) => ({ images: batch, copyPath }));
}

/** Encodes the images of one batch. */
export async function encodeBatch(
  task: CompressTask,
  { images, copyPath }: ImageBatch,
  context: WorkerContext,
): Promise<EncodedBatch> {
  const encoded: EncodedImage[] = [];
  const encodings = createImageEncodings(task.outputDir);
  const level = firstLevel(task);
  for (const [index, image] of images.entries()) {
    encoded.push(await encodeOn(image, level, task.outputDir, encodings));
    context.progress((index + 1) / images.length);
  }
  return { images: encoded, copyPath };
}
