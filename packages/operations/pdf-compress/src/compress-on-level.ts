import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import { openPdf } from '@platen/pdf-kit/objects';
import type { PDFDict } from '@platen/pdf-kit/pdf-lib';
import { hasCanvas } from '@platen/pdf-kit/render';
import type { Baseline } from './baseline.ts';
import { checkDocument } from './check/check-document.ts';
import { countAnnotations } from './check/count-annotations.ts';
import { differentPages, readPageGlyphs } from './check/page-glyphs.ts';
import { createSketchedUpdate, writeSketchedCopy } from './check/sketched-copy.ts';
import {
  buildDocument,
  type FontTreatment,
  maxStreamBytes,
  openSource,
  type PreparedDocument,
  prepareDocument,
} from './compress-document.ts';
import { type CompressTask, inputOf, sourceOf } from './compress-task.ts';
import type { DocumentUsage } from './content/document-usage.ts';
import { isReadDifferently } from './content/font-codes.ts';
import { walkDocument } from './content/walk-document.ts';
import type { Deflate } from './deflate/remember-deflated.ts';
import type { EncodedImage, ImageEncoder } from './image-encoder.ts';
import type { ImageTask } from './images/image-task.ts';
import { type CompressionLevel, gentlerLevel, levelSettings } from './levels.ts';

/** How often the document is put together again, each time with less loss, before a level is given up. */
const maxAttempts = 6;
/**
 * Annotations and fields up to which they are drawn to be compared. PDFium makes 15 KB of each annotation, and compares
 * fields with each other: 20 000 take 300 MB, or a minute.
 */
const maxDrawnAnnotations = 5_000;
/** How far an attempt is when the document is read, written, and its text compared: roughly, its time goes by the pages. */
const progressAt = { read: 0.2, written: 0.5, textCompared: 0.6 };
/** What an attempt takes of the progress that is left: most documents need one. */
const attemptShare = 0.8;

export interface LevelRequest {
  readonly task: CompressTask;
  readonly baseline: Baseline;
  readonly level: CompressionLevel;
  readonly images: readonly ImageTask[];
  readonly encoder: ImageEncoder;
  /** Shared by all attempts on all levels. */
  readonly deflate: Deflate;
  readonly context: WorkerContext;
  /** Called once, with the document as it was opened. */
  readonly onOpened?: (document: PreparedDocument) => void;
}

export interface LevelResult {
  /** Null when the input is to be kept. */
  readonly output: Uint8Array | null;
  /** True when nothing had to be taken back: no gentler level can be smaller then. */
  readonly isFirst: boolean;
}

/**
 * Compresses on one level. Every page has to show the glyphs it showed, by the objects of both files, and to look as
 * it did; where it does not, its loss is taken back, and those pages alone are checked again.
 */
export async function compressOnLevel(request: LevelRequest): Promise<LevelResult> {
  const { task, baseline, level, encoder, deflate, context } = request;
  let images = await encoder.encode(request.images.map((image) => ({ task: image, level })));
  let fonts: FontTreatment = level === 'low' ? 'hinted' : 'unhinted';
  let glyphsBefore: readonly string[] | null = null;
  let unchecked: ReadonlySet<number> | undefined;
  let keptPages: ReadonlySet<number> = new Set();
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const isFirst = attempt === 1;
    const report = (fraction: number) =>
      context.progress(1 - (1 - attemptShare * fraction) * (1 - attemptShare) ** (attempt - 1));
    const prepared = prepareDocument(await openSource(sourceOf(task)), task.limits);
    if (isFirst) request.onOpened?.(prepared);
    report(progressAt.read);
    const readDifferently = pagesReadDifferently(prepared.usage);
    // Nobody can vouch for fonts that are read differently where there is no second engine.
    if (readDifferently.size > 0 && !hasCanvas()) fonts = 'untouched';
    const doubtfulPages = fonts === 'untouched' ? new Set<number>() : readDifferently;
    glyphsBefore ??= await readPageGlyphs(prepared.usage, maxStreamBytes(task.limits));
    const results = images.flatMap(({ result }) => result ?? []);
    const isInput = baseline.path === inputOf(task).path;
    const update = isInput ? await createSketchedUpdate(prepared, baseline.path, results) : null;
    const annotations = countAnnotations(prepared, maxDrawnAnnotations) <= maxDrawnAnnotations;
    const output = await buildDocument(prepared, {
      images: results,
      fonts,
      level,
      keptPages,
      limits: task.limits,
      deflate,
    });
    report(progressAt.written);
    if (output.length >= baseline.sizeBytes) return { output: null, isFirst };
    if (fonts !== 'untouched' && !(await showsGlyphs(output, glyphsBefore, task))) {
      fonts = gentlerFonts(fonts);
      continue;
    }
    report(progressAt.textCompared);
    const sketched = update === null ? undefined : join(task.outputDir, 'sketched.pdf');
    if (update !== null && sketched !== undefined) await writeSketchedCopy(baseline.path, update, sketched);
    const different = await checkDocument({
      before: baseline.path,
      sketched,
      after: output,
      password: baseline.password,
      minSimilarity: levelSettings[level].minSimilarity,
      lossyPages: lossyPages(images),
      mayMove: level !== 'low',
      pages: unchecked,
      doubtfulPages,
      annotations,
      onProgress: (fraction) => report(progressAt.textCompared + (1 - progressAt.textCompared) * fraction),
    });
    if (different.length === 0) return { output, isFirst };
    if (different === 'all') return { output: null, isFirst };
    unchecked = new Set(different);
    keptPages = new Set([...keptPages, ...different]);
    // Hints come back before images do: a stronger level must not end with gentler images than the one before it.
    const affected = fonts === 'unhinted' ? [] : images.filter((image) => isAffected(image, different));
    if (affected.length > 0) {
      images = await encodeGentler(images, affected, encoder);
      for (const { task: image } of affected) unchecked = new Set([...unchecked, ...image.pages]);
    } else if (fonts !== 'untouched') fonts = gentlerFonts(fonts);
    else break;
  }
  return { output: null, isFirst: false };
}

function gentlerFonts(fonts: FontTreatment): FontTreatment {
  return fonts === 'unhinted' ? 'hinted' : 'untouched';
}

/** True when every page of the output shows the glyphs it did, read from its objects. */
async function showsGlyphs(output: Uint8Array, before: readonly string[], { limits }: CompressTask): Promise<boolean> {
  // What goes past the limits on reading, since it deflates better than any file may, cannot be vouched for.
  const opened = await openPdf(output, { limits }).catch(() => null);
  if (opened === null) return false;
  const { context, pages } = opened;
  const maxBytes = maxStreamBytes(limits);
  const usage = walkDocument({ context, pages, maxContentBytes: maxBytes });
  const after = await readPageGlyphs(usage, maxBytes);
  return after.length === before.length && differentPages(before, after).length === 0;
}

function pagesReadDifferently({ pageText }: DocumentUsage): ReadonlySet<number> {
  const doubtful = new Map<PDFDict, boolean>();
  const isDoubtful = (font: PDFDict) => {
    const known = doubtful.get(font) ?? isReadDifferently(font);
    doubtful.set(font, known);
    return known;
  };
  const found = pageText.map((texts) => [...texts].some((fonts) => [...fonts.keys()].some(isDoubtful)));
  return new Set(found.flatMap((isFound, index) => (isFound ? [index + 1] : [])));
}

function isAffected({ task, result }: EncodedImage, pages: readonly number[]): boolean {
  return result?.isLossy === true && task.pages.some((page) => pages.includes(page));
}

/** The affected images on the level before theirs, the others as they are. */
async function encodeGentler(
  images: readonly EncodedImage[],
  affected: readonly EncodedImage[],
  encoder: ImageEncoder,
): Promise<readonly EncodedImage[]> {
  return encoder.encode(
    images.map((image) => {
      const { task, level } = image;
      const isSettled = level === 'lossless' || !affected.includes(image);
      return { task, level: isSettled ? level : (gentlerLevel(level) ?? 'lossless') };
    }),
  );
}

function lossyPages(images: readonly EncodedImage[]): ReadonlySet<number> {
  return new Set(images.flatMap(({ task, result }) => (result?.isLossy === true ? task.pages : [])));
}
