import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { TaskOutput, WorkerContext, WorkerTask } from '@platen/core';
import type { ResolvedOcrOptions } from '../operation.ts';
import { taskInput } from '../pages/open-scan.ts';
import type { PageFiles, PageText, PageTexts } from '../pages/page-text.ts';
import { writeDocx } from './write-docx.ts';
import { writeHocr } from './write-hocr.ts';
import { writeJson } from './write-json.ts';
import { writePdf } from './write-pdf.ts';
import { writeText } from './write-text.ts';

type Writer = (
  task: WorkerTask<ResolvedOcrOptions>,
  pages: PageTexts,
  path: string,
  context: WorkerContext,
) => Promise<void>;

type Format = ResolvedOcrOptions['output'][number];

const formats: Readonly<Record<Format, { readonly mediaType: string; readonly write: Writer }>> = {
  pdf: { mediaType: 'application/pdf', write: writePdf },
  txt: { mediaType: 'text/plain; charset=utf-8', write: writeText },
  hocr: { mediaType: 'text/html; charset=utf-8', write: writeHocr },
  json: { mediaType: 'application/json', write: writeJson },
  docx: { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', write: writeDocx },
};

/** Writes the outputs of a task from its pages, given by the files that `readPage` resolved to, in order. */
export async function writeOutput(
  task: WorkerTask<ResolvedOcrOptions>,
  pages: readonly PageFiles[],
  context: WorkerContext,
): Promise<readonly TaskOutput[]> {
  const name = parse(taskInput(task).fileName).name || 'document';
  const asked = task.options.output;
  const outputs: TaskOutput[] = [];
  for (const [index, format] of asked.entries()) {
    const { mediaType, write } = formats[format];
    const path = join(task.outputDir, `output.${format}`);
    const progress = (share: number) => context.progress((index + share) / asked.length);
    await write(task, readPages(pages, progress), path, context);
    outputs.push({ path, fileName: `${name}.${format}`, mediaType });
  }
  return outputs;
}

async function* readPages(pages: readonly PageFiles[], progress: (share: number) => void): AsyncGenerator<PageText> {
  for (const [index, { text, picture }] of pages.entries()) {
    const page = JSON.parse(await readFile(text, 'utf8')) as PageText;
    yield page.picture === null || picture === null ? page : { ...page, picture: { ...page.picture, path: picture } };
    progress((index + 1) / pages.length);
  }
}
