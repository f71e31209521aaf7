import { PDFName } from 'pdf-lib';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { dictText, refText, stringText } from './pdf-text.ts';
import type { OutlineNode } from './read-outline.ts';
import { topElements } from './structure-tree.ts';

/** An entry to write: one of a source, or a new one above a source's own. */
interface OutputEntry {
  /** Title, target and looks in PDF syntax. */
  readonly entries: Readonly<Record<string, string | null>>;
  readonly isOpen: boolean;
  readonly children: readonly OutputEntry[];
}

/**
 * Writes the outlines of the sources as one and returns the number of its root; null when there is nothing to show. With
 * `headings`, each source gets an entry of its own above its outline, which leads to its first page; with
 * `structureDestinations` also to the structure element there, as PDF/UA-2 demands (ISO 32000-2, 12.3.2.3).
 */
export function writeOutline(
  output: OutputGraph,
  sources: readonly SourceGraph[],
  headings: readonly string[] | null,
  structureDestinations: boolean,
): number | null {
  const top = sources.flatMap((source, index) => {
    const own = keptEntries(output, source, source.structure.outline);
    const heading = headings?.[index];
    if (heading === undefined) return own;
    const [element] = structureDestinations ? topElements(source) : [];
    return [headingEntry(source, heading, own, element === undefined ? null : output.numberOf(source, element))];
  });
  if (top.length === 0) return null;
  const root = output.writer.reserve();
  const written = writeLevel(output, root, top);
  output.writer.writeObject(
    root,
    dictText({
      Type: '/Outlines',
      First: refText(written.first),
      Last: refText(written.last),
      Count: `${written.visible}`,
    }),
  );
  return root;
}

/** An entry that leads to the first page of a source, and to its structure element where it has one. */
function headingEntry(
  source: SourceGraph,
  title: string,
  children: readonly OutputEntry[],
  element: number | null,
): OutputEntry {
  const first = source.pages[0]?.number;
  const place = (target: number) => `[${refText(target)}/XYZ null null null]`;
  const page = first === undefined ? null : place(first);
  const target =
    element === null ? { Dest: page } : { A: dictText({ Type: '/Action', S: '/GoTo', D: page, SD: place(element) }) };
  return { entries: { Title: stringText(title), ...target }, isOpen: false, children };
}

/** The entries that are kept when pages are left out: those that lead to kept pages, and their ancestors. */
function keptEntries(output: OutputGraph, source: SourceGraph, nodes: readonly OutlineNode[]): readonly OutputEntry[] {
  const keptIndexes = source.pruned ? new Set(source.pages.map(({ index }) => index)) : null;
  const keep = (level: readonly OutlineNode[]): OutputEntry[] =>
    level.flatMap((node) => {
      const children = keep(node.children);
      const targetKept = keptIndexes === null || (node.pageIndex !== null && keptIndexes.has(node.pageIndex));
      if (!targetKept && children.length === 0) return [];
      return [{ entries: ownEntries(output, source, node, targetKept), isOpen: node.isOpen, children }];
    });
  return keep(nodes);
}

function ownEntries(
  output: OutputGraph,
  source: SourceGraph,
  { dict, leadsToPage }: OutlineNode,
  targetKept: boolean,
): Record<string, string | null> {
  const own = dict.clone();
  for (const key of ['Parent', 'Prev', 'Next', 'First', 'Last', 'Count']) own.delete(PDFName.of(key));
  if (!targetKept && leadsToPage) for (const key of ['Dest', 'A', 'SE']) own.delete(PDFName.of(key));
  if (source.pruned) own.delete(PDFName.of('SE'));
  const rewritten = source.serializeSettings(output).rewrite?.(own) ?? own;
  return Object.fromEntries(
    rewritten.entries().map(([key, value]) => [key.toString().slice(1), output.text(source, value)] as const),
  );
}

interface WrittenLevel {
  readonly first: number;
  readonly last: number;
  /** Entries that are visible in the current state (open or closed) of all entries. */
  readonly visible: number;
}

function writeLevel(output: OutputGraph, parent: number, level: readonly OutputEntry[]): WrittenLevel {
  const numbers = level.map(() => output.writer.reserve());
  let visible = level.length;
  for (const [index, entry] of level.entries()) {
    const number = numbers[index] as number;
    const below = entry.children.length === 0 ? null : writeLevel(output, number, entry.children);
    if (below !== null && entry.isOpen) visible += below.visible;
    output.writer.writeObject(
      number,
      dictText({
        ...entry.entries,
        Parent: refText(parent),
        Prev: optionalRef(numbers[index - 1]),
        Next: optionalRef(numbers[index + 1]),
        First: optionalRef(below?.first),
        Last: optionalRef(below?.last),
        Count: below === null ? null : `${entry.isOpen ? below.visible : -below.visible}`,
      }),
    );
  }
  return { first: numbers[0] as number, last: numbers.at(-1) as number, visible };
}

function optionalRef(number: number | undefined): string | null {
  return number === undefined ? null : refText(number);
}
