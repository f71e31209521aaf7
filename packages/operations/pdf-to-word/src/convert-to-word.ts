import type { TaskOutput, WorkerContext, WorkerTask } from '@platen/core';
import { convertDocument, type FlowFormat } from '@platen/flow-document';
import type { Recognizer } from '@platen/pdf-kit/ocr';
import { createDocxWriter } from './emit/docx-writer.ts';
import type { ResolvedPdfToWordOptions } from './operation.ts';

/** Word refuses pages that are wider or higher: 22 inches. */
const largestSidePt = 1584;

const docx: FlowFormat = {
  extension: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  hasPages: true,
  largestSidePt,
  createWriter: createDocxWriter,
};

/** Converts the PDF of a task into a Word document in its output folder, as `convertDocument` does. */
export function convertToWord(
  task: WorkerTask<ResolvedPdfToWordOptions>,
  context: WorkerContext,
  recognizer: Recognizer | null = null,
): Promise<readonly TaskOutput[]> {
  return convertDocument(task, context, recognizer, docx);
}
