import { PDFDict, PDFName } from 'pdf-lib';
import type { PdfPage } from '../page-tree.ts';
import type { KeptPage, OutputGraph, SourceGraph } from './graphs.ts';
import type { PlacedPage } from './page-places.ts';
import { dictText, refArrayText, refText } from './pdf-text.ts';
import { createUsedResources } from './write-resources.ts';

/** Maximum kids of a page tree node. */
const kidsPerNode = 64;

/**
 * Writes the pages of all sources, each with its inherited entries, under a balanced page tree in the order of their places;
 * returns the number of its root.
 */
export function writePages(
  output: OutputGraph,
  sources: readonly SourceGraph[],
  places: readonly PlacedPage[],
): number {
  const numbers = places.map(({ number }) => number);
  const { root, parents } = writeTree(output, numbers);
  for (const source of sources) {
    const usedResources = createUsedResources(output, source);
    for (const page of source.pages) {
      const added = { Resources: usedResources(page.page), Parent: refText(parents.get(page.number) ?? root) };
      writePage(output, source, page, added);
    }
  }
  for (const place of places) if (place.isBlank) writeBlankPage(output, place, parents.get(place.number) ?? root);
  return root;
}

interface PageTree {
  readonly root: number;
  /** The node above each page. */
  readonly parents: ReadonlyMap<number, number>;
}

interface TreeNode {
  readonly number: number;
  readonly kids: readonly number[];
  readonly pageCount: number;
}

function writeTree(output: OutputGraph, pages: readonly number[]): PageTree {
  const parents = new Map<number, number>();
  let level: readonly TreeNode[] = pages.map((number) => ({ number, kids: [], pageCount: 1 }));
  const nodes: TreeNode[] = [];
  do {
    level = groups(level).map((group) => {
      const kids = group.map(({ number }) => number);
      const pageCount = group.reduce((sum, kid) => sum + kid.pageCount, 0);
      return { number: output.writer.reserve(), kids, pageCount };
    });
    for (const { number, kids } of level) for (const kid of kids) parents.set(kid, number);
    nodes.push(...level);
  } while (level.length > 1);
  for (const { number, kids, pageCount } of nodes) {
    const parent = parents.get(number);
    const entries = { Type: '/Pages', Kids: refArrayText(kids), Count: `${pageCount}` };
    output.writer.writeObject(number, dictText({ ...entries, Parent: parent === undefined ? null : refText(parent) }));
  }
  return { root: level[0]?.number ?? 0, parents };
}

function groups<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.max(1, Math.ceil(items.length / kidsPerNode));
  return Array.from({ length: count }, (_, index) => items.slice(index * kidsPerNode, (index + 1) * kidsPerNode));
}

/** Writes a page with entries in PDF syntax that replace its own; one that is null replaces nothing. */
function writePage(
  output: OutputGraph,
  source: SourceGraph,
  { page, number }: KeptPage,
  added: Readonly<Record<string, string | null>>,
): void {
  const dict = ownEntries(source, page);
  for (const [key, text] of Object.entries(added)) if (text !== null) dict.delete(PDFName.of(key));
  dict.set(PDFName.Type, PDFName.Page);
  const text = output.text(source, dict);
  output.writer.writeObject(number, `${text.slice(0, -2)}${dictText(added).slice(2)}`);
}

/** What a blank page has in common with the page it is next to. */
const sheetEntries = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rotate', 'UserUnit'];

function writeBlankPage(output: OutputGraph, { source, page, number }: PlacedPage, parent: number): void {
  const dict = ownEntries(source, page.page);
  const entries = sheetEntries.map((key) => {
    const value = dict.get(PDFName.of(key));
    return [key, value === undefined ? null : output.text(source, value)] as const;
  });
  output.writer.writeObject(
    number,
    dictText({ Type: '/Page', Parent: refText(parent), Resources: '<<>>', ...Object.fromEntries(entries) }),
  );
}

/** The entries of a page and those that it inherits. */
function ownEntries(source: SourceGraph, page: PdfPage): PDFDict {
  const own = source.lookup(page.ref) ?? page.dict;
  const dict = own instanceof PDFDict ? own.clone() : page.dict.clone();
  for (const [key, value] of page.inherited) if (!dict.has(key)) dict.set(key, value);
  return dict;
}
