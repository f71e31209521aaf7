import { defaultLimits, processingFailed } from '@platen/core';
import { PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { decodeStream, streamFilters } from './decode-stream.ts';
import { createInflateBudget, type InflateBudget } from './inflate-budget.ts';
import { type OpenedPdf, type OpenPdfOptions, openPdf, type PdfRepair } from './open-pdf.ts';
import { arrayEntry, dictEntry, numberEntry } from './typed-entries.ts';

/** How deep PDFium follows the kids of form fields, and how many fields are a form. */
const maxFieldDepth = 32;
const maxFieldVisits = 1_000_000;

/** What a file says before any engine has seen it. */
export interface PrescanResult {
  readonly version: string;
  readonly encrypted: boolean;
  readonly pageCount: number;
  readonly objectCount: number;
  readonly repairs: readonly PdfRepair[];
}

/** Deflate expands at most 1032 times (RFC 1951: 258 bytes from two bits); each further filter multiplies. */
const maxDeflateRatio = 1_032;

/** A stream that cannot inflate to more than this is not worth inflating to find out. */
const harmlessBytes = 64 * 1024 * 1024;

/** What an opened file is held against. */
export interface HazardBounds {
  /** All that could be a bomb together. */
  readonly maxInflatedBytes: number;
  /** Of one image. */
  readonly maxPagePixels: number;
}

/**
 * Looks a file over before it is given to an engine that has no bounds of its own: the structure is read within the
 * limits (objects, pages, nesting, inflated bytes), and streams and form are checked by `checkHazards`. Rejects with
 * `PDF_ENCRYPTED`, `damaged_file`, `page_out_of_range`, and `pixel_limit` for an image beyond `maxPagePixels`.
 */
export async function prescan(
  bytes: Uint8Array,
  options: OpenPdfOptions & { readonly maxPagePixels?: number } = {},
): Promise<PrescanResult> {
  const document = await openPdf(bytes, options);
  const limits = { ...defaultLimits, ...options.limits };
  checkHazards(document, { ...limits, maxPagePixels: options.maxPagePixels ?? limits.maxPagePixels });
  const { context, version, encrypted, pages, repairs } = document;
  const objectCount = context.enumerateIndirectObjects().length;
  return { version, encrypted, repairs, pageCount: pages.length, objectCount };
}

/**
 * Inflates the streams of a document that could be bombs, within bounds, measures its images by what they say, and
 * counts its form fields as engines come by them: for an operation that opens the document anyway. Rejects with
 * `damaged_file` and `pixel_limit`.
 */
export function checkHazards(document: OpenedPdf, { maxInflatedBytes, maxPagePixels }: HazardBounds): void {
  const { context, fileName } = document;
  checkFields(document);
  const budget = createInflateBudget(maxInflatedBytes, fileName);
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    if (object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')) checkPixels(object, maxPagePixels, fileName);
    else checkInflation(object, budget);
  }
}

/** A few fields that have each other as kids twice over are met a thousand million times by who follows every path. */
function checkFields({ context, catalog, fileName }: OpenedPdf): void {
  const form = dictEntry(catalog, 'AcroForm');
  let pending = form === null ? [] : arrayEntry(form, 'Fields');
  let met = 0;
  for (let depth = 0; depth < maxFieldDepth && pending.length > 0; depth++) {
    const below: PDFObject[] = [];
    for (const field of pending) {
      const dict = context.lookup(field);
      if (dict instanceof PDFDict) for (const kid of arrayEntry(dict, 'Kids')) below.push(kid);
      met += 1;
      if (met + below.length <= maxFieldVisits) continue;
      throw processingFailed('damaged_file', 'The form fields of the file refer to each other without end', {
        ...(fileName === undefined ? {} : { fileName }),
      });
    }
    pending = below;
  }
}

function checkPixels({ dict }: PDFRawStream, maxPagePixels: number, fileName: string | undefined): void {
  const pixels = (numberEntry(dict, 'Width') ?? 0) * (numberEntry(dict, 'Height') ?? 0);
  if (pixels <= maxPagePixels) return;
  throw processingFailed('pixel_limit', `An image of the file has more than ${maxPagePixels} pixels`, {
    ...(fileName === undefined ? {} : { fileName }),
  });
}

function checkInflation(stream: PDFRawStream, budget: InflateBudget): void {
  const flateCount = streamFilters(stream.dict).filter(({ name }) => name === 'FlateDecode').length;
  if (flateCount === 0) return;
  const harmless = Math.min(harmlessBytes, budget.remaining);
  if (stream.contents.length * maxDeflateRatio ** flateCount <= harmless) return;
  decodeStream(stream, budget);
}
