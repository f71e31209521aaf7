import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import { openPdf } from '@platen/pdf-kit/objects';
import type { PDFDict } from '@platen/pdf-kit/pdf-lib';
import { hasCanvas } from '@platen/pdf-kit/render';
import type { Baseline } from './baseline.ts';
import { type CheckResult, checkDocument } from './check/check-document.ts';
import { countAnnotations } from './check/count-annotations.ts';
import { differentPages, readPageGlyphs } from './check/page-glyphs.ts';
import { createSketchedUpdate, writeSketchedCopy } from './check/sketched-copy.ts';
import {
  buildDocument,
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
import type { ImageEncoder } from './image-encoder.ts';
import type { ImageTask } from './images/image-task.ts';
import { type CompressionLevel, levelSettings } from './levels.ts';
import { gentlerFonts, imageResults, lossyPages, type Treatment, withLessLoss } from './treatment.ts';

/** How often the document is built, each time with less loss, before a level is given up. */
const maxAttempts = 6;
/**
 * Documents with more annotations and fields are compared without them. PDFium allocates 15 KB for each annotation, and compares
 * every field with every other: 20 000 take 300 MB, or a minute.
 */
const maxDrawnAnnotations = 5_000;
/** The progress of an attempt once the document is read, written, and its text compared. */
const progressAt = { read: 0.2, written: 0.5, textCompared: 0.6 };
/** The share of the remaining progress that an attempt takes: most documents need only one. */
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
  /** Null if the baseline is to be returned. */
  readonly output: Uint8Array | null;
  /** True if the first attempt decided: no gentler level can be smaller then. */
  readonly isFirst: boolean;
}

/**
 * Compresses on one level. Every page of the output has to show the same glyphs as before, according to the objects of both
 * files, and to look the same. Pages that look different are treated with less loss, and only they are compared again.
 */
export async function compressOnLevel(request: LevelRequest): Promise<LevelResult> {
  const { task, baseline, level, encoder, deflate, context } = request;
  let treatment: Treatment = {
    images: await encoder.encode(request.images.map((image) => ({ task: image, level }))),
    fonts: level === 'low' ? 'hinted' : 'unhinted',
    keptPages: new Set(),
    comparedPages: undefined,
  };
  let glyphsBefore: readonly string[] | null = null;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const isFirst = attempt === 1;
    const report = (fraction: number) =>
      context.progress(1 - (1 - attemptShare * fraction) * (1 - attemptShare) ** (attempt - 1));
    const prepared = prepareDocument(await openSource(sourceOf(task)), task.limits);
    if (isFirst) request.onOpened?.(prepared);
    report(progressAt.read);
    const readDifferently = pagesReadDifferently(prepared.usage);
    // Changed fonts that renderers read differently cannot be checked with one renderer only.
    if (readDifferently.size > 0 && !hasCanvas()) treatment = { ...treatment, fonts: 'untouched' };
    glyphsBefore ??= await readPageGlyphs(prepared.usage, maxStreamBytes(task.limits));
    const original = await describeOriginal(prepared, readDifferently, treatment, request);
    const output = await buildDocument(prepared, {
      images: imageResults(treatment),
      fonts: treatment.fonts,
      level,
      keptPages: treatment.keptPages,
      limits: task.limits,
      deflate,
    });
    report(progressAt.written);
    if (output.length >= baseline.sizeBytes) return { output: null, isFirst };
    if (treatment.fonts !== 'untouched' && !(await showsGlyphs(output, glyphsBefore, task))) {
      treatment = { ...treatment, fonts: gentlerFonts(treatment.fonts) };
      continue;
    }
    report(progressAt.textCompared);
    const different = await comparePages(output, original, treatment, request, (fraction) =>
      report(progressAt.textCompared + (1 - progressAt.textCompared) * fraction),
    );
    if (different.length === 0) return { output, isFirst };
    if (different === 'all') return { output: null, isFirst };
    const gentler = await withLessLoss(treatment, different, encoder);
    if (gentler === null) break;
    treatment = gentler;
  }
  return { output: null, isFirst: false };
}

/** What has to be known of the original document to compare its pages with those of an output. */
interface OriginalDocument {
  readonly sketchedUpdate: Uint8Array | null;
  readonly doubtfulPages: ReadonlySet<number>;
  readonly annotations: boolean;
}

/** To be called before the document is built, which changes its objects. */
async function describeOriginal(
  prepared: PreparedDocument,
  readDifferently: ReadonlySet<number>,
  treatment: Treatment,
  { task, baseline }: LevelRequest,
): Promise<OriginalDocument> {
  const isInput = baseline.path === inputOf(task).path;
  return {
    sketchedUpdate: isInput ? await createSketchedUpdate(prepared, baseline.path, imageResults(treatment)) : null,
    doubtfulPages: treatment.fonts === 'untouched' ? new Set() : readDifferently,
    annotations: countAnnotations(prepared, maxDrawnAnnotations) <= maxDrawnAnnotations,
  };
}

async function comparePages(
  output: Uint8Array,
  { sketchedUpdate, doubtfulPages, annotations }: OriginalDocument,
  treatment: Treatment,
  { task, baseline, level }: LevelRequest,
  onProgress: (fraction: number) => void,
): Promise<CheckResult> {
  const sketched = sketchedUpdate === null ? undefined : join(task.outputDir, 'sketched.pdf');
  if (sketchedUpdate !== null && sketched !== undefined) {
    await writeSketchedCopy(baseline.path, sketchedUpdate, sketched);
  }
  return checkDocument({
    before: baseline.path,
    sketched,
    after: output,
    password: baseline.password,
    minSimilarity: levelSettings[level].minSimilarity,
    lossyPages: lossyPages(treatment),
    mayMove: level !== 'low',
    pages: treatment.comparedPages,
    doubtfulPages,
    annotations,
    onProgress,
  });
}

/** Whether every page of the output shows the same glyphs as before, according to its objects. */
async function showsGlyphs(output: Uint8Array, before: readonly string[], { limits }: CompressTask): Promise<boolean> {
  // An output that exceeds the limits on inflated data, because it is deflated so well, cannot be checked.
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
