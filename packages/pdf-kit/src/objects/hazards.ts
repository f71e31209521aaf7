import { type ConversionError, limitExceeded, structureLimits } from '@platen/core';
import { PDFName, PDFRawStream } from 'pdf-lib';
import { claimedPixels, isBilevel } from './claimed-pixels.ts';
import { checkCMaps } from './cmap-hazards.ts';
import { countInflated, isInflating } from './count-inflated.ts';
import { decodeStream, streamFilters } from './decode-stream.ts';
import { checkDrawingWork, type RefusePage } from './drawing-work/check-drawing-work.ts';
import { checkFields } from './field-hazards.ts';
import { checkFonts, checkGlyphs } from './font-hazards.ts';
import { checkForms } from './form-hazards.ts';
import { checkFunctions } from './function-hazards.ts';
import { contentBytesAllowed, createInflateBudget, type InflateBudget } from './inflate-budget.ts';
import { checkMetadata } from './metadata-hazards.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { checkSharedText } from './shared-text-hazards.ts';
import { checkVisibility } from './visibility-hazards.ts';

/** Deflate expands at most 1032 times (RFC 1951: 258 bytes from two bits); each further filter multiplies. */
const maxDeflateRatio = 1_032;

/** A stream that cannot inflate to more than this is not inflated to find out. */
const harmlessBytes = 64 * 1024 * 1024;

/** The limits that an opened file must keep. */
export interface HazardBounds {
  /** Largest number of inflated bytes of all streams that could be decompression bombs. */
  readonly maxInflatedBytes: number;
  /** Largest number of pixels of one image. */
  readonly maxPagePixels: number;
  /** A multiple of this number bounds the work to draw a page. Default: `maxPagePixels`. */
  readonly maxDrawnPixels?: number | undefined;
  /**
   * Called with each page that takes too much work to draw, for operations that need not draw it. By default, the file is
   * refused.
   */
  readonly onHeavyPage?: RefusePage | undefined;
}

/**
 * Checks an opened document for what would exhaust an engine: inflates streams that could be decompression bombs, compares
 * the declared size of images with the limit, and counts form fields, nested forms, functions and glyph widths as engines
 * visit them. Rejects with `structure_limit`, `pixel_limit`, and `damaged_file` past `maxInflatedBytes`.
 */
export async function checkHazards(
  document: OpenedPdf,
  { maxInflatedBytes, maxPagePixels, maxDrawnPixels = maxPagePixels, onHeavyPage = refuseFile }: HazardBounds,
): Promise<void> {
  const { context, fileName } = document;
  checkFields(document);
  checkFonts(document);
  checkFunctions(document);
  checkVisibility(document);
  checkSharedText(document);
  checkImages(document, maxPagePixels);
  checkSharedMasks(document);
  const budget = createInflateBudget(maxInflatedBytes, fileName);
  const content = () => createInflateBudget(contentBytesAllowed(document.sizeBytes, maxInflatedBytes), fileName);
  checkMetadata(document);
  checkCMaps(document, content());
  checkGlyphs(document, content());
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && !isImage(object)) await checkInflation(object, budget);
  }
  checkForms(document, content());
  checkDrawingWork(document, maxDrawnPixels, content(), onHeavyPage);
}

/** Pages that take too much work to draw. Only those that are drawn matter. */
export interface HeavyPages {
  /** Pass it as `onHeavyPage` of `HazardBounds`. */
  readonly onHeavyPage: RefusePage;
  /** Throws the `pixel_limit` of the first of these pages, counted from 1, that takes too much. */
  refuse(pages: readonly number[]): void;
}

/** Collects heavy pages, for an operation that draws only some pages of a file. */
export function collectHeavyPages(): HeavyPages {
  const errors = new Map<number, ConversionError>();
  return {
    onHeavyPage: (page, error) => void errors.set(page, error),
    refuse(pages) {
      const heavy = pages.find((page) => errors.has(page));
      if (heavy !== undefined) throw errors.get(heavy);
    },
  };
}

function refuseFile(_page: number, error: ConversionError): never {
  throw error;
}

/** Checks the declared size of each image. Rejects with `pixel_limit`. */
export function checkImages({ context, fileName }: OpenedPdf, maxPagePixels: number): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && isImage(object)) checkPixels(object, maxPagePixels, fileName);
  }
}

const maskKeys = [PDFName.of('SMask'), PDFName.of('Mask')];
/** So many pixels are granted for each byte of the file: an image of its own takes a byte for ten. */
const maskPixelsOfByte = 200;

/** Counts the pixels of masks for each image that shares one with an earlier image. Rejects with `structure_limit`. */
function checkSharedMasks({ context, sizeBytes, fileName }: OpenedPdf): void {
  const allowed = structureLimits.maxSharedMaskPixels + maskPixelsOfByte * sizeBytes;
  const used = new Set<PDFRawStream>();
  let actual = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream && isImage(object))) continue;
    for (const key of maskKeys) {
      const mask = object.dict.has(key) ? object.dict.lookup(key) : undefined;
      if (!(mask instanceof PDFRawStream)) continue;
      if (used.has(mask)) actual += claimedPixels(mask);
      used.add(mask);
    }
    if (actual <= allowed) continue;
    const details = { limit: 'maxSharedMaskPixels', allowed, actual, fileName } as const;
    throw limitExceeded('structure_limit', 'Images of the file share masks of far more pixels than they have', details);
  }
}

const [subtypeKey, imageType] = [PDFName.of('Subtype'), PDFName.of('Image')];

function isImage({ dict }: PDFRawStream): boolean {
  return dict.get(subtypeKey) === imageType;
}

/** A bilevel image may have eight times the pixels: scans of large sheets have hundreds of megapixels in little memory. */
function checkPixels(image: PDFRawStream, maxPagePixels: number, fileName: string | undefined): void {
  const pixels = claimedPixels(image);
  const allowed = maxPagePixels * (isBilevel(image) ? 8 : 1);
  if (pixels <= allowed) return;
  throw limitExceeded('pixel_limit', `An image of the file has ${pixels} pixels, more than the ${allowed} allowed`, {
    limit: 'maxPagePixels',
    allowed,
    actual: pixels,
    fileName,
  });
}

async function checkInflation(stream: PDFRawStream, budget: InflateBudget): Promise<void> {
  const { dict, contents } = stream;
  const filters = streamFilters(dict).map(({ name }) => name);
  const packed = filters.filter(isInflating);
  if (packed.length === 0) return;
  const harmless = Math.min(harmlessBytes, budget.remaining);
  // The ratio of Brotli has no bound.
  const maxRatio = packed.includes('BrotliDecode') ? Number.POSITIVE_INFINITY : maxDeflateRatio ** packed.length;
  if (contents.length * maxRatio <= harmless) return;
  if (packed.length === filters.length) await countInflated(contents, packed, budget);
  else decodeStream(stream, budget);
}
