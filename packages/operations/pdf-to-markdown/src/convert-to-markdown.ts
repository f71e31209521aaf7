import type { TaskOutput, WorkerContext, WorkerTask } from '@platen/core';
import { convertDocument, type FlowFormat } from '@platen/flow-document';
import type { Recognizer } from '@platen/pdf-kit/ocr';
import { createMarkdownWriter } from './emit/markdown-writer.ts';
import { createPictureFiles } from './emit/picture-files.ts';
import type { ResolvedPdfToMarkdownOptions } from './operation.ts';

/** Converts the PDF of a task into Markdown in its output folder, as `convertDocument` does; its pictures are further outputs. */
export async function convertToMarkdown(
  task: WorkerTask<ResolvedPdfToMarkdownOptions>,
  context: WorkerContext,
  recognizer: Recognizer | null = null,
): Promise<readonly TaskOutput[]> {
  const { images, pageMarks, ...reading } = task.options;
  const pictures: TaskOutput[] = [];
  const markdown: FlowFormat = {
    extension: 'md',
    mediaType: 'text/markdown',
    hasPages: false,
    createWriter: (path, head) =>
      createMarkdownWriter(path, head, {
        pictures: images === 'none' ? null : createPictureFiles(path, (output) => void pictures.push(output)),
        pageMarks,
        warn: context.warn,
      }),
  };
  const written = await convertDocument(
    { ...task, options: { ...reading, layout: 'flow' } },
    context,
    recognizer,
    markdown,
  );
  return [...written, ...pictures];
}
