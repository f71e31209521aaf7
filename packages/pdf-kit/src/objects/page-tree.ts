import { processingFailed } from '@platen/core';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';

/** One page of a document, with what it inherits from the page tree. */
export interface PdfPage {
  /** Where the page dictionary is; the same page may be listed twice. */
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  /** `Resources`, `MediaBox`, `CropBox` and `Rotate`, its own or inherited; an entry is there only when it has a value. */
  readonly inherited: ReadonlyMap<PDFName, PDFObject>;
}

export interface PageListRequest {
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly maxPages: number;
  readonly fileName: string | undefined;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((name) => PDFName.of(name));

const kidsKey = PDFName.of('Kids');

/**
 * The pages of a document in order. Each node of the tree is entered once, so cycles end. Rejects with `page_limit`
 * when there are more than `maxPages`.
 */
export function listPages({ context, catalog, maxPages, fileName }: PageListRequest): readonly PdfPage[] {
  const pages: PdfPage[] = [];
  const entered = new Set<PDFDict>();
  const pending: { readonly node: PDFObject; readonly inherited: ReadonlyMap<PDFName, PDFObject> }[] = [];
  const root = catalog.get(PDFName.of('Pages'));
  if (root !== undefined) pending.push({ node: root, inherited: new Map() });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const dict = context.lookup(next.node);
    if (!(dict instanceof PDFDict)) continue;
    const kids = dict.lookup(kidsKey);
    const inherited = inherit(next.inherited, dict);
    if (kids instanceof PDFArray && dict.get(PDFName.Type) !== PDFName.Page) {
      if (entered.has(dict)) continue;
      entered.add(dict);
      for (let index = kids.size() - 1; index >= 0; index--) pending.push({ node: kids.get(index), inherited });
    } else if (isLeaf(dict)) {
      if (pages.length >= maxPages) throw tooManyPages(maxPages, fileName);
      pages.push({ ref: next.node instanceof PDFRef ? next.node : context.register(dict), dict, inherited });
    }
  }
  return pages;
}

function inherit(inherited: ReadonlyMap<PDFName, PDFObject>, dict: PDFDict): ReadonlyMap<PDFName, PDFObject> {
  const own = inheritable.flatMap((key) => {
    const value = dict.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return own.length === 0 ? inherited : new Map([...inherited, ...own]);
}

/** A page says so, or at least has what only pages have. */
function isLeaf(dict: PDFDict): boolean {
  const type = dict.get(PDFName.Type);
  if (type === PDFName.Page) return true;
  return (
    type !== PDFName.of('Pages') &&
    (dict.has(PDFName.MediaBox) || dict.has(PDFName.Contents) || dict.has(PDFName.Resources))
  );
}

function tooManyPages(maxPages: number, fileName: string | undefined): Error {
  return processingFailed('page_limit', `The document has more than ${maxPages} pages`, {
    ...(fileName === undefined ? {} : { fileName }),
    limitPages: maxPages,
  });
}
