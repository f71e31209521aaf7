import { processingFailed, type TaskInput, type WorkerTask } from '@platen/core';
import { parseByteSize } from '@platen/pdf-kit/options';
import type { CompressionSource } from './compress-document.ts';
import type { CompressionLevel } from './levels.ts';
import type { ResolvedPdfCompressOptions } from './operation.ts';

/** What the worker of this operation is asked to do. */
export type CompressTask = WorkerTask<ResolvedPdfCompressOptions>;

/** The one file of a task. */
export function inputOf({ inputs }: CompressTask): TaskInput {
  const [input] = inputs;
  if (input === undefined) throw processingFailed('internal', 'There is no file to compress');
  return input;
}

/** The most bytes that the output should have; null if no size was asked for. */
export function wantedBytes({ options }: CompressTask): number | null {
  return options.maxSize === undefined ? null : parseByteSize(options.maxSize);
}

/** The level on which images are encoded before anything is known of the document. */
export function firstLevel(task: CompressTask): CompressionLevel {
  const maxBytes = wantedBytes(task);
  return maxBytes === null ? task.options.level : likelyLevel(maxBytes, inputOf(task).sizeBytes);
}

/** The level to begin with for a size: most files come to a third on `medium`, and to two thirds on `low`. */
export function likelyLevel(maxBytes: number, sizeBytes: number): CompressionLevel {
  if (maxBytes >= sizeBytes * (2 / 3)) return 'low';
  return maxBytes >= sizeBytes / 3 ? 'medium' : 'high';
}

/** The document to compress: the input, or the copy that takes its place. */
export function sourceOf(task: CompressTask, copyPath: string | null): CompressionSource {
  const { path, fileName } = inputOf(task);
  const { password, activeContent } = task.options;
  const source = { fileName, activeContent, limits: task.limits };
  return copyPath === null ? { ...source, path, password } : { ...source, path: copyPath, password: undefined };
}
