import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import { inspectPdf, openPdf, settleActiveContent, writePdf } from '@platen/pdf-kit/objects';
import { type CompressTask, inputOf } from './compress-task.ts';
import { dropSignatures, forbidsBrokenSignatures } from './structure/drop-signatures.ts';

/** What a compressed document is compared with, in looks and in bytes, and what is given back where it is no better. */
export interface Baseline {
  readonly path: string;
  readonly sizeBytes: number;
  /** What opens it; undefined for a copy, which is not encrypted. */
  readonly password: string | undefined;
}

/** The input itself, or a copy without its active content where that is to be removed. */
export async function createBaseline(task: CompressTask, context: WorkerContext): Promise<Baseline> {
  const { path, fileName, sizeBytes } = inputOf(task);
  const { password, activeContent } = task.options;
  const input = { path, sizeBytes, password };
  if (activeContent === 'keep') return input;
  const document = await openPdf(path, { fileName, password, limits: task.limits });
  if (!settleActiveContent(document, activeContent, context.warn)) return input;
  if (forbidsBrokenSignatures(inspectPdf(document).pdfA)) dropSignatures(document);
  const copy = join(task.outputDir, 'without-active-content.pdf');
  return { path: copy, sizeBytes: writePdf(document, copy), password: undefined };
}
