import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskOutput, WorkerContext } from '@platen/core';
import { type PdfInspection, settleActiveContent } from '@platen/pdf-kit/objects';
import { type Baseline, createBaseline } from './baseline.ts';
import { isRepaired, type PreparedDocument } from './compress-document.ts';
import { compressOnLevel } from './compress-on-level.ts';
import { type CompressTask, inputOf } from './compress-task.ts';
import { deflateWell } from './deflate/deflate-well.ts';
import { rememberDeflated } from './deflate/remember-deflated.ts';
import { createImageEncoder, type EncodedImage } from './image-encoder.ts';
import { levelsDownFrom } from './levels.ts';
import { forbidsBrokenSignatures } from './structure/drop-signatures.ts';

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
  batches: readonly (readonly EncodedImage[])[],
  context: WorkerContext,
): Promise<CompressedPdf> {
  const images = batches.flat();
  const { level } = task.options;
  const baseline = await createBaseline(task, context);
  const encoder = createImageEncoder(task.outputDir, images);
  const deflate = rememberDeflated(deflateWell);
  const request = { task, baseline, encoder, deflate, images: images.map((image) => image.task), context };
  const found: { inspection?: PdfInspection } = {};
  const onOpened = (opened: PreparedDocument) => {
    if (task.options.activeContent === 'keep') settleActiveContent(opened.document, 'keep', context.warn);
    if (isRepaired(opened.inspection)) {
      context.warn('REPAIRED', `${inputOf(task).fileName} is damaged; what could be read of it was kept`);
    }
    found.inspection = opened.inspection;
  };
  const attempt = await compressOnLevel({ ...request, level, onOpened });
  let smallest = attempt.output;
  // After a retry with less loss on some pages, a gentler level for all of them may be smaller.
  const gentler = attempt.isFirst ? [] : levelsDownFrom(level).slice(1);
  for (const other of gentler) {
    const { output } = await compressOnLevel({ ...request, level: other });
    if (output !== null && output.length < (smallest?.length ?? baseline.sizeBytes)) smallest = output;
  }
  const isCopy = smallest !== null || baseline.path !== inputOf(task).path;
  if (isCopy && found.inspection !== undefined) warnOfChanges(found.inspection, task, context);
  return smallest === null ? keepBaseline(task, baseline) : writeOutput(task, smallest);
}

/** Warns of what a copy loses. Not for the input itself, which is returned if it cannot be made smaller. */
function warnOfChanges(inspection: PdfInspection, task: CompressTask, context: WorkerContext): void {
  const { fileName } = inputOf(task);
  if (inspection.signed) {
    const becomes = forbidsBrokenSignatures(inspection.pdfA)
      ? `does not hold for the compressed copy and was removed, as PDF/A-${inspection.pdfA} requires`
      : 'is not valid for the compressed copy';
    context.warn('SIGNATURE_BROKEN', `The signature of ${fileName} ${becomes}`);
  }
  if (inspection.pdfX !== null) {
    const reason = 'its images are no longer meant for the press';
    context.warn('CLAIM_DROPPED', `The compressed copy does not claim ${inspection.pdfX}: ${reason}`);
  }
  if (inspection.encrypted) {
    context.warn('ENCRYPTION_REMOVED', `${fileName} is encrypted; the compressed copy is not`);
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

async function keepBaseline(task: CompressTask, baseline: Baseline): Promise<CompressedPdf> {
  const path = join(task.outputDir, 'compressed.pdf');
  await copyFile(baseline.path, path);
  return {
    path,
    fileName: outputName(task),
    mediaType: 'application/pdf',
    inputBytes: inputOf(task).sizeBytes,
    outputBytes: baseline.sizeBytes,
  };
}

/** `report.pdf` → `report-compressed.pdf`. */
function outputName(task: CompressTask): string {
  return `${inputOf(task).fileName.replace(/\.pdf$/i, '')}-compressed.pdf`;
}
