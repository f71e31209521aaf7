import { PDFDict } from 'pdf-lib';
import { textEntry } from '../typed-entries.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { isReordered, orderTags } from './order-tags.ts';
import { arrayText, dictText, refArrayText, refText, stringText } from './pdf-text.ts';
import { pruneTags } from './prune-tags.ts';
import { idsOf, isOneDocument, namespacesOf, structureMap, topElements } from './structure-tree.ts';
import { nameTreeText, numberTreeText } from './tree-text.ts';

/** One source with tags. */
export interface TaggedSource {
  readonly source: SourceGraph;
  /** What is added to its parent tree keys. */
  readonly offset: number;
  /** The number of the Part element above its top-level elements; null without one. */
  readonly part: number | null;
  readonly title: string;
}

/** The numbers of the objects above the structure elements of the sources. */
export interface TagRoots {
  readonly tree: number;
  /** The Document element above the trees of several sources; null for the tree of one, which stays as it is. */
  readonly document: number | null;
}

/**
 * Writes one structure tree from those of the sources, with its parent tree, and returns whether there is one: if any
 * source has one, even an empty one, since claims such as PDF/A-2a demand it. The pages and everything they refer to must
 * have been written before: if pages are left out, the parent tree keys met in the others decide which elements are kept.
 */
export function writeTags(output: OutputGraph, tagged: readonly TaggedSource[], roots: TagRoots): boolean {
  if (tagged.every(({ source }) => source.structure.tags === null)) return false;
  const children: number[] = [];
  const parents: (readonly [key: number, value: string])[] = [];
  const namespace = standardNamespace(output, tagged);
  for (const { source, offset, part, title } of tagged) {
    const { tags } = source.structure;
    if (tags === null) continue;
    const whole = topElements(source);
    const kept = source.pruned ? pruneTags(source, tags, isOneDocument(source) ? whole : []) : whole;
    const top = isReordered(source) ? orderTags(source, kept) : kept;
    const numbers = top.map((ref) => output.numberOf(source, ref)).filter((number) => number !== null);
    if (part !== null) {
      const entries = { Type: '/StructElem', S: '/Part', T: stringText(title), NS: namespace };
      output.writer.writeObject(
        part,
        dictText({ ...entries, P: refText(roots.document ?? roots.tree), K: refArrayText(numbers) }),
      );
    }
    // One by one: a file may have more top elements than a call may have arguments.
    for (const child of part === null ? numbers : [part]) children.push(child);
    for (const [key, value] of tags.parents) {
      if (source.pruned && !source.renamings.structureKeys.has(key)) continue;
      parents.push([key + offset, output.text(source, value)]);
    }
  }
  if (roots.document !== null) {
    const entries = { Type: '/StructElem', S: '/Document', NS: namespace, P: refText(roots.tree) };
    output.writer.writeObject(roots.document, dictText({ ...entries, K: refArrayText(children) }));
  }
  output.writer.writeObject(
    roots.tree,
    dictText({
      Type: '/StructTreeRoot',
      K: childrenText(roots.document === null ? children : [roots.document]),
      ParentTree: refText(output.add(numberTreeText(output, parents))),
      ParentTreeNextKey: `${parents.reduce((max, [key]) => Math.max(max, key), -1) + 1}`,
      RoleMap: mergedMap(output, tagged, 'RoleMap'),
      ClassMap: mergedMap(output, tagged, 'ClassMap'),
      IDTree: idTreeText(output, tagged),
      Namespaces: namespacesText(output, tagged),
    }),
  );
  return true;
}

function childrenText(numbers: readonly number[]): string | null {
  return numbers.length === 0 ? null : refArrayText(numbers);
}

/** The namespace of the structure types of PDF 2.0 (ISO 32000-2, 14.8.6), where a source has it. */
const standardNamespaceName = 'http://iso.org/pdf2/ssn';

function standardNamespace(output: OutputGraph, tagged: readonly TaggedSource[]): string | null {
  for (const { source } of tagged) {
    for (const item of namespacesOf(source)) {
      const namespace = source.lookup(item);
      if (!(namespace instanceof PDFDict) || textEntry(namespace, 'NS') !== standardNamespaceName) continue;
      return output.text(source, item);
    }
  }
  return null;
}

/** The role or class maps of all sources, merged under the new names. */
function mergedMap(output: OutputGraph, tagged: readonly TaggedSource[], key: 'RoleMap' | 'ClassMap'): string | null {
  const entries = new Map<string, string>();
  for (const { source } of tagged) {
    const renamed = key === 'RoleMap' ? source.renamings.roles : source.renamings.classes;
    for (const [name, value] of structureMap(source, key)?.entries() ?? []) {
      const own = (renamed.get(name) ?? name).toString().slice(1);
      if (!entries.has(own)) entries.set(own, output.text(source, value));
    }
  }
  return entries.size === 0 ? null : dictText(Object.fromEntries(entries));
}

function idTreeText(output: OutputGraph, tagged: readonly TaggedSource[]): string | null {
  const entries = new Map<string, string>();
  for (const { source } of tagged) {
    for (const [name, value] of idsOf(source)) {
      const text = output.text(source, value);
      if (text !== 'null') entries.set(source.renamings.ids.get(name) ?? name, text);
    }
  }
  return nameTreeText(output, entries);
}

function namespacesText(output: OutputGraph, tagged: readonly TaggedSource[]): string | null {
  const items = tagged.flatMap(({ source }) => namespacesOf(source).map((item) => output.text(source, item)));
  return items.length === 0 ? null : arrayText(items);
}
