import { limitExceeded, structureLimits } from '@platen/core';
import { PDFArray, PDFName, PDFStream } from 'pdf-lib';
import { type PdfPage, pageResources } from './page-tree.ts';
import { dictEntry, textEntry } from './typed-entries.ts';

/** The streams that make up the content of a page, in order. */
export function contentStreams({ dict }: PdfPage): readonly PDFStream[] {
  const contents = dict.lookup(PDFName.Contents);
  const items = contents instanceof PDFArray ? contents.asArray().map((item) => dict.context.lookup(item)) : [contents];
  return items.filter((item) => item instanceof PDFStream);
}

const { maxContentStreams } = structureLimits;
/** A stream of its own takes no less in a file. */
const bytesOfStream = 50;

/** Counts the streams of which the contents of all pages are made, for each page that has them. Rejects with `structure_limit`. */
export function checkContentStreams(
  pages: readonly PdfPage[],
  { sizeBytes, fileName }: { readonly sizeBytes: number; readonly fileName: string | undefined },
): void {
  const allowed = maxContentStreams + Math.floor(sizeBytes / bytesOfStream);
  let actual = 0;
  for (const { dict } of pages) {
    const contents = dict.lookup(PDFName.Contents);
    actual += contents instanceof PDFArray ? contents.size() : 1;
  }
  if (actual <= allowed) return;
  const details = { limit: 'maxContentStreams', allowed, actual, fileName } as const;
  throw limitExceeded('structure_limit', `The contents of the pages are made of more than ${allowed} streams`, details);
}

/** The `ActualText` of marked-content properties that a page names in its resources; null for names without one. */
export function namedActualText(page: PdfPage): (name: string) => string | null {
  const resources = pageResources(page);
  const properties = resources === null ? null : dictEntry(resources, 'Properties');
  return (name) => {
    const entry = properties === null || name === '' ? null : dictEntry(properties, name);
    return entry === null ? null : textEntry(entry, 'ActualText');
  };
}
