import { readFile } from 'node:fs/promises';
import type { Limits } from '@platen/core';
import {
  dropPdfX,
  dropSignatures,
  forbidsBrokenSignatures,
  inspectPdf,
  type OpenedPdf,
  openPdf,
  type PdfInspection,
  removeActiveContent,
} from '@platen/pdf-kit/objects';
import type { ActiveContentChoice } from '@platen/pdf-kit/options';
import type { DocumentUsage } from './content/document-usage.ts';
import { walkDocument } from './content/walk-document.ts';
import type { Deflate } from './deflate/remember-deflated.ts';
import { rewriteContents } from './drawing/rewrite-contents.ts';
import { dropUnusedGlyphs } from './fonts/drop-unused-glyphs.ts';
import { subsetFonts } from './fonts/subset-fonts.ts';
import { applyImage } from './images/apply-image.ts';
import type { ImageResult } from './images/image-task.ts';
import type { CompressionLevel } from './levels.ts';
import { deflateStreams } from './structure/deflate-streams.ts';
import { dropPrivateData } from './structure/drop-private-data.ts';
import { inlineObjects } from './structure/inline-objects.ts';
import { mergeDuplicates } from './structure/merge-duplicates.ts';
import { rememberObjects } from './structure/remember-objects.ts';
import { shareResources } from './structure/share-resources.ts';
import { slimIccProfiles } from './structure/slim-icc-profiles.ts';
import { slimMetadata } from './structure/slim-metadata.ts';
import { slimToUnicode } from './structure/slim-to-unicode.ts';
import { writeCompact } from './structure/write-compact.ts';

export interface CompressionSource {
  readonly path: string;
  readonly fileName: string;
  readonly password: string | undefined;
  readonly activeContent: ActiveContentChoice;
  readonly limits: Limits;
}

/** A document opened for compression, and what its pages use. */
export interface PreparedDocument {
  readonly document: OpenedPdf;
  readonly inspection: PdfInspection;
  readonly usage: DocumentUsage;
}

/** Opens the document to compress, and removes its active content if that is wanted. */
export async function openSource(source: CompressionSource): Promise<OpenedPdf> {
  const { path, fileName, password, limits, activeContent } = source;
  const document = await openPdf(await readFile(path), { fileName, password, limits });
  if (activeContent === 'remove') removeActiveContent(document);
  return document;
}

/**
 * Merges equal objects of a document, and reads what its pages use. The result depends on the file alone, so that object
 * numbers mean the same in the planning and the joining process.
 */
export function prepareDocument(document: OpenedPdf, limits: Limits): PreparedDocument {
  const { context, pages } = document;
  dropPrivateData(document);
  mergeDuplicates(context);
  const usage = walkDocument({ context, pages, maxContentBytes: maxStreamBytes(limits) });
  return { document, inspection: inspectPdf(document), usage };
}

/** Subset without hints, subset with hints, or not changed. */
export type FontTreatment = 'unhinted' | 'hinted' | 'untouched';

export interface BuildRequest {
  readonly images: readonly ImageResult[];
  readonly fonts: FontTreatment;
  readonly level: CompressionLevel;
  /** Pages, from 1, whose content is not rewritten. */
  readonly keptPages: ReadonlySet<number>;
  readonly limits: Limits;
  /** Deflates the streams that are not images. */
  readonly deflate: Deflate;
}

/** Writes a document compressed as asked. The document stays as it is: each result depends on its request alone. */
export type DocumentBuilder = (request: BuildRequest) => Promise<Uint8Array>;

export function createDocumentBuilder(prepared: PreparedDocument): DocumentBuilder {
  const restore = rememberObjects(prepared.document.context);
  return async (request) => {
    try {
      return await buildDocument(prepared, request);
    } finally {
      restore();
    }
  };
}

/** Replaces the images, applies all lossless reductions, and writes the document. */
async function buildDocument(prepared: PreparedDocument, request: BuildRequest): Promise<Uint8Array> {
  const { document, inspection, usage } = prepared;
  const { context, catalog, version } = document;
  const { pdfA, pdfX } = inspection;
  const maxBytes = maxStreamBytes(request.limits);
  if (request.level !== 'low' && !isRepaired(inspection)) {
    rewriteContents({ context, pages: document.pages, formScales: usage.formScales, except: request.keptPages });
  }
  for (const image of request.images) applyImage(context, image);
  if (request.fonts !== 'untouched') {
    const dropHints = request.fonts === 'unhinted';
    dropUnusedGlyphs(context, catalog, usage);
    await subsetFonts({ context, catalog, usage, pdfA, dropHints, maxFontBytes: maxBytes });
  }
  if (request.level !== 'low' && pdfA === null) slimIccProfiles(context);
  if (inspection.signed && forbidsBrokenSignatures(pdfA)) dropSignatures(document);
  if (pdfX !== null) dropPdfX(document);
  slimMetadata(context, pdfA);
  slimToUnicode(context);
  deflateStreams(context, maxBytes, request.deflate);
  mergeDuplicates(context);
  shareResources(context);
  if (!isRepaired(inspection)) inlineObjects(context);
  return writeCompact({
    context,
    version,
    objectStreams: !(pdfA?.startsWith('1') ?? false),
    keepUnreferenced: isRepaired(inspection),
  });
}

/** Streams that inflate to more than this are not changed. */
export function maxStreamBytes({ maxInflatedBytes }: Limits): number {
  return Math.min(maxInflatedBytes, 128 * 1024 * 1024);
}

/** Whether repairs leave it uncertain which objects the document uses: then none may be dropped. */
export function isRepaired({ repairs }: PdfInspection): boolean {
  return repairs.some((repair) => repair === 'cross-reference' || repair === 'page-tree');
}
