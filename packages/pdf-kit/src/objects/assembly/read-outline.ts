import type { PDFDict, PDFObject } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import { dictEntry, numberEntry, textEntry } from '../typed-entries.ts';
import { destinationOf } from './destination-of.ts';

/** One outline entry of the source. */
export interface OutlineNode {
  readonly dict: PDFDict;
  readonly isOpen: boolean;
  /** True if it has a destination, even if the document does not contain it. */
  readonly leadsToPage: boolean;
  /** The index of the page to which it leads. */
  readonly pageIndex: number | null;
  readonly children: readonly OutlineNode[];
}

/** The title of an entry; empty if it has none. */
export function outlineTitle({ dict }: OutlineNode): string {
  return textEntry(dict, 'Title') ?? '';
}

/** Maximum entries that are read. */
const maxEntries = 200_000;

/** Entries nested deeper are not read. */
const maxDepth = 200;

/** The outline of a document as a tree. Each entry is read once, which ends cycles. */
export function readOutline(
  { catalog }: OpenedPdf,
  destinationPage: (destination: PDFObject | undefined) => number | null,
): readonly OutlineNode[] {
  const root = dictEntry(catalog, 'Outlines');
  if (root === null) return [];
  const met = new Set<PDFDict>([root]);
  return readChildren(root, 0);

  // Walk: each entry once, `maxDepth` levels.
  function readChildren(parent: PDFDict, depth: number): OutlineNode[] {
    const nodes: OutlineNode[] = [];
    let dict = dictEntry(parent, 'First');
    while (dict !== null && !met.has(dict) && met.size < maxEntries && depth < maxDepth) {
      met.add(dict);
      nodes.push(readNode(dict, depth));
      dict = dictEntry(dict, 'Next');
    }
    return nodes;
  }

  // Walk: see `readChildren`.
  function readNode(dict: PDFDict, depth: number): OutlineNode {
    const destination = destinationOf(dict);
    return {
      dict,
      isOpen: (numberEntry(dict, 'Count') ?? 0) > 0,
      leadsToPage: destination !== undefined,
      pageIndex: destination === undefined ? null : destinationPage(destination),
      children: readChildren(dict, depth + 1),
    };
  }
}
