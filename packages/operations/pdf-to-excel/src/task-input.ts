import { ConversionError, type TaskInput, type WorkerTask } from '@platen/core';
import { openPageModel, type PageModelDocument } from '@platen/pdf-kit/page-model';
import type { PdfToExcelOptions } from './operation.ts';

/** The one input of a task. */
export function inputOf({ inputs }: WorkerTask<PdfToExcelOptions>): TaskInput {
  const [input] = inputs;
  if (input === undefined) throw new ConversionError('INTERNAL_ERROR', 'There is no file to read');
  return input;
}

/** Opens the input of a task; close it when done. */
export function openInput(task: WorkerTask<PdfToExcelOptions>): Promise<PageModelDocument> {
  const { path, fileName } = inputOf(task);
  const { password } = task.options;
  return openPageModel(path, { fileName, ...(password === undefined ? {} : { password }) });
}
