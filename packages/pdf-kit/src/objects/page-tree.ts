import { limitExceeded } from '@platen/core';
import { counted } from '@platen/core/internal';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { dictEntry, numberEntry } from './typed-entries.ts';

/** One page of a document, with what it inherits from the page tree. */
export interface PdfPage {
  /** The reference of the page dictionary. The same page may be listed twice. */
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  /** `Resources`, `MediaBox`, `CropBox` and `Rotate` of the page or its parents. An entry exists only if it has a value. */
  readonly inherited: ReadonlyMap<PDFName, PDFObject>;
}

/** The resources of a page, its own or inherited; null for none. */
export function pageResources({ dict, inherited }: PdfPage): PDFDict | null {
  const resources = dict.context.lookup(inherited.get(PDFName.Resources));
  return resources instanceof PDFDict ? resources : null;
}

export interface PageListRequest {
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly maxPages: number;
  readonly objectCount: number;
  readonly fileName: string | undefined;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((name) => PDFName.of(name));

const kidsKey = PDFName.of('Kids');

/** The pages of a document, and whether its page tree is sound. */
export interface PageList {
  readonly pages: readonly PdfPage[];
  /** False if a node is neither page nor tree node, occurs twice (and was left out), or if the tree claims fewer pages than it has. */
  readonly isSound: boolean;
}

/**
 * The pages of a document in order. Each node of the tree is entered once, so cycles end. Rejects with `page_limit`
 * when there are more than `maxPages`, and with `damaged_file` when the tree claims more pages than the file has objects.
 */
export function listPages({ context, catalog, maxPages, objectCount, fileName }: PageListRequest): PageList {
  let isSound = true;
  const pages: PdfPage[] = [];
  const entered = new Set<PDFDict>();
  const pending: { readonly node: PDFObject; readonly inherited: ReadonlyMap<PDFName, PDFObject> }[] = [];
  const root = catalog.get(PDFName.of('Pages'));
  const claimed = numberEntry(dictEntry(catalog, 'Pages') ?? context.obj({}), 'Count') ?? Number.POSITIVE_INFINITY;
  if (Number.isFinite(claimed)) checkClaim(claimed, maxPages, objectCount, fileName);
  if (root !== undefined) pending.push({ node: root, inherited: new Map() });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const dict = context.lookup(next.node);
    if (!(dict instanceof PDFDict)) {
      isSound = false;
      continue;
    }
    const kids = dict.lookup(kidsKey);
    const inherited = inherit(next.inherited, dict);
    if (kids instanceof PDFArray && dict.get(PDFName.Type) !== PDFName.Page) {
      if (entered.has(dict)) {
        isSound = false;
        continue;
      }
      entered.add(dict);
      for (let index = kids.size() - 1; index >= 0; index--) pending.push({ node: kids.get(index), inherited });
    } else if (isLeaf(dict)) {
      if (pages.length >= maxPages) throw tooManyPages(maxPages, fileName);
      pages.push({ ref: next.node instanceof PDFRef ? next.node : context.register(dict), dict, inherited });
    } else {
      isSound = false;
    }
  }
  return { pages, isSound: isSound && claimed >= pages.length };
}

/** A tree of a few nodes can list the same page a billion times, and other readers trust its `/Count`. */
function checkClaim(claimed: number, maxPages: number, objectCount: number, fileName: string | undefined): void {
  if (claimed <= maxPages || claimed <= objectCount) return;
  throw limitExceeded(
    'damaged_file',
    `The file claims ${counted(claimed, 'page')}, but has only ${counted(objectCount, 'object')}`,
    {
      limit: 'maxPages',
      allowed: maxPages,
      actual: claimed,
      fileName,
    },
  );
}

function inherit(inherited: ReadonlyMap<PDFName, PDFObject>, dict: PDFDict): ReadonlyMap<PDFName, PDFObject> {
  const own = inheritable.flatMap((key) => {
    const value = dict.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return own.length === 0 ? inherited : new Map([...inherited, ...own]);
}

/** True for a node of type Page, or one without a type that has entries of a page. */
function isLeaf(dict: PDFDict): boolean {
  const type = dict.get(PDFName.Type);
  if (type === PDFName.Page) return true;
  return (
    type !== PDFName.of('Pages') &&
    (dict.has(PDFName.MediaBox) || dict.has(PDFName.Contents) || dict.has(PDFName.Resources))
  );
}

function tooManyPages(maxPages: number, fileName: string | undefined): Error {
  return limitExceeded('page_limit', `The document has more than ${counted(maxPages, 'page')}`, {
    limit: 'maxPages',
    allowed: maxPages,
    fileName,
  });
}
