import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { ConversionError, type TaskOutput, type WorkerContext, type WorkerTask } from '@platen/core';
import { counted } from '@platen/core/internal';
import { maxPassedPixels, selectPages } from '@platen/pdf-kit';
import { writePdfA } from '@platen/pdf-kit/conformance';
import {
  type AssemblyReport,
  type AssemblySource,
  assemblePdf,
  checkImages,
  completeAppearances,
  needsAppearances,
  type OpenedPdf,
  openPdf,
  readDocumentStructure,
  rebuildPdf,
  settleActiveContent,
  warnOfRepair,
} from '@platen/pdf-kit/objects';
import type { ResolvedPdfMergeOptions } from './operation.ts';
import { orderPages } from './page-order.ts';

/** Share of the work that is opening the files. */
const openingShare = 0.4;

/**
 * Merges the files of a task in their order. A file that cannot be opened fails the whole merge with an error that
 * names it; nothing of the inputs' structure is given up without a warning.
 */
export async function mergeFiles(
  task: WorkerTask<ResolvedPdfMergeOptions>,
  context: WorkerContext,
): Promise<readonly TaskOutput[]> {
  const { conformance, activeContent } = task.options;
  const sources: AssemblySource[] = [];
  for (const [index, input] of task.inputs.entries()) {
    const document = await openWithPasswords(task, index);
    checkImages(document, maxPassedPixels(task.limits.maxPagePixels));
    settleActiveContent(document, conformance === undefined ? activeContent : 'remove', context.warn);
    const pages = pagesOf(document, task.options.pages?.[index] ?? null, task, context);
    sources.push({ document, structure: readDocumentStructure(document), pages, title: input.fileName });
    warnOfSource(document, context);
    context.progress((openingShare * (index + 1)) / task.inputs.length);
  }
  await settleAppearances(sources, task, context);
  const path = join(task.outputDir, 'merged.pdf');
  const places = orderPages(
    sources.map(({ pages }) => pages.length),
    task.options,
  );
  const report = assemblePdf(sources, { headings: task.options.bookmarks, attachments: true, places }, path);
  warnOfLosses(report, context);
  const fileName = `${parse(task.inputs[0]?.fileName ?? 'document.pdf').name}-merged.pdf`;
  if (conformance !== undefined) {
    await writePdfA(path, path, { fileName, limits: task.limits, warn: context.warn });
  }
  context.progress(1);
  return [{ path, fileName, mediaType: 'application/pdf' }];
}

/**
 * The indexes of the pages to take of a file, in the order asked for. Each is there once: what belongs to a page, such as its
 * form fields and tags, can belong to one page only.
 */
function pagesOf(
  { pages, fileName }: OpenedPdf,
  selection: string | null,
  { limits: { maxPageRepeats } }: WorkerTask<ResolvedPdfMergeOptions>,
  context: WorkerContext,
): readonly number[] {
  const items = selectPages(selection, pages.length, { maxPageRepeats, fileName });
  if (items.some(({ clipped }) => clipped))
    context.warn(
      'PAGES_CLIPPED',
      `The selection goes past the last page of ${fileName}, ${pages.length}, and was cut there`,
    );
  const asked = items.flatMap((item) => item.pages);
  const taken = [...new Set(asked)];
  const repeats = asked.length - taken.length;
  if (repeats > 0)
    context.warn(
      'PAGES_REPEATED',
      `Left out ${counted(repeats, 'repeated page')} of ${fileName}: each page is in the file once`,
    );
  return taken.map((page) => page - 1);
}

/** The password at the file's place is tried first, then the others: files and passwords may be in any order. */
async function openWithPasswords(
  { inputs, options, limits }: WorkerTask<ResolvedPdfMergeOptions>,
  index: number,
): Promise<OpenedPdf> {
  const { path = '', fileName } = inputs[index] ?? {};
  const passwords = options.password ?? [];
  const candidates = [...new Set([passwords[index] ?? passwords[0], ...passwords])];
  for (const password of candidates.slice(0, -1)) {
    try {
      return await openPdf(path, { password, fileName, limits, rebuild: rebuildPdf });
    } catch (error) {
      if (!ConversionError.is(error) || error.code !== 'PDF_ENCRYPTED') throw error;
    }
  }
  return openPdf(path, { password: candidates.at(-1), fileName, limits, rebuild: rebuildPdf });
}

/**
 * A form may ask viewers to draw its fields, and they draw those of the whole document then: where only some of the
 * files ask, theirs are drawn here, so that finished ones stay as they are.
 */
async function settleAppearances(
  sources: readonly AssemblySource[],
  { inputs, options }: WorkerTask<ResolvedPdfMergeOptions>,
  context: WorkerContext,
): Promise<void> {
  const asking = sources.filter(({ document }) => needsAppearances(document));
  const withForms = sources.filter(({ structure }) => structure.form !== null);
  if (asking.length === withForms.length) return;
  for (const source of asking) {
    const { document, title } = source;
    const bytes = await readFile(inputs[sources.indexOf(source)]?.path ?? '');
    let isDone = false;
    for (const password of [undefined, ...(options.password ?? [])]) {
      isDone = isDone || (await completeAppearances(document, bytes, password));
    }
    if (!isDone)
      context.warn(
        'FIELDS_REDRAWN',
        `The form fields of ${title} have no stored appearance, so each viewer draws all fields of the merged file in its own way`,
      );
  }
}

function warnOfSource(document: OpenedPdf, context: WorkerContext): void {
  const { repairs, encrypted, fileName } = document;
  if (repairs.length > 0) warnOfRepair(document, context.warn);
  if (encrypted) context.warn('ENCRYPTION_REMOVED', `${fileName} was encrypted; the merged file is not`);
}

function warnOfLosses(report: AssemblyReport, context: WorkerContext): void {
  const { removedSignatures, renamedFields, removedXfa, droppedClaims, shiftedColors, removedPortfolio } = report;
  if (removedSignatures > 0) {
    context.warn('SIGNATURE_BROKEN', `A merge makes digital signatures invalid. Removed: ${removedSignatures}`);
  }
  if (renamedFields.length > 0) {
    context.warn(
      'FIELDS_RENAMED',
      `Form fields of the same name were renamed: ${renamedFields.slice(0, 20).join(', ')}`,
    );
  }
  if (removedXfa) context.warn('XFA_REMOVED', 'An XFA form was reduced to its plain form fields');
  for (const claim of droppedClaims) context.warn('CLAIM_DROPPED', `The merged file does not claim ${claim}`);
  if (shiftedColors !== null) {
    context.warn(
      'OUTPUT_INTENT_CHANGED',
      `Viewers may show colours of ${shiftedColors.of.join(', ')} by the output intent of ${shiftedColors.by}`,
    );
  }
  if (removedPortfolio) {
    context.warn(
      'PORTFOLIO_REMOVED',
      'The files of a portfolio became attachments of the merged file; its cover page was left out',
    );
  }
}
