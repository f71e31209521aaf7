import { readFile } from 'node:fs/promises';
import type { TaskInput, WorkerContext, WorkerTask } from '@platen/core';
import { writePdfA } from '@platen/pdf-kit/conformance';
import { identityMatrix } from '@platen/pdf-kit/geometry';
import {
  inspectPdf,
  openPdf,
  type PdfPage,
  rebuildPdf,
  settleActiveContent,
  warnOfRepair,
  writePdf as writeObjects,
} from '@platen/pdf-kit/objects';
import { createTextLayers, graftText, type TextLayers } from '@platen/pdf-kit/ocr';
import { type PDFContext, PDFName } from '@platen/pdf-kit/pdf-lib';
import { createImageDocument } from '../layer/image-document.ts';
import { levelPage } from '../layer/level-page.ts';
import { removeHiddenText, removeTextBehindImage } from '../layer/remove-hidden-text.ts';
import { replacePage } from '../layer/replace-page.ts';
import type { ResolvedOcrOptions } from '../operation.ts';
import { taskInput } from '../pages/open-scan.ts';
import type { PageText, PageTexts } from '../pages/page-text.ts';

/** Writes the searchable PDF: the input as it is, with an invisible layer of text on the pages that were recognised. */
export async function writePdf(
  task: WorkerTask<ResolvedOcrOptions>,
  texts: PageTexts,
  path: string,
  context: WorkerContext,
): Promise<void> {
  const input = taskInput(task);
  const target = input.mediaType === 'application/pdf' ? await openTarget(task, input, context) : imageTarget(input);
  const layers = createTextLayers(target);
  for await (const text of texts) {
    const page = await target.page(text);
    if (page !== undefined) await changePage(layers, page, text, task.options);
  }
  layers.finish();
  writeObjects(target, path);
  if (task.options.conformance !== undefined) {
    const { fileName } = taskInput(task);
    await writePdfA(path, path, { fileName, limits: task.limits, warn: context.warn });
  }
}

/** The document that is written, and how to come by its pages. */
type Target = TextLayers['document'] & {
  readonly version: string;
  page(text: PageText): Promise<PdfPage | undefined>;
};

async function openTarget(
  { options, limits }: WorkerTask<ResolvedOcrOptions>,
  { path, fileName }: TaskInput,
  context: WorkerContext,
): Promise<Target> {
  const document = await openPdf(path, { password: options.password, fileName, limits, rebuild: rebuildPdf });
  if (document.repairs.length > 0) warnOfRepair(document, context.warn);
  settleActiveContent(document, options.conformance === undefined ? options.activeContent : 'remove', context.warn);
  if (inspectPdf(document).signed) {
    context.warn('SIGNATURE_BROKEN', `The signature of ${fileName} is not valid for the searchable copy`);
  }
  return { ...document, page: async ({ page }) => document.pages[page - 1] };
}

function imageTarget({ path }: TaskInput): Target {
  const document = createImageDocument();
  return { ...document, page: (text) => document.addPage(path, text) };
}

async function changePage(
  layers: TextLayers,
  page: PdfPage,
  { change, picture, recognized }: PageText,
  { deskew, rotate }: ResolvedOcrOptions,
): Promise<void> {
  const { context } = layers.document;
  if (change === 'remove-hidden-text') removeHiddenText(context, page);
  if (change === 'remove-text-behind-image') removeTextBehindImage(context, page);
  if (picture !== null) replacePage(context, page, { ...picture, jpeg: await readFile(picture.path) });
  if (recognized === null) return;
  const skewed = deskew && recognized.skewDegrees !== 0;
  const moved = skewed ? levelPage(context, page, recognized.skewDegrees) : identityMatrix;
  if (recognized.lines.length > 0) graftText(layers, page, recognized, moved);
  if (rotate) turnPage(context, page, recognized.rotation);
}

function turnPage(context: PDFContext, page: PdfPage, degrees: number): void {
  if (degrees === 0) return;
  const key = PDFName.of('Rotate');
  const turned = Number(String(context.lookup(page.inherited.get(key)) ?? 0));
  page.dict.set(key, context.obj((((turned + degrees) % 360) + 360) % 360 || 0));
}
