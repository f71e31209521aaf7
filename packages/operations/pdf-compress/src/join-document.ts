import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskOutput, WorkerContext } from '@platen/core';
import { checkDocument } from './check/check-document.ts';
import {
  buildDocument,
  type FontTreatment,
  isRepaired,
  openSource,
  type PreparedDocument,
  prepareDocument,
} from './compress-document.ts';
import { type CompressTask, inputOf, sourceOf } from './compress-task.ts';
import { type CompressionLevel, gentlerLevel, levelSettings, levelsDownFrom } from './levels.ts';
import { type EncodedImage, encodeOn } from './plan-images.ts';

/** A compressed file, with what it is about: fewer bytes. */
export interface CompressedPdf extends TaskOutput {
  readonly inputBytes: number;
  readonly outputBytes: number;
}

/** How often the document is put together again, each time with less loss, before the input is given back. */
const maxAttempts = 6;

/**
 * Puts the document together with its encoded images, and compares how every page looks with how it looked. What is
 * different is done again with less loss; what cannot be helped, and what would not be smaller, is the input itself.
 */
export async function joinDocument(
  task: CompressTask,
  batches: readonly (readonly EncodedImage[])[],
  context: WorkerContext,
): Promise<CompressedPdf> {
  const images = batches.flat();
  const { level } = task.options;
  const attempt = await compressOn(task, level, images, context);
  let smallest = attempt.output;
  // Where loss had to be taken back, a gentler level all over may be smaller than what is left of this one.
  const gentler = attempt.isFirst ? [] : levelsDownFrom(level).slice(1);
  for (const other of gentler) {
    const { output } = await compressOn(task, other, await encodeAll(images, other, task.outputDir), context);
    if (output !== null && output.length < (smallest?.length ?? inputOf(task).sizeBytes)) smallest = output;
  }
  return smallest === null ? keepInput(task) : writeOutput(task, smallest);
}

interface Attempt {
  /** Null when the input is to be kept. */
  readonly output: Uint8Array | null;
  /** True when nothing had to be taken back: no gentler level can be smaller then. */
  readonly isFirst: boolean;
}

async function compressOn(
  task: CompressTask,
  level: CompressionLevel,
  encoded: readonly EncodedImage[],
  context: WorkerContext,
): Promise<Attempt> {
  const input = inputOf(task);
  let images = encoded;
  let fonts: FontTreatment = level === 'low' ? 'hinted' : 'unhinted';
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const isFirst = attempt === 1;
    const prepared = prepareDocument(await openSource(sourceOf(task)), task.limits);
    if (isFirst) warnAbout(prepared, input.fileName, context);
    const results = images.flatMap(({ result }) => result ?? []);
    const output = await buildDocument(prepared, { images: results, fonts, level, limits: task.limits });
    if (output.length >= input.sizeBytes) return { output: null, isFirst };
    const different = await checkDocument({
      before: input.path,
      after: output,
      password: task.options.password,
      minSimilarity: levelSettings[level].minSimilarity,
      lossyPages: lossyPages(images),
      onProgress: (fraction) => context.progress(fraction * (attempt / maxAttempts)),
    });
    if (different.length === 0) return { output, isFirst };
    if (different === 'all') return { output: null, isFirst };
    // Hints come back before images do: a stronger level must not end with gentler images than the one before it.
    const gentler = fonts === 'unhinted' ? null : await encodeGentler(images, different, task.outputDir);
    if (gentler !== null) images = gentler;
    else if (fonts !== 'untouched') fonts = fonts === 'unhinted' ? 'hinted' : 'untouched';
    else break;
  }
  return { output: null, isFirst: false };
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
  const encoded: EncodedImage[] = [];
  // One after the other: a decoded image takes much memory.
  for (const image of images) {
    const isSettled = !affected.includes(image) || image.level === 'lossless';
    encoded.push(isSettled ? image : await encodeOn(image.task, gentlerLevel(image.level) ?? 'lossless', folder));
  }
  return encoded;
}

/** All images on another level. */
async function encodeAll(
  images: readonly EncodedImage[],
  level: CompressionLevel,
  folder: string,
): Promise<readonly EncodedImage[]> {
  const encoded: EncodedImage[] = [];
  for (const { task } of images) encoded.push(await encodeOn(task, level, folder));
  return encoded;
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
  const { sizeBytes } = inputOf(task);
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
  const { path: source, sizeBytes } = inputOf(task);
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
  return `${inputOf(task).fileName.replace(/\.pdf$/i, '')}-compressed.pdf`;
}
