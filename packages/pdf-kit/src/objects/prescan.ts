import { defaultLimits, type Limits } from '@platen/core';
import { isLimitExceeded } from '@platen/core/internal';
import { firstEqualPages } from './equal-pages.ts';
import { checkHazards, type HazardBounds } from './hazards.ts';
import { type OpenedPdf, type OpenPdfOptions, openPdf, type PdfRepair } from './open-pdf.ts';

/** What is known about a file before an engine opens it. */
export interface PrescanResult extends Pick<OpenedPdf, 'catalog'> {
  readonly version: string;
  readonly encrypted: boolean;
  readonly pageCount: number;
  readonly objectCount: number;
  readonly repairs: readonly PdfRepair[];
  /** For each page the number, from 1, of the first one that has the same content, boxes and annotations. */
  readonly firstEqual: readonly number[];
}

/** The options of `openPdf`, with a limit for the pixels of images. */
export interface PrescanOptions extends OpenPdfOptions, Pick<HazardBounds, 'onHeavyPage'> {
  readonly limits?: OpenPdfOptions['limits'] & Partial<Pick<Limits, 'maxPagePixels'>>;
}

/**
 * Checks a file before it is given to an engine that has no limits of its own: its structure is read within the limits
 * (objects, pages, nesting, inflated bytes), and its objects are checked by `checkHazards`. Rejects with
 * `PDF_ENCRYPTED`, `damaged_file`, `page_limit`, and `pixel_limit` for an image beyond `maxPagePixels`. Pages that take too
 * much to draw are given to `onHeavyPage`, if given.
 */
export async function prescan(
  bytes: Uint8Array,
  { onHeavyPage, ...options }: PrescanOptions = {},
): Promise<PrescanResult> {
  const document = await openPdf(bytes, options);
  await checkHazards(document, { ...defaultLimits, ...options.limits, onHeavyPage });
  const { context, catalog, version, encrypted, pages, repairs } = document;
  const objectCount = context.enumerateIndirectObjects().length;
  const firstEqual = firstEqualPages(pages);
  return { catalog, version, encrypted, repairs, pageCount: pages.length, objectCount, firstEqual };
}

/**
 * Rejects when `prescan` would because a limit is exceeded. A file that cannot be read here, or opens only with another
 * password, is left to the engine, which repairs damage in its own way. Pages that take too much to draw are given to
 * `onHeavyPage`, if given. Resolves to the opened document; null for a file that is left to the engine.
 */
export async function refuseHazards(
  bytes: Uint8Array,
  { onHeavyPage, ...options }: PrescanOptions = {},
): Promise<OpenedPdf | null> {
  const document = await openPdf(bytes, options).catch((error: unknown) => {
    if (isLimitExceeded(error)) throw error;
    return null;
  });
  if (document !== null) await checkHazards(document, { ...defaultLimits, ...options.limits, onHeavyPage });
  return document;
}
