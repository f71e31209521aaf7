import { processingFailed, type TaskInput, type WorkerTask } from '@platen/core';
import type { CompressionSource } from './compress-document.ts';
import type { ResolvedPdfCompressOptions } from './operation.ts';

/** What the worker of this operation is asked to do. */
export type CompressTask = WorkerTask<ResolvedPdfCompressOptions>;

/** The one file of a task. */
export function inputOf({ inputs }: CompressTask): TaskInput {
  const [input] = inputs;
  if (input === undefined) throw processingFailed('internal', 'There is no file to compress');
  return input;
}

export function sourceOf(task: CompressTask): CompressionSource {
  const { path, fileName } = inputOf(task);
  const { password, activeContent } = task.options;
  return { path, fileName, password, activeContent, limits: task.limits };
}
