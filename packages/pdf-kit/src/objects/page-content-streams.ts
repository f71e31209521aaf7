import { PDFArray, PDFName, PDFStream } from 'pdf-lib';
import { type PdfPage, pageResources } from './page-tree.ts';
import { dictEntry, textEntry } from './typed-entries.ts';

/** The streams that make up the content of a page, in order. */
export function contentStreams({ dict }: PdfPage): readonly PDFStream[] {
  const contents = dict.lookup(PDFName.Contents);
  const items = contents instanceof PDFArray ? contents.asArray().map((item) => dict.context.lookup(item)) : [contents];
  return items.filter((item) => item instanceof PDFStream);
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
