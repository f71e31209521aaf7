import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskOutput, WorkerContext, WorkerTask } from '@platen/core';
import { createBoundaries, selectedPageNumbers } from '@platen/pdf-kit';
import {
  type OpenedPdf,
  refuseHazards,
  warnOfContentBesidePages,
  warnOfRepair,
  writePdf,
} from '@platen/pdf-kit/objects';
import { createPageTextRecognition, createPictureTextReader, type Recognizer } from '@platen/pdf-kit/ocr';
import { type OpenPageModelOptions, openPageModel, type PageModelDocument } from '@platen/pdf-kit/page-model';
import { openRenderer } from '@platen/pdf-kit/render';
import type { DocumentJob } from './document-job.ts';
import type { FlowFormat } from './model/flow-document-writer.ts';
import { outputName } from './output-name.ts';
import { createPageDrawer } from './page-drawer.ts';
import { createPageReader } from './page-reader.ts';
import type { ReadingOptions } from './reading-options.ts';
import { writeDocument } from './write-document.ts';

/**
 * Converts the PDF of a task to a document of `format` in its output folder. Without a recognizer, pages that are pictures
 * stay pictures. Rejects with `PDF_ENCRYPTED`, and with `PROCESSING_FAILED` if the file is damaged or does not have the
 * selected pages.
 */
export async function convertDocument(
  task: WorkerTask<ReadingOptions>,
  context: WorkerContext,
  recognizer: Recognizer | null,
  format: FlowFormat,
): Promise<readonly TaskOutput[]> {
  const [input] = task.inputs;
  if (input === undefined) throw new TypeError('The task has no input');
  const { options, limits } = task;
  const { password } = options;
  const boundaries = createBoundaries(context.warn);
  const source: OpenPageModelOptions = {
    fileName: input.fileName,
    password,
    onRepair: context.warn,
    boundaries,
    largestSidePt: format.largestSidePt,
  };
  const heavyPages = new Set<number>();
  const onHeavyPage = (page: number) => void heavyPages.add(page);
  const prescanned = await refuseHazards(await readFile(input.path), { ...source, limits, onHeavyPage });
  const readable = prescanned === null ? input.path : withWholePageTree(input.path, prescanned, task, context);
  const document = await openPageModel(readable, source);
  warnOfContentBesidePages(prescanned, input.fileName, context.warn);
  const { maxPagePixels } = limits;
  const open = () => openRenderer(readable, { ...source, maxPagePixels });
  const drawer = createPageDrawer({ open, heavyPages, warn: context.warn });
  const languages = options.language.split('+');
  const pageRecognition =
    recognizer === null
      ? null
      : createPageTextRecognition(
          recognizer,
          { ...source, path: readable },
          { languages, maxPagePixels, keepPhotographs: true },
        );
  const fileName = outputName(input.fileName, format.extension);
  const path = join(task.outputDir, fileName);
  try {
    const job: DocumentJob = {
      document,
      readPage: createPageReader({
        document,
        ocr: options.ocr,
        languages,
        recognizer,
        pageRecognition,
        drawer,
        boundaries,
        warn: context.warn,
      }),
      readPictureText:
        recognizer === null || options.ocr === 'off' ? null : createPictureTextReader(recognizer, { languages }),
      pages: choosePages(document, task, input.fileName, context),
      drawer,
      boundaries,
      layout: options.layout,
      hasPages: format.hasPages,
      progress: context.progress,
      warn: context.warn,
    };
    await writeDocument(job, (head) => format.createWriter(path, head));
    return [{ path, fileName, mediaType: format.mediaType }];
  } finally {
    await pageRecognition?.close();
    await drawer.close();
    await document.close();
  }
}

/**
 * The file, or a repaired copy if its page tree is broken: engines stop at invalid pages, or count pages differently.
 */
function withWholePageTree(
  path: string,
  prescanned: OpenedPdf,
  { outputDir }: Pick<WorkerTask<ReadingOptions>, 'outputDir'>,
  { warn }: WorkerContext,
): string {
  if (!prescanned.repairs.includes('page-tree')) return path;
  const copy = join(outputDir, 'repaired.pdf');
  writePdf(prescanned, copy);
  warnOfRepair(prescanned, warn);
  return copy;
}

function choosePages(
  document: PageModelDocument,
  { options, limits }: WorkerTask<ReadingOptions>,
  fileName: string,
  context: WorkerContext,
): readonly number[] {
  const { pages, clipped } = selectedPageNumbers(options.pages ?? null, document.pageCount, {
    maxPages: limits.maxPages,
    fileName,
  });
  if (clipped)
    context.warn('PAGES_CLIPPED', `The selection goes past the last page, ${document.pageCount}, and was cut there`);
  return pages;
}
