import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import {
  dropSignatures,
  forbidsBrokenSignatures,
  inspectPdf,
  openPdf,
  settleActiveContent,
  writePdf,
} from '@platen/pdf-kit/objects';
import { openRenderer } from '@platen/pdf-kit/render';
import { type CompressTask, inputOf } from './compress-task.ts';
import { writeCompact } from './structure/write-compact.ts';

/** The file that a compressed document is compared with, in appearance and size, and that is returned if it is no better. */
export interface Baseline {
  readonly path: string;
  readonly sizeBytes: number;
  /** Its password; undefined for a copy, which is not encrypted. */
  readonly password: string | undefined;
}

/**
 * The input itself; a copy without its active content if that is to be removed; or a repaired copy, of any size, if no renderer
 * can open the input.
 */
export async function createBaseline(task: CompressTask, context: WorkerContext): Promise<Baseline> {
  const { path, fileName, sizeBytes } = inputOf(task);
  const { password, activeContent } = task.options;
  const input = { path, sizeBytes, password };
  if (activeContent === 'keep') return (await canBeDrawn(path, password)) ? input : repairedCopy(task);
  const document = await openPdf(path, { fileName, password, limits: task.limits });
  if (!settleActiveContent(document, activeContent, context.warn)) return input;
  if (forbidsBrokenSignatures(inspectPdf(document).pdfA)) dropSignatures(document);
  const copy = join(task.outputDir, 'without-active-content.pdf');
  return { path: copy, sizeBytes: writePdf(document, copy), password: undefined };
}

/** A grey or conforming copy of the input. */
export async function copyBaseline(path: string): Promise<Baseline> {
  const { size } = await stat(path);
  return { path, sizeBytes: size, password: undefined };
}

async function canBeDrawn(path: string, password: string | undefined): Promise<boolean> {
  const renderer = await openRenderer(path, { password }).catch(() => null);
  const pageCount = renderer?.pageCount ?? 0;
  renderer?.close();
  return pageCount > 0;
}

/** A copy with every object that could be read: which of them the document uses is uncertain. */
async function repairedCopy(task: CompressTask): Promise<Baseline> {
  const { path, fileName } = inputOf(task);
  const { password } = task.options;
  const { context, version } = await openPdf(path, { fileName, password, limits: task.limits });
  const bytes = await writeCompact({ context, version, objectStreams: false, keepUnreferenced: true });
  const copy = join(task.outputDir, 'repaired.pdf');
  await writeFile(copy, bytes);
  return { path: copy, sizeBytes: bytes.length, password: undefined };
}
