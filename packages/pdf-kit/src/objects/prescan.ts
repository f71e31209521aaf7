import { defaultLimits, isLimitExceeded, type Limits } from '@platen/core';
import { checkHazards, type HazardBounds } from './hazards.ts';
import { type OpenedPdf, type OpenPdfOptions, openPdf, type PdfRepair } from './open-pdf.ts';

/** What a file says before any engine has seen it. */
export interface PrescanResult {
  readonly version: string;
  readonly encrypted: boolean;
  readonly pageCount: number;
  readonly objectCount: number;
  readonly repairs: readonly PdfRepair[];
}

/** As a file is opened, with a bound on the pixels of its images too. */
export interface PrescanOptions extends OpenPdfOptions {
  readonly limits?: OpenPdfOptions['limits'] & Partial<Pick<Limits, 'maxPagePixels'>>;
}

/**
 * Looks a file over before it is given to an engine that has no bounds of its own: the structure is read within the
 * limits (objects, pages, nesting, inflated bytes), and what it holds is checked by `checkHazards`. Rejects with
 * `PDF_ENCRYPTED`, `damaged_file`, `page_limit`, and `pixel_limit` for an image beyond `maxPagePixels`.
 */
export async function prescan(bytes: Uint8Array, options: PrescanOptions = {}): Promise<PrescanResult> {
  const document = await openPdf(bytes, options);
  await checkHazards(document, { ...defaultLimits, ...options.limits });
  const { context, version, encrypted, pages, repairs } = document;
  const objectCount = context.enumerateIndirectObjects().length;
  return { version, encrypted, repairs, pageCount: pages.length, objectCount };
}

/**
 * Refuses what `prescan` refuses as too much, for an engine that repairs damage in its own way: a file that cannot be read
 * here, or opens only with another password, is left to it. Pages that take too much to draw are given to `onHeavyPage`
 * where there is one. Resolves to what was read; null for a file that is left to the engine.
 */
export async function refuseHazards(
  bytes: Uint8Array,
  { onHeavyPage, ...options }: PrescanOptions & Pick<HazardBounds, 'onHeavyPage'> = {},
): Promise<OpenedPdf | null> {
  const document = await openPdf(bytes, options).catch((error: unknown) => {
    if (isLimitExceeded(error)) throw error;
    return null;
  });
  if (document !== null) await checkHazards(document, { ...defaultLimits, ...options.limits, onHeavyPage });
  return document;
}
