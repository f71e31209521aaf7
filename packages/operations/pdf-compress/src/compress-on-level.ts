import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import { openPdf } from '@platen/pdf-kit/objects';
import { hasCanvas } from '@platen/pdf-kit/render';
import type { Baseline } from './baseline.ts';
import { type CheckResult, checkDocument } from './check/check-document.ts';
import { differentPages, readPageGlyphs } from './check/page-glyphs.ts';
import { createSketchedUpdate, writeSketchedCopy } from './check/sketched-copy.ts';
import { maxStreamBytes } from './compress-document.ts';
import type { CompressTask } from './compress-task.ts';
import { walkDocument } from './content/walk-document.ts';
import type { Deflate } from './deflate/remember-deflated.ts';
import type { EncodingRequest, ImageEncoder } from './image-encoder.ts';
import { type CompressionLevel, settingsOf } from './levels.ts';
import type { OriginalDocument } from './original-document.ts';
import { fontsOn, gentlerFonts, imageResults, lossyPages, type Treatment, withLessLoss } from './treatment.ts';

/** How often the document is built, each time with less loss, before a level is given up. */
const maxAttempts = 6;
/** The progress of an attempt once the document is written, and its text compared. */
const progressAt = { written: 0.5, textCompared: 0.6 };
/** The share of the remaining progress that an attempt takes: most documents need only one. */
const attemptShare = 0.8;

/** What is the same for all levels on which a document is compressed. */
export interface CompressionRequest {
  readonly task: CompressTask;
  readonly baseline: Baseline;
  readonly original: OriginalDocument;
  readonly encoder: ImageEncoder;
  readonly deflate: Deflate;
  readonly context: WorkerContext;
}

export interface LevelRequest extends CompressionRequest {
  readonly level: CompressionLevel;
  /** The images, each with the level that it begins on. */
  readonly images: readonly EncodingRequest[];
  /** An output of as many bytes or more is not wanted, and not compared. */
  readonly tooManyBytes: number;
}

export interface LevelResult {
  /** Null if there is none with less than `tooManyBytes` that looks like the original. */
  readonly output: Uint8Array | null;
  /** True if the first attempt decided: no gentler level can be smaller then. */
  readonly isFirst: boolean;
  /** The size of the last document that was built, wanted or not. */
  readonly builtBytes: number;
}

/**
 * Compresses on one level. Every page of the output has to show the same glyphs as before, according to the objects of both
 * files, and to look the same. Pages that look different are treated with less loss, and only they are compared again.
 */
export async function compressOnLevel(request: LevelRequest): Promise<LevelResult> {
  const { task, original, level, encoder, deflate, context } = request;
  // Changed fonts that renderers read differently cannot be checked with one renderer only.
  const mayChangeFonts = original.readDifferently.size === 0 || hasCanvas();
  let treatment: Treatment = {
    images: await encoder.encode(request.images),
    fonts: mayChangeFonts ? fontsOn(level) : 'untouched',
    keptPages: new Set(),
    comparedPages: undefined,
  };
  let builtBytes = 0;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const isFirst = attempt === 1;
    const report = (fraction: number) =>
      context.progress(1 - (1 - attemptShare * fraction) * (1 - attemptShare) ** (attempt - 1));
    const output = await original.build({
      images: imageResults(treatment),
      fonts: treatment.fonts,
      level,
      keptPages: treatment.keptPages,
      limits: task.limits,
      deflate,
    });
    builtBytes = output.length;
    report(progressAt.written);
    if (output.length >= request.tooManyBytes) return { output: null, isFirst, builtBytes };
    if (treatment.fonts !== 'untouched' && !(await showsGlyphs(output, original.glyphs, task))) {
      treatment = { ...treatment, fonts: gentlerFonts(treatment.fonts) };
      continue;
    }
    report(progressAt.textCompared);
    const different = await comparePages(output, treatment, request, (fraction) =>
      report(progressAt.textCompared + (1 - progressAt.textCompared) * fraction),
    );
    if (different.length === 0) return { output, isFirst, builtBytes };
    if (different === 'all') return { output: null, isFirst, builtBytes };
    const gentler = await withLessLoss(treatment, different, encoder);
    if (gentler === null) break;
    treatment = gentler;
  }
  return { output: null, isFirst: false, builtBytes };
}

async function comparePages(
  output: Uint8Array,
  treatment: Treatment,
  { task, baseline, original, level }: LevelRequest,
  onProgress: (fraction: number) => void,
): Promise<CheckResult> {
  const isSource = baseline.path === original.path;
  const sketchedUpdate = isSource
    ? await createSketchedUpdate(original.prepared, baseline.path, imageResults(treatment))
    : null;
  const sketched = sketchedUpdate === null ? undefined : join(task.outputDir, 'sketched.pdf');
  if (sketchedUpdate !== null && sketched !== undefined) {
    await writeSketchedCopy(baseline.path, sketchedUpdate, sketched);
  }
  const { minSimilarity, maxLossyShift } = settingsOf(level, task.options.quality ?? null);
  return checkDocument({
    before: baseline.path,
    sketched,
    after: output,
    password: baseline.password,
    minSimilarity,
    maxLossyShift,
    lossyPages: lossyPages(treatment),
    mayMove: level !== 'low',
    pages: treatment.comparedPages,
    doubtfulPages: treatment.fonts === 'untouched' ? new Set() : original.readDifferently,
    annotations: original.drawsAnnotations,
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
