import { join, parse } from 'node:path';
import type { TaskOutput, WorkerContext, WorkerTask } from '@platen/core';
import { createOutputBudget, type OutputBudget } from '@platen/core/internal';
import { maxPassedPixels } from '@platen/pdf-kit';
import {
  assemblePdf,
  attachmentBytes,
  checkImages,
  type DocumentStructure,
  type OpenedPdf,
  openPdf,
  readDocumentStructure,
  rebuildPdf,
  settleActiveContent,
  warnOfRepair,
} from '@platen/pdf-kit/objects';
import { parseByteSize } from '@platen/pdf-kit/options';
import type { ResolvedPdfSplitOptions } from './operation.ts';
import { type Part, planParts } from './plan-parts.ts';
import { splitBySize } from './split-by-size.ts';
import type { SplitDocument, WrittenPart } from './split-document.ts';

/** Attachments of the document go into every part while that adds no more than this, or than the document itself. */
const freeAttachmentBytes = 1024 * 1024;

/**
 * Splits the file of a task. The document is in memory once; the parts are written one after the other and none is
 * held, so their number costs nothing.
 */
export async function splitFile(
  task: WorkerTask<ResolvedPdfSplitOptions>,
  context: WorkerContext,
): Promise<readonly TaskOutput[]> {
  const { path = '', fileName = 'document.pdf' } = task.inputs[0] ?? {};
  const { password, maxSize } = task.options;
  const document = await openPdf(path, { password, fileName, limits: task.limits, rebuild: rebuildPdf });
  checkImages(document, maxPassedPixels(task.limits.maxPagePixels));
  settleActiveContent(document, task.options.activeContent, context.warn);
  const structure = readDocumentStructure(document);
  const limitBytes = maxSize === undefined ? null : parseByteSize(maxSize);
  const parts = limitBytes === null ? planParts(document, structure, task.options, task.limits, context) : null;
  const budget = createOutputBudget(task.limits);
  budget.expect(parts?.length ?? 1);
  const split = createSplitDocument(document, structure, parts?.length ?? document.pages.length, budget, context);
  const written =
    parts === null
      ? splitBySize(split, limitBytes ?? 0, task.outputDir, context)
      : writeParts(split, parts, task.outputDir, context);
  const base = parse(fileName).name;
  const named = written.map((part) => ({ ...part, fileName: partName(base, part.suffix) }));
  warnOfClaims(named, context);
  warnOfInvoices(named, context);
  return named.map(({ path, fileName: name }) => ({ path, fileName: name, mediaType: 'application/pdf' }));
}

/** Parts may differ in what they claim: one that has all pages stays what the document is. */
function warnOfClaims(
  parts: readonly (WrittenPart & { readonly fileName: string })[],
  context: Pick<WorkerContext, 'warn'>,
): void {
  for (const claim of new Set(parts.flatMap(({ droppedClaims }) => droppedClaims))) {
    const { without = [], kept = [] } = Object.groupBy(parts, ({ droppedClaims }) =>
      droppedClaims.includes(claim) ? 'without' : 'kept',
    );
    const unlike = kept.length === 0 ? '' : `, unlike ${listed(kept)},`;
    const does = without.length === 1 ? 'does' : 'do';
    context.warn('CLAIM_DROPPED', `${listed(without)}${unlike} ${does} not claim ${claim}`);
  }
}

/** Several parts may have all pages of an invoice, such as `1,last` of a single page: each would be booked. */
function warnOfInvoices(
  parts: readonly (WrittenPart & { readonly fileName: string })[],
  context: Pick<WorkerContext, 'warn'>,
): void {
  const whole = parts.filter(({ isInvoice }) => isInvoice);
  if (whole.length > 1)
    context.warn(
      'INVOICE_REPEATED',
      `${listed(whole)} are each the same whole electronic invoice: book only one of them`,
    );
}

/** A document may have as many parts as pages; a warning names so many. */
const maxNamed = 5;

function listed(parts: readonly { readonly fileName: string }[]): string {
  const named = parts.slice(0, maxNamed).map(({ fileName }) => fileName);
  return `${named.join(', ')}${parts.length > maxNamed ? ` and ${parts.length - maxNamed} more` : ''}`;
}

/** Longest name that every file system takes, in bytes of UTF-8. */
const maxNameBytes = 255;

/** The suffix tells parts apart: of a name that is too long, the name of the document is cut. */
function partName(base: string, suffix: string): string {
  const end = `-${suffix}.pdf`;
  const kept = Buffer.from(base).subarray(0, maxNameBytes - Buffer.byteLength(end));
  // A character cut in half decodes to U+FFFD.
  return kept.toString().replace(/\ufffd$/, '') + end;
}

function writeParts(
  split: SplitDocument,
  parts: readonly Part[],
  outputDir: string,
  context: WorkerContext,
): readonly WrittenPart[] {
  return parts.map(({ pages, suffix }, index) => {
    const path = join(outputDir, `part-${index + 1}.pdf`);
    const { droppedClaims, isInvoice } = split.write(pages, path, index === 0);
    context.progress((index + 1) / parts.length);
    return { suffix, path, droppedClaims, isInvoice };
  });
}

function createSplitDocument(
  document: OpenedPdf,
  structure: DocumentStructure,
  partCount: number,
  budget: OutputBudget,
  context: WorkerContext,
): SplitDocument {
  const { repairs, encrypted, fileName } = document;
  if (repairs.length > 0) warnOfRepair(document, context.warn);
  if (encrypted) context.warn('ENCRYPTION_REMOVED', `${fileName} was encrypted; its parts are not`);
  const attachedEverywhere = attachmentBytes(document, structure) * partCount;
  const everywhere = attachedEverywhere <= Math.max(freeAttachmentBytes, document.sizeBytes);
  if (!everywhere)
    context.warn(
      'ATTACHMENTS_IN_FIRST_PART',
      'The attachments are only in the first part: they are too large to be in each',
    );
  return {
    document,
    structure,
    write(pages, path, isFirst) {
      const source = { document, structure, pages, title: fileName ?? '' };
      const report = assemblePdf([source], { headings: false, attachments: everywhere || isFirst }, path);
      budget.take(path, report.sizeBytes);
      if (report.removedSignatures > 0) {
        context.warn('SIGNATURE_BROKEN', 'A split makes digital signatures invalid, so they were removed');
      }
      if (report.removedPortfolio) {
        context.warn(
          'PORTFOLIO_REMOVED',
          'The files of the portfolio became attachments of the parts; its cover page was left out',
        );
      }
      if (report.removedXfa) context.warn('XFA_REMOVED', 'An XFA form was reduced to its plain form fields');
      return report;
    },
  };
}
