import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskOutput, WorkerContext } from '@platen/core';
import { forbidsBrokenSignatures, type PdfInspection, settleActiveContent } from '@platen/pdf-kit/objects';
import { type Baseline, copyBaseline, createBaseline } from './baseline.ts';
import { isRepaired } from './compress-document.ts';
import type { CompressionRequest } from './compress-on-level.ts';
import { compressOnLevels } from './compress-on-levels.ts';
import { type CompressTask, inputOf, wantedBytes } from './compress-task.ts';
import { compressToSize } from './compress-to-size.ts';
import { deflateWell } from './deflate/deflate-well.ts';
import { rememberDeflated } from './deflate/remember-deflated.ts';
import { createImageEncoder } from './image-encoder.ts';
import type { ImageTask } from './images/image-task.ts';
import { readOriginal } from './original-document.ts';
import type { EncodedBatch } from './plan-images.ts';

/** The progress once the document is read: less than that of the first attempt. */
const progressWhenRead = 0.15;

/** A compressed file, and its size before and after. */
export interface CompressedPdf extends TaskOutput {
  readonly inputBytes: number;
  readonly outputBytes: number;
}

/**
 * Builds the document from its encoded images, and compares the appearance of every page with the original. Pages that differ
 * are built again with less loss. The output is the baseline itself if they still differ, or if it would not be smaller.
 */
export async function joinDocument(
  task: CompressTask,
  batches: readonly EncodedBatch[],
  context: WorkerContext,
): Promise<CompressedPdf> {
  const images = batches.flatMap((batch) => batch.images);
  const copyPath = batches[0]?.copyPath ?? null;
  const baseline = copyPath === null ? await createBaseline(task, context) : await copyBaseline(copyPath);
  const original = await readOriginal(task, copyPath);
  context.progress(progressWhenRead);
  const { document, inspection } = original.prepared;
  if (task.options.activeContent === 'keep') settleActiveContent(document, 'keep', context.warn);
  if (isRepaired(inspection)) {
    context.warn('REPAIRED', `${inputOf(task).fileName} is damaged; the copy contains everything that could be read`);
  }
  const output = await compress({
    task,
    baseline,
    original,
    encoder: createImageEncoder(task.outputDir, images),
    deflate: rememberDeflated(deflateWell),
    images: images.map((image) => image.task),
    context,
  });
  const isCopy = output !== null || baseline.path !== inputOf(task).path;
  if (isCopy) warnOfChanges(inspection, task, context);
  warnOfSize(output?.length ?? baseline.sizeBytes, task, context);
  return writeOutput(task, output, baseline);
}

/** The smallest document, or one that is small enough; null if none is smaller than the baseline. */
function compress(request: CompressionRequest & { readonly images: readonly ImageTask[] }): Promise<Uint8Array | null> {
  const { level } = request.task.options;
  const maxBytes = wantedBytes(request.task);
  return maxBytes === null ? compressOnLevels({ ...request, level }) : compressToSize({ ...request, maxBytes });
}

function warnOfSize(sizeBytes: number, task: CompressTask, context: WorkerContext): void {
  const maxBytes = wantedBytes(task);
  if (maxBytes === null || sizeBytes <= maxBytes) return;
  const reached = `${inputOf(task).fileName} cannot be made smaller than ${sizeBytes} bytes`;
  context.warn(
    'SIZE_NOT_REACHED',
    `${reached}, which is more than maxSize=${task.options.maxSize} (${maxBytes} bytes)`,
  );
}

/** Warns of what a copy loses. Not for the input itself, which is returned if it cannot be made smaller. */
function warnOfChanges(inspection: PdfInspection, task: CompressTask, context: WorkerContext): void {
  const { fileName } = inputOf(task);
  if (inspection.signed) {
    const becomes = forbidsBrokenSignatures(inspection.pdfA)
      ? `is not valid for the compressed copy and was removed, as PDF/A-${inspection.pdfA} requires`
      : 'is not valid for the compressed copy';
    context.warn('SIGNATURE_BROKEN', `The signature of ${fileName} ${becomes}`);
  }
  if (inspection.pdfX !== null) {
    const reason =
      'its images have the resolution and quality for screens and office printers, although spot colours are kept';
    context.warn('CLAIM_DROPPED', `The compressed copy does not claim ${inspection.pdfX}: ${reason}`);
  }
  if (inspection.encrypted) {
    context.warn('ENCRYPTION_REMOVED', `${fileName} is encrypted; the compressed copy is not`);
  }
}

async function writeOutput(task: CompressTask, output: Uint8Array | null, baseline: Baseline): Promise<CompressedPdf> {
  const path = join(task.outputDir, 'compressed.pdf');
  await (output === null ? copyFile(baseline.path, path) : writeFile(path, output));
  return {
    path,
    fileName: outputName(task),
    mediaType: 'application/pdf',
    inputBytes: inputOf(task).sizeBytes,
    outputBytes: output?.length ?? baseline.sizeBytes,
  };
}

/** `report.pdf` → `report-compressed.pdf`. */
function outputName(task: CompressTask): string {
  return `${inputOf(task).fileName.replace(/\.pdf$/i, '')}-compressed.pdf`;
}
