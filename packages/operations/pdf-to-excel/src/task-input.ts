import { ConversionError, type TaskInput, type WorkerContext, type WorkerTask } from '@platen/core';
import type { Boundaries } from '@platen/pdf-kit';
import { openPageModel, type PageModelDocument } from '@platen/pdf-kit/page-model';
import type { ResolvedPdfToExcelOptions } from './operation.ts';

/** The one input of a task. */
export function inputOf({ inputs }: WorkerTask<ResolvedPdfToExcelOptions>): TaskInput {
  const [input] = inputs;
  if (input === undefined) throw new ConversionError('INTERNAL_ERROR', 'There is no file to read');
  return input;
}

/** Opens the input of a task, repaired if need be; close it when done. */
export function openInput(
  task: WorkerTask<ResolvedPdfToExcelOptions>,
  context: Pick<WorkerContext, 'warn'>,
  boundaries: Boundaries,
): Promise<PageModelDocument> {
  const { path, fileName } = inputOf(task);
  return openPageModel(path, {
    fileName,
    password: task.options.password,
    onRepair: context.warn,
    boundaries,
  });
}
