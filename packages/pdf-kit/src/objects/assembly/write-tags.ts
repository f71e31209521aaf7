import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { readNameTree } from '../tree-entries.ts';
import { arrayEntry, dictEntry } from '../typed-entries.ts';
import type { OutputGraph } from './output-graph.ts';
import { arrayText, dictText, refArrayText, refText } from './pdf-text.ts';
import { pruneTags } from './prune-tags.ts';
import type { SourceGraph } from './source-graph.ts';
import { nameTreeText, uniqueName } from './write-names.ts';

/** Entries of one leaf of the parent tree. */
const leafSize = 256;

/** One source with tags. `offset` is what its structure keys were moved by. */
export interface TaggedSource {
  readonly source: SourceGraph;
  readonly offset: number;
}

/**
 * Writes one structure tree from those of the sources, with a parent tree for what is on the pages, and gives its
 * number; null without tags. The pages and what they refer to must be written before: when pages are left out, their
 * structure keys say which elements are kept.
 */
export function writeTags(output: OutputGraph, tagged: readonly TaggedSource[], rootNumber: number): boolean {
  const children: number[] = [];
  const parents: (readonly [key: number, value: string])[] = [];
  for (const { source, offset } of tagged) {
    const { tags } = source.structure;
    if (tags === null) continue;
    const top = source.pruned ? pruneTags(source, tags) : childrenOf(source, tags.root);
    children.push(...top.map((ref) => output.numberOf(source, ref)).filter((number) => number !== null));
    for (const [key, value] of tags.parents) {
      if (source.pruned && !source.structureKeys.has(key)) continue;
      parents.push([key + offset, output.text(source, value)]);
    }
  }
  if (children.length === 0) return false;
  output.writer.writeObject(
    rootNumber,
    dictText({
      Type: '/StructTreeRoot',
      K: refArrayText(children),
      ParentTree: refText(writeParentTree(output, parents)),
      ParentTreeNextKey: `${parents.reduce((max, [key]) => Math.max(max, key), -1) + 1}`,
      RoleMap: unitedMap(output, tagged, 'RoleMap'),
      ClassMap: unitedMap(output, tagged, 'ClassMap'),
      IDTree: idTreeText(output, tagged),
      Namespaces: namespacesText(output, tagged),
    }),
  );
  return true;
}

/** The top-level elements; one that is not an object of its own cannot be moved and is left out. */
function childrenOf(source: SourceGraph, root: PDFDict): readonly PDFRef[] {
  const kids = root.get(PDFName.of('K'));
  const value = source.lookup(kids);
  const items: readonly (PDFObject | undefined)[] = value instanceof PDFArray ? value.asArray() : [kids];
  return items.filter((item) => item instanceof PDFRef);
}

function writeParentTree(output: OutputGraph, parents: readonly (readonly [number, string])[]): number {
  const sorted = parents.toSorted(([a], [b]) => a - b);
  const numbersText = (leaf: readonly (readonly [number, string])[]) =>
    arrayText(leaf.map(([key, value]) => `${key} ${value}`));
  if (sorted.length <= leafSize) return output.add(dictText({ Nums: numbersText(sorted) }));
  const kids: number[] = [];
  for (let start = 0; start < sorted.length; start += leafSize) {
    const leaf = sorted.slice(start, start + leafSize);
    const limits = `[${leaf[0]?.[0] ?? 0} ${leaf.at(-1)?.[0] ?? 0}]`;
    kids.push(output.add(dictText({ Limits: limits, Nums: numbersText(leaf) })));
  }
  return output.add(dictText({ Kids: refArrayText(kids) }));
}

/**
 * Gives structure types that earlier sources map to something else new names in their source. To be called before
 * anything is written.
 */
export function renameRoles(sources: readonly SourceGraph[]): void {
  const roles = new Map<string, string>();
  for (const source of sources) {
    for (const [name, target] of roleMap(source, 'RoleMap')?.entries() ?? []) {
      const meaning = target.toString();
      const own = name.decodeText();
      const unique = uniqueName(own, (candidate) => (roles.get(candidate) ?? meaning) !== meaning);
      roles.set(unique, meaning);
      if (unique !== own) source.renamedRoles.set(name, PDFName.of(unique));
    }
  }
}

/**
 * Gives identifiers of structure elements that earlier sources have too new ones in their source. To be called before
 * anything is written.
 */
export function renameIds(sources: readonly SourceGraph[]): void {
  const taken = new Set<string>();
  for (const source of sources) {
    const own = [...idsOf(source).keys()];
    const ownSet = new Set(own);
    for (const id of own) {
      const unique = uniqueName(id, (candidate) => taken.has(candidate) || (candidate !== id && ownSet.has(candidate)));
      if (unique !== id) source.renamedIds.set(id, unique);
      taken.add(unique);
    }
  }
}

function idsOf({ structure: { tags }, document }: SourceGraph): ReadonlyMap<string, PDFObject> {
  return readNameTree(document.context, tags?.root.get(PDFName.of('IDTree')));
}

function roleMap({ structure: { tags } }: SourceGraph, key: 'RoleMap' | 'ClassMap'): PDFDict | null {
  return tags === null ? null : dictEntry(tags.root, key);
}

/** Role and class maps as one, roles under their new names; of classes, what an earlier source says of a name holds. */
function unitedMap(output: OutputGraph, tagged: readonly TaggedSource[], key: 'RoleMap' | 'ClassMap'): string | null {
  const entries = new Map<string, string>();
  for (const { source } of tagged) {
    for (const [name, value] of roleMap(source, key)?.entries() ?? []) {
      const own = (source.renamedRoles.get(name) ?? name).toString().slice(1);
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
      if (text !== 'null') entries.set(source.renamedIds.get(name) ?? name, text);
    }
  }
  return nameTreeText(output, entries);
}

function namespacesText(output: OutputGraph, tagged: readonly TaggedSource[]): string | null {
  const items = tagged.flatMap(({ source }) => {
    const namespaces = source.structure.tags === null ? [] : arrayEntry(source.structure.tags.root, 'Namespaces');
    return namespaces.map((item) => output.text(source, item));
  });
  return items.length === 0 ? null : arrayText(items);
}
