import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { readNameTree } from '../tree-entries.ts';
import { arrayEntry, dictEntry, nameEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';

const kidsKey = PDFName.of('K');

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
  const roles = structureMap(source, 'RoleMap');
  return type === 'Document' || (type !== null && roles !== null && nameEntry(roles, type) === 'Document');
}

/** The role map or class map of a source. */
export function structureMap({ structure: { tags } }: SourceGraph, key: 'RoleMap' | 'ClassMap'): PDFDict | null {
  return tags === null ? null : dictEntry(tags.root, key);
}

/** The structure elements of a source by their IDs. */
export function idsOf({ structure: { tags }, document }: SourceGraph): ReadonlyMap<string, PDFObject> {
  return readNameTree(document.context, tags?.root.get(PDFName.of('IDTree')));
}

/** The namespaces of a source. */
export function namespacesOf({ structure: { tags } }: SourceGraph): readonly PDFObject[] {
  return tags === null ? [] : arrayEntry(tags.root, 'Namespaces');
}
