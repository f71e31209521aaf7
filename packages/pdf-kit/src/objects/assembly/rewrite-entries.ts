import { PDFArray, type PDFContext, type PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';
import type { PdfPage } from '../page-tree.ts';
import { isText, nameKey } from '../typed-entries.ts';
import { type EntryChange, type FieldNames, rewriteFieldAction } from './field-actions.ts';

/** The names and numbers of a source that differ in the output. Filled in before anything is written. */
export interface Renamings {
  /** The `/StructParent(s)` keys of what has been written, as they are in the source. */
  readonly structureKeys: Set<number>;
  /** Named destinations. */
  readonly destinations: Map<string, string>;
  /** Structure types whose names mean something else in an earlier source. */
  readonly roles: Map<PDFName, PDFName>;
  /** Classes of attributes whose names mean something else in an earlier source. */
  readonly classes: Map<PDFName, PDFName>;
  /** Identifiers of structure elements that an earlier source has too. */
  readonly ids: Map<string, string>;
  /** File specifications of invoices that do not describe the output, and the names that they get. */
  readonly invoiceFiles: Map<PDFDict, string>;
  /** The fields of the source if other sources have fields too; null otherwise, as its actions need no change then. */
  fields: FieldNames | null;
  /** The base URI of the source, if the output cannot have it as its own. */
  baseUri: string | null;
}

export interface RewriteRequest {
  readonly context: PDFContext;
  readonly pages: readonly PdfPage[];
  /** Added to the keys of the structure tree; null takes them away, for a source without a tree. */
  readonly structureOffset: number | null;
  readonly renamings: Renamings;
}

export function createRenamings(): Renamings {
  return {
    structureKeys: new Set(),
    destinations: new Map(),
    roles: new Map(),
    classes: new Map(),
    ids: new Map(),
    invoiceFiles: new Map(),
    fields: null,
    baseUri: null,
  };
}

const structureKeyNames = [PDFName.of('StructParent'), PDFName.of('StructParents')];
const [sKey, dKey, destKey, uriKey] = [PDFName.of('S'), PDFName.of('D'), PDFName.of('Dest'), PDFName.of('URI')];
const [idKey, headersKey, classKey] = [PDFName.of('ID'), PDFName.of('Headers'), PDFName.of('C')];
const [elementType, parentKey] = [PDFName.of('StructElem'), PDFName.of('P')];
const [kidsKey, pageKey] = [PDFName.of('K'), PDFName.of('Pg')];
const [goTo, uri] = [PDFName.of('GoTo'), PDFName.of('URI')];

/** Rewrites the entries of dictionaries that refer to something by a name or number that differs in the output. */
export function createRewriter({ context, pages, structureOffset, renamings }: RewriteRequest) {
  return function rewrite(dict: PDFDict): PDFDict {
    const changes: EntryChange[] = [];
    for (const key of structureKeyNames) {
      const value = dict.get(key);
      if (value instanceof PDFNumber) changes.push([key, moveStructureKey(value)]);
    }
    const type = dict.get(sKey);
    if (type === goTo) changes.push([dKey, mapDestination(dict.get(dKey))]);
    if (dict.has(destKey)) changes.push([destKey, mapDestination(dict.get(destKey))]);
    if (type === uri && renamings.baseUri !== null) changes.push(...absoluteAddress(dict, renamings.baseUri));
    if (renamings.fields !== null) changes.push(...rewriteFieldAction(dict, renamings.fields));
    if (renamings.roles.size + renamings.classes.size > 0 && isStructureElement(dict))
      changes.push(...renamedTypes(dict));
    const invoiceFile = renamings.invoiceFiles.get(dict);
    if (invoiceFile !== undefined) changes.push(...renamedFile(invoiceFile));
    if (renamings.ids.size > 0) changes.push(...renamedIdentifiers(dict));
    return withChanges(dict, changes);
  };

  function renamedTypes(dict: PDFDict): EntryChange[] {
    const role = dict.get(sKey);
    const renamed = role instanceof PDFName ? renamings.roles.get(role) : undefined;
    const changes: EntryChange[] = renamed === undefined ? [] : [[sKey, renamed]];
    const classes = dict.lookup(classKey);
    if (classes instanceof PDFName) changes.push([classKey, renamings.classes.get(classes) ?? classes]);
    if (!(classes instanceof PDFArray)) return changes;
    const changed = classes.asArray().map((item) => {
      return item instanceof PDFName ? (renamings.classes.get(item) ?? item) : item;
    });
    return [...changes, [classKey, context.obj(changed)]];
  }

  /** The `/ID` of an element, and the IDs by which a table cell refers to its headers. */
  function renamedIdentifiers(dict: PDFDict): EntryChange[] {
    const changes: EntryChange[] = [];
    const renamed = (value: PDFObject | undefined) => renamings.ids.get(nameKey(context.lookup(value)) ?? '');
    const own = isStructureElement(dict) ? renamed(dict.get(idKey)) : undefined;
    if (own !== undefined) changes.push([idKey, latin1Text(own)]);
    const headers = dict.lookup(headersKey);
    if (headers instanceof PDFArray) {
      const changed = headers.asArray().map((header) => {
        const unique = renamed(header);
        return unique === undefined ? header : latin1Text(unique);
      });
      changes.push([headersKey, context.obj(changed)]);
    }
    return changes;
  }

  function moveStructureKey(key: PDFNumber): PDFNumber | null {
    renamings.structureKeys.add(key.asNumber());
    if (structureOffset === null) return null;
    return structureOffset === 0 ? key : PDFNumber.of(key.asNumber() + structureOffset);
  }

  /** Renames named destinations, and replaces page indexes, which differ in the output. */
  function mapDestination(destination: PDFObject | undefined): PDFObject | null {
    const value = context.lookup(destination);
    const name = nameKey(value);
    const renamed = name === null ? undefined : renamings.destinations.get(name);
    // In the output all destinations are in the name tree, whose keys are strings.
    if (name !== null && (renamed !== undefined || value instanceof PDFName)) return latin1Text(renamed ?? name);
    return (value instanceof PDFArray ? byReference(value, pages) : null) ?? destination ?? null;
  }
}

/** A destination with the page it refers to by index replaced by a reference; null for any other destination. */
export function byReference(destination: PDFArray, pages: readonly PdfPage[]): PDFArray | null {
  const target = destination.size() > 0 ? destination.get(0) : undefined;
  const page = target instanceof PDFNumber ? pages[target.asNumber()] : undefined;
  if (page === undefined) return null;
  const changed = destination.clone();
  changed.set(0, page.ref);
  return changed;
}

function withChanges(dict: PDFDict, changes: readonly EntryChange[]): PDFDict {
  const real = changes.filter(([key, value]) => (value ?? undefined) !== dict.get(key));
  if (real.length === 0) return dict;
  const changed = dict.clone();
  for (const [key, value] of real) {
    if (value === null) changed.delete(key);
    else changed.set(key, value);
  }
  return changed;
}

/** Resolves a relative URI against the base URI of the source. */
function absoluteAddress(dict: PDFDict, base: string): EntryChange[] {
  const address = dict.lookup(uriKey);
  if (!isText(address) || !URL.canParse(base)) return [];
  const text = address.decodeText();
  if (URL.canParse(text) || !URL.canParse(text, base)) return [];
  return [[uriKey, latin1Text(new URL(text, base).href)]];
}

/** The relationships that standards of invoices allow say that the file has the data of the whole document. */
function renamedFile(name: string): EntryChange[] {
  const text = PDFHexString.fromText(name);
  return [
    [PDFName.of('F'), text],
    [PDFName.of('UF'), text],
    [PDFName.of('AFRelationship'), PDFName.of('Unspecified')],
  ];
}

function latin1Text(text: string): PDFHexString {
  return PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));
}

/** True for a structure element. `/Type` may be missing; then it has a structure type, a parent, and content. */
export function isStructureElement(dict: PDFDict): boolean {
  const type = dict.get(PDFName.Type);
  if (type !== undefined) return type === elementType;
  return dict.has(sKey) && dict.has(parentKey) && (dict.has(kidsKey) || dict.has(pageKey));
}
