import { ConversionError, type TaskInput, type WorkerContext, type WorkerTask } from '@platen/core';
import { openPdfScan, type Scan } from '@platen/pdf-kit/ocr';
import type { ResolvedOcrOptions } from '../operation.ts';
import { openImageScan } from './image-scan.ts';

/** The one input of a task. */
export function taskInput({ inputs }: Pick<WorkerTask, 'inputs'>): TaskInput {
  const [input] = inputs;
  if (input === undefined) throw new ConversionError('INTERNAL_ERROR', 'There is no file to read');
  return input;
}

/** Opens the input of a task, PDF or image; a PDF repaired if need be. */
export async function openScan(
  task: WorkerTask<ResolvedOcrOptions>,
  context: Pick<WorkerContext, 'warn'>,
): Promise<Scan> {
  const { path, fileName, mediaType } = taskInput(task);
  const { maxPagePixels } = task.limits;
  return mediaType === 'application/pdf'
    ? openPdfScan(path, {
        fileName,
        password: task.options.password,
        maxPagePixels,
        onRepair: context.warn,
      })
    : openImageScan(path, { fileName, mediaType, maxPagePixels });
}
