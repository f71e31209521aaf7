import type { WorkerContext } from '@platen/core';
import type { CompressTask } from './compress-task.ts';
import { type CompressedPdf, joinDocument } from './join-document.ts';
import { type EncodedBatch, encodeBatch, planImages } from './plan-images.ts';

/** Compresses a file from beginning to end in this thread: what the three phases do when run one after the other. */
export async function compressPdf(task: CompressTask, context: WorkerContext): Promise<CompressedPdf> {
  const encoded: EncodedBatch[] = [];
  for (const batch of await planImages(task, context)) encoded.push(await encodeBatch(task, batch, context));
  return joinDocument(task, encoded, context);
}
