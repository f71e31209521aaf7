import { PDFArray, type PDFContext, type PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject } from 'pdf-lib';
import type { PdfPage } from '../page-tree.ts';
import { isText, nameKey } from '../typed-entries.ts';
import type { FieldNames } from './field-actions.ts';
import { rewriteFieldAction } from './field-actions.ts';

/** What of a source has another name or number in the output. Filled in before anything is written. */
export interface Renamings {
  /** `/StructParent(s)` keys met in what was written, as they are in the source. */
  readonly structureKeys: Set<number>;
  /** Named destinations. */
  readonly destinations: Map<string, string>;
  /** Structure types whose names mean something else in an earlier source. */
  readonly roles: Map<PDFName, PDFName>;
  /** Classes of attributes whose names mean something else in an earlier source. */
  readonly classes: Map<PDFName, PDFName>;
  /** Identifiers of structure elements that an earlier source has too. */
  readonly ids: Map<string, string>;
  /** The fields of the source, where other sources have fields too; null where actions cannot reach any other. */
  fields: FieldNames | null;
  /** What relative web addresses of the source begin with, where the output as a whole cannot say it. */
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
    fields: null,
    baseUri: null,
  };
}

type Change = readonly [key: PDFName, value: PDFObject | null];

const structureKeyNames = [PDFName.of('StructParent'), PDFName.of('StructParents')];
const [sKey, dKey, destKey, uriKey] = [PDFName.of('S'), PDFName.of('D'), PDFName.of('Dest'), PDFName.of('URI')];
const [idKey, headersKey, classKey] = [PDFName.of('ID'), PDFName.of('Headers'), PDFName.of('C')];
const [elementType, parentKey] = [PDFName.of('StructElem'), PDFName.of('P')];
const [kidsKey, pageKey] = [PDFName.of('K'), PDFName.of('Pg')];
const [goTo, uri] = [PDFName.of('GoTo'), PDFName.of('URI')];

/** What a dictionary of a source becomes in the output, where its entries name or number something by itself. */
export function createRewriter({ context, pages, structureOffset, renamings }: RewriteRequest) {
  return function rewrite(dict: PDFDict): PDFDict {
    const changes: Change[] = [];
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
    if (renamings.ids.size > 0) changes.push(...renamedIdentifiers(dict));
    return withChanges(dict, changes);
  };

  function renamedTypes(dict: PDFDict): Change[] {
    const role = dict.get(sKey);
    const renamed = role instanceof PDFName ? renamings.roles.get(role) : undefined;
    const changes: Change[] = renamed === undefined ? [] : [[sKey, renamed]];
    const classes = dict.lookup(classKey);
    if (classes instanceof PDFName) changes.push([classKey, renamings.classes.get(classes) ?? classes]);
    if (!(classes instanceof PDFArray)) return changes;
    const changed = PDFArray.withContext(context);
    for (const item of classes.asArray()) {
      changed.push(item instanceof PDFName ? (renamings.classes.get(item) ?? item) : item);
    }
    return [...changes, [classKey, changed]];
  }

  /** The identifier of an element, and the identifiers by which a table cell names its headers. */
  function renamedIdentifiers(dict: PDFDict): Change[] {
    const changes: Change[] = [];
    const renamed = (value: PDFObject | undefined) => renamings.ids.get(nameKey(context.lookup(value)) ?? '');
    const own = isStructureElement(dict) ? renamed(dict.get(idKey)) : undefined;
    if (own !== undefined) changes.push([idKey, latin1Text(own)]);
    const headers = dict.lookup(headersKey);
    if (headers instanceof PDFArray) {
      const changed = PDFArray.withContext(context);
      for (const header of headers.asArray()) {
        const unique = renamed(header);
        changed.push(unique === undefined ? header : latin1Text(unique));
      }
      changes.push([headersKey, changed]);
    }
    return changes;
  }

  function moveStructureKey(key: PDFNumber): PDFNumber | null {
    renamings.structureKeys.add(key.asNumber());
    if (structureOffset === null) return null;
    return structureOffset === 0 ? key : PDFNumber.of(key.asNumber() + structureOffset);
  }

  /** Renamed names, and pages given by their place in the source, which is another one in the output. */
  function mapDestination(destination: PDFObject | undefined): PDFObject | null {
    const value = context.lookup(destination);
    const name = nameKey(value);
    const renamed = name === null ? undefined : renamings.destinations.get(name);
    // The output has its destinations in the name tree, where they are found by strings only.
    if (name !== null && (renamed !== undefined || value instanceof PDFName)) return latin1Text(renamed ?? name);
    return (value instanceof PDFArray ? byReference(value, pages) : null) ?? destination ?? null;
  }
}

/** A destination that gives its page by the place in the source, with the page itself instead; null for any other. */
export function byReference(destination: PDFArray, pages: readonly PdfPage[]): PDFArray | null {
  const target = destination.size() > 0 ? destination.get(0) : undefined;
  const page = target instanceof PDFNumber ? pages[target.asNumber()] : undefined;
  if (page === undefined) return null;
  const changed = destination.clone();
  changed.set(0, page.ref);
  return changed;
}

function withChanges(dict: PDFDict, changes: readonly Change[]): PDFDict {
  const real = changes.filter(([key, value]) => (value ?? undefined) !== dict.get(key));
  if (real.length === 0) return dict;
  const changed = dict.clone();
  for (const [key, value] of real) {
    if (value === null) changed.delete(key);
    else changed.set(key, value);
  }
  return changed;
}

/** A relative web address as the absolute one that the source meant by it. */
function absoluteAddress(dict: PDFDict, base: string): Change[] {
  const address = dict.lookup(uriKey);
  if (!isText(address) || !URL.canParse(base)) return [];
  const text = address.decodeText();
  if (URL.canParse(text) || !URL.canParse(text, base)) return [];
  return [[uriKey, latin1Text(new URL(text, base).href)]];
}

function latin1Text(text: string): PDFHexString {
  return PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));
}

/** `/Type` may be missing; only structure elements have both a structure type and a parent of theirs. */
export function isStructureElement(dict: PDFDict): boolean {
  const type = dict.get(PDFName.Type);
  if (type !== undefined) return type === elementType;
  return dict.has(sKey) && dict.has(parentKey) && (dict.has(kidsKey) || dict.has(pageKey));
}
