import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { readNameTree } from '../tree-entries.ts';
import { arrayEntry, dictEntry, nameEntry, textEntry } from '../typed-entries.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { arrayText, dictText, refArrayText, refText, stringText } from './pdf-text.ts';
import { pruneTags } from './prune-tags.ts';
import { nameTreeText, uniqueName } from './write-names.ts';

const kidsKey = PDFName.of('K');

/** Entries of one leaf of the parent tree. */
const leafSize = 256;

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
    const top = source.pruned ? pruneTags(source, tags, isOneDocument(source) ? whole : []) : whole;
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
      ParentTree: refText(writeParentTree(output, parents)),
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

/** The top-level elements; one that is not an object of its own becomes one. */
export function topElements({ structure: { tags }, document: { context } }: SourceGraph): readonly PDFRef[] {
  if (tags === null) return [];
  const kids = tags.root.get(kidsKey);
  const value = context.lookup(kids);
  const isList = value instanceof PDFArray;
  const items: readonly (PDFObject | undefined)[] = isList ? value.asArray() : [kids];
  const refs = items.map((item) => (item instanceof PDFDict ? context.register(item) : item));
  for (const [index, ref] of refs.entries()) {
    if (ref === undefined || ref === items[index]) continue;
    if (isList) value.set(index, ref);
    else tags.root.set(kidsKey, ref);
  }
  return refs.filter((item) => item instanceof PDFRef);
}

/** True for a source with a single top-level element, of the type Document. */
export function isOneDocument(source: SourceGraph): boolean {
  const [only, ...others] = topElements(source);
  const element = source.lookup(only);
  if (!(element instanceof PDFDict) || others.length > 0) return false;
  const type = nameEntry(element, 'S');
  const roles = roleMap(source, 'RoleMap');
  return type === 'Document' || (type !== null && roles !== null && nameEntry(roles, type) === 'Document');
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
 * Gives structure types and classes that mean something else in earlier sources new names in their source. To be called
 * before anything is written.
 */
export function renameTypes(sources: readonly SourceGraph[]): void {
  for (const key of ['RoleMap', 'ClassMap'] as const) {
    const meanings = new Map<string, string>();
    for (const source of sources) {
      const renamed = key === 'RoleMap' ? source.renamings.roles : source.renamings.classes;
      for (const [name, target] of roleMap(source, key)?.entries() ?? []) {
        const meaning = describeObject(source.document.context, target);
        const own = name.decodeText();
        const unique = uniqueName(own, (candidate) => (meanings.get(candidate) ?? meaning) !== meaning);
        meanings.set(unique, meaning);
        if (unique !== own) renamed.set(name, PDFName.of(unique));
      }
    }
  }
}

/** Attributes are a few levels deep; what is deeper is distinguished by its number. */
const maxDescribedDepth = 8;

/** An object as text that is equal for equal content, whatever numbers it has in its file. */
function describeObject(context: PDFContext, object: PDFObject, depth = 0): string {
  const value = depth < maxDescribedDepth ? (context.lookup(object) ?? object) : object;
  if (value instanceof PDFArray) {
    return `[${value
      .asArray()
      .map((item) => describeObject(context, item, depth + 1))
      .join(' ')}]`;
  }
  if (!(value instanceof PDFDict)) return value.toString();
  const entries = value.entries().map(([key, item]) => `${key.toString()} ${describeObject(context, item, depth + 1)}`);
  return `<<${entries.sort().join(' ')}>>`;
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
      if (unique !== id) source.renamings.ids.set(id, unique);
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

/** The role or class maps of all sources, merged under the new names. */
function mergedMap(output: OutputGraph, tagged: readonly TaggedSource[], key: 'RoleMap' | 'ClassMap'): string | null {
  const entries = new Map<string, string>();
  for (const { source } of tagged) {
    const renamed = key === 'RoleMap' ? source.renamings.roles : source.renamings.classes;
    for (const [name, value] of roleMap(source, key)?.entries() ?? []) {
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

function namespacesOf({ structure: { tags } }: SourceGraph): readonly PDFObject[] {
  return tags === null ? [] : arrayEntry(tags.root, 'Namespaces');
}
