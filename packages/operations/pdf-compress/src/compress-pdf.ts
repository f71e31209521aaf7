import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processingFailed, type TaskOutput, type WorkerContext, type WorkerTask } from '@platen/core';
import { prescan } from '@platen/pdf-kit/objects';
import { checkDocument } from './check/check-document.ts';
import {
  buildDocument,
  type CompressionSource,
  type FontTreatment,
  isRepaired,
  type PreparedDocument,
  prepareDocument,
} from './compress-document.ts';
import { encodeImage, type ImageLevel } from './images/encode-image.ts';
import type { ImageResult, ImageTask } from './images/image-task.ts';
import { listImages } from './images/list-images.ts';
import { gentlerLevel, levelSettings } from './levels.ts';
import type { PdfCompressOptions } from './operation.ts';

type CompressTask = WorkerTask<PdfCompressOptions>;

/** Images that one worker encodes in one go. */
export interface ImageBatch {
  readonly images: readonly ImageTask[];
}

/** An image, how it was encoded, and on which level. Null: it is best as it is. */
export interface EncodedImage {
  readonly task: ImageTask;
  readonly level: ImageLevel;
  readonly result: ImageResult | null;
}

/** A compressed file, with what it is about: fewer bytes. */
export interface CompressedPdf extends TaskOutput {
  readonly inputBytes: number;
  readonly outputBytes: number;
}

/** About what a worker encodes in a second; more pixels than these go to another one. */
const batchPixels = 8_000_000;
/** How often the document is put together again, each time with less loss, before the input is given back. */
const maxAttempts = 6;
/** How many times the pixels of a page an image may have that is only passed through. */
const maxImageShare = 4;

/** Lists the images worth encoding, in batches of about equal work. */
export async function planImages(task: CompressTask): Promise<readonly ImageBatch[]> {
  await lookOver(task);
  const { document, usage } = await prepareDocument(sourceOf(task));
  const images = listImages({
    context: document.context,
    usage,
    folder: task.outputDir,
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

/**
 * Puts the document together with its encoded images, and compares how every page looks with how it looked. What is
 * different is done again with less loss; what cannot be helped, and what would not be smaller, is the input itself.
 */
export async function joinDocument(
  task: CompressTask,
  batches: readonly (readonly EncodedImage[])[],
  context: WorkerContext,
): Promise<CompressedPdf> {
  const input = theInput(task);
  let images: readonly EncodedImage[] = batches.flat();
  const { level } = task.options;
  let fonts: FontTreatment = level === 'low' ? 'hinted' : 'unhinted';
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const prepared = await prepareDocument(sourceOf(task));
    if (attempt === 1) warnAbout(prepared, input.fileName, context);
    const results = images.flatMap(({ result }) => result ?? []);
    const output = await buildDocument(prepared, { images: results, fonts, level, limits: task.limits });
    if (output.length >= input.sizeBytes) break;
    const different = await checkDocument({
      before: input.path,
      after: output,
      password: task.options.password,
      minSimilarity: levelSettings[level].minSimilarity,
      lossyPages: lossyPages(images),
      onProgress: (fraction) => context.progress(fraction * (attempt / maxAttempts)),
    });
    if (different.length === 0) return writeOutput(task, output);
    if (different === 'all') break;
    const gentler = await encodeGentler(images, different, task.outputDir);
    if (gentler !== null) images = gentler;
    else if (fonts !== 'untouched') fonts = fonts === 'unhinted' ? 'hinted' : 'untouched';
    else break;
  }
  return keepInput(task);
}

/** Compresses a file from beginning to end in this thread: what the three phases do when run one after the other. */
export async function compressPdf(task: CompressTask, context: WorkerContext): Promise<CompressedPdf> {
  const encoded: (readonly EncodedImage[])[] = [];
  for (const batch of await planImages(task)) encoded.push(await encodeBatch(task, batch, context));
  return joinDocument(task, encoded, context);
}

/** Refuses bombs before any engine sees them. Images too large to be decoded here are no reason to refuse a file. */
async function lookOver({ inputs, options: { password }, limits }: CompressTask): Promise<void> {
  for (const { path, fileName } of inputs) {
    const maxPagePixels = limits.maxPagePixels * maxImageShare;
    await prescan(await readFile(path), { fileName, password, limits, maxPagePixels });
  }
}

async function encodeOn(image: ImageTask, level: ImageLevel, folder: string): Promise<EncodedImage> {
  return { task: image, level, result: await encodeImage(image, level, folder) };
}

/** The images on pages that look different, encoded on the level before. Null when there is nothing to take back. */
async function encodeGentler(
  images: readonly EncodedImage[],
  pages: readonly number[],
  folder: string,
): Promise<readonly EncodedImage[] | null> {
  const affected = images.filter(
    ({ task, result }) => result?.isLossy === true && task.pages.some((page) => pages.includes(page)),
  );
  if (affected.length === 0) return null;
  return Promise.all(
    images.map((image) => {
      if (!affected.includes(image) || image.level === 'lossless') return image;
      return encodeOn(image.task, gentlerLevel(image.level) ?? 'lossless', folder);
    }),
  );
}

function lossyPages(images: readonly EncodedImage[]): ReadonlySet<number> {
  return new Set(images.flatMap(({ task, result }) => (result?.isLossy === true ? task.pages : [])));
}

function warnAbout({ inspection }: PreparedDocument, fileName: string, context: WorkerContext): void {
  if (inspection.signed) {
    context.warn('SIGNATURE_BROKEN', `The signature of ${fileName} does not hold for the compressed copy`);
  }
  if (inspection.encrypted) {
    context.warn('ENCRYPTION_REMOVED', `${fileName} is encrypted; the compressed copy is not`);
  }
  if (isRepaired(inspection)) {
    context.warn('REPAIRED', `${fileName} is damaged; what could be read of it was kept`);
  }
}

async function writeOutput(task: CompressTask, output: Uint8Array): Promise<CompressedPdf> {
  const { sizeBytes } = theInput(task);
  const path = join(task.outputDir, 'compressed.pdf');
  await writeFile(path, output);
  return {
    path,
    fileName: outputName(task),
    mediaType: 'application/pdf',
    inputBytes: sizeBytes,
    outputBytes: output.length,
  };
}

async function keepInput(task: CompressTask): Promise<CompressedPdf> {
  const { path: source, sizeBytes } = theInput(task);
  const path = join(task.outputDir, 'compressed.pdf');
  await copyFile(source, path);
  return {
    path,
    fileName: outputName(task),
    mediaType: 'application/pdf',
    inputBytes: sizeBytes,
    outputBytes: sizeBytes,
  };
}

/** `report.pdf` → `report-compressed.pdf`. */
function outputName(task: CompressTask): string {
  return `${theInput(task).fileName.replace(/\.pdf$/i, '')}-compressed.pdf`;
}

function sourceOf(task: CompressTask): CompressionSource {
  const { path, fileName } = theInput(task);
  return { path, fileName, password: task.options.password, limits: task.limits };
}

function theInput({ inputs }: CompressTask) {
  const [input] = inputs;
  if (input === undefined) throw processingFailed('internal', 'There is no file to compress');
  return input;
}
