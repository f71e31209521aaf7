import { createHash } from 'node:crypto';
import { type PageRecognition, recognizePage } from './recognize-page.ts';
import type { GreyRaster, RecognitionRequest, RecognizerPair } from './recognizer.ts';

/** `recognizePage`, or a function with the same result. */
export type RecognizePage = typeof recognizePage;

/** Pages that were read, kept in memory. A page of 5 000 words takes a megabyte or two. */
const maxKept = 16;

/**
 * Recognises pages, and those of one document with the same pixels only once: a document of 400 equal pages would otherwise
 * cost 400 recognitions. The last 16 pages are kept, for all documents together; those of one are of no use to another, which
 * could learn from the time that a page takes that somebody else has the same.
 */
export function createReadPages(): (document: string) => RecognizePage {
  const read = new Map<string, PageRecognition>();
  return (document) => async (recognizer: RecognizerPair, page: GreyRaster, request: RecognitionRequest) => {
    const key = keyOf(document, page, request);
    const known = read.get(key);
    const recognition = known ?? (await recognizePage(recognizer, page, request));
    // The one that was used last is the last to be dropped.
    read.delete(key);
    read.set(key, recognition);
    for (const oldest of read.keys()) {
      if (read.size <= maxKept) break;
      read.delete(oldest);
    }
    return recognition;
  };
}

function keyOf(document: string, { data, ...size }: GreyRaster, { languages, layout }: RecognitionRequest): string {
  const { widthPx, heightPx, dpi } = size;
  return createHash('sha256')
    .update(JSON.stringify([document, widthPx, heightPx, dpi, languages, layout ?? null]))
    .update(data)
    .digest('base64');
}
