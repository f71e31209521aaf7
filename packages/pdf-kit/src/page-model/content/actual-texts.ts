import type { OpenedPdf } from '../../objects.ts';
import type { OpenPageModelOptions } from '../page-model-document.ts';
import { readActualTexts } from './marked-properties.ts';

/** The replacement text of each `BDC` of a page's own content, in order; null where the content cannot be read. */
export type ActualTextsOf = (pageNumber: number) => Promise<readonly (string | null)[] | null>;

/** Maximum inflated size of content that is read. */
const maxContentBytes = 64 * 1024 * 1024;

/**
 * Replacement texts of a file's pages, which pdf.js does not provide: letters of a ligature, a hyphen drawn by another
 * glyph. The objects of the file are opened on first use.
 */
export function createActualTexts(path: string, { password, fileName }: OpenPageModelOptions): ActualTextsOf {
  let opened: Promise<OpenedPdf | null> | null = null;
  return async (pageNumber) => {
    const objects = await import('../../objects.ts');
    // What only pdf.js can open is read without them.
    opened ??= objects.openPdf(path, { password, fileName }).catch(() => null);
    const pdf = await opened;
    const page = pdf?.pages[pageNumber - 1];
    if (page === undefined) return null;
    const streams = objects.contentStreams(page);
    const decoded = streams.map((stream) => objects.decodeData(stream, { maxBytes: maxContentBytes, tolerant: true }));
    if (decoded.some((data) => data === null)) return null;
    const parts = decoded.flatMap((data) => (data === null ? [] : [data.bytes, Buffer.from('\n')]));
    return readActualTexts(Buffer.concat(parts), objects.namedActualText(page));
  };
}
