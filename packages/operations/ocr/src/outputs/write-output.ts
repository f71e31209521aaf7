import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { TaskOutput, WorkerContext, WorkerTask } from '@platen/core';
import type { OcrOptions } from '../operation.ts';
import { taskInput } from '../pages/open-scan.ts';
import type { PageText } from '../pages/page-text.ts';
import { writeDocx } from './write-docx.ts';
import { writeHocr } from './write-hocr.ts';
import { writePdf } from './write-pdf.ts';
import { writeText } from './write-text.ts';

/** The pages of a task, read back one at a time. */
export type PageTexts = AsyncIterable<PageText>;

type Writer = (task: WorkerTask<OcrOptions>, pages: PageTexts, path: string, context: WorkerContext) => Promise<void>;

const outputs: Readonly<Record<OcrOptions['output'], { readonly mediaType: string; readonly write: Writer }>> = {
  pdf: { mediaType: 'application/pdf', write: writePdf },
  txt: { mediaType: 'text/plain; charset=utf-8', write: writeText },
  hocr: { mediaType: 'text/html; charset=utf-8', write: writeHocr },
  docx: { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', write: writeDocx },
};

/** Writes the output of a task from its pages, given by the paths that `readPage` resolved to, in order. */
export async function writeOutput(
  task: WorkerTask<OcrOptions>,
  pagePaths: readonly string[],
  context: WorkerContext,
): Promise<readonly TaskOutput[]> {
  const { mediaType, write } = outputs[task.options.output];
  const fileName = `${parse(taskInput(task).fileName).name || 'document'}.${task.options.output}`;
  const path = join(task.outputDir, `output.${task.options.output}`);
  await write(task, readPages(pagePaths, context), path, context);
  return [{ path, fileName, mediaType }];
}

async function* readPages(paths: readonly string[], context: WorkerContext): AsyncGenerator<PageText> {
  for (const [index, path] of paths.entries()) {
    yield JSON.parse(await readFile(path, 'utf8')) as PageText;
    context.progress((index + 1) / paths.length);
  }
}
