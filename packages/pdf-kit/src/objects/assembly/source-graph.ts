import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import type { OpenedPdf } from '../open-pdf.ts';
import type { PdfPage } from '../page-tree.ts';
import type { SerializeSettings } from '../serialize-object.ts';
import { nameKey } from '../typed-entries.ts';
import type { DocumentStructure } from './document-structure.ts';
import type { OutputGraph } from './output-graph.ts';

/** One source of an assembly as it will be written: its objects, with what this assembly changes laid over them. */
export interface SourceGraph {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  /** The pages taken, in order. */
  readonly pages: readonly KeptPage[];
  /** True when some pages are left out, so that what belongs to them must be too. */
  readonly pruned: boolean;
  /** Numbers in the output, as far as they are known. */
  readonly numbers: Map<PDFRef, number>;
  /** `/StructParent(s)` keys met in what was written, as they are in the source. */
  readonly structureKeys: Set<number>;
  /** Named destinations that had to be renamed. */
  readonly renamedDestinations: Map<string, string>;
  /** Structure types whose names mean something else in an earlier source. */
  readonly renamedRoles: Map<PDFName, PDFName>;
  /** Identifiers of structure elements that an earlier source has too. */
  readonly renamedIds: Map<string, string>;
  /** The object as it will be written. */
  lookup(object: PDFObject | undefined): PDFObject | undefined;
  /** Has another object written in place of one of the source. */
  replace(ref: PDFRef, object: PDFObject): void;
  isKept(ref: PDFRef, object: PDFObject): boolean;
  /**
   * Chooses the structure elements that are written. Before it is called, a source that is taken whole has all of its
   * elements, and one with pages left out has none: elements point at their parents, so one would bring the whole tree.
   */
  keepElements(elements: ReadonlySet<PDFRef>): void;
  /** The number of the page with a reference, where that page is taken. */
  pageNumber(ref: PDFObject | undefined): number | null;
  serializeSettings(output: OutputGraph): SerializeSettings;
}

export interface KeptPage {
  readonly page: PdfPage;
  /** Its number in the output. */
  readonly number: number;
  /** Its place in the source, from 0. */
  readonly index: number;
}

export interface SourceGraphRequest {
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  readonly pages: readonly KeptPage[];
  /** Added to the keys of the structure tree; null takes them away, for a source without a tree. */
  readonly structureOffset: number | null;
}

const structureKeyNames = [PDFName.of('StructParent'), PDFName.of('StructParents')];
const [sKey, dKey, destKey] = [PDFName.of('S'), PDFName.of('D'), PDFName.of('Dest')];
const [idKey, headersKey] = [PDFName.of('ID'), PDFName.of('Headers')];
const [goTo, pagesType, catalogType] = [PDFName.of('GoTo'), PDFName.of('Pages'), PDFName.of('Catalog')];

export function createSourceGraph({ document, structure, pages, structureOffset }: SourceGraphRequest): SourceGraph {
  const { context } = document;
  const replaced = new Map<PDFRef, PDFObject>();
  const numbers = new Map<PDFRef, number>();
  const pageNumbers = new Map<PDFRef, number>();
  const structureKeys = new Set<number>();
  const renamedDestinations = new Map<string, string>();
  const renamedRoles = new Map<PDFName, PDFName>();
  const renamedIds = new Map<string, string>();
  const pruned = pages.length !== document.pages.length;
  let keptElements: ReadonlySet<PDFRef> | null = pruned ? new Set() : null;
  for (const { page, number } of pages.toReversed()) {
    numbers.set(page.ref, number);
    pageNumbers.set(page.ref, number);
  }

  return {
    document,
    structure,
    pages,
    pruned,
    numbers,
    structureKeys,
    renamedDestinations,
    renamedRoles,
    renamedIds,
    lookup(object) {
      return (object instanceof PDFRef ? replaced.get(object) : undefined) ?? context.lookup(object);
    },
    replace(ref, object) {
      replaced.set(ref, object);
    },
    isKept(ref, object) {
      if (!(object instanceof PDFDict)) return true;
      const type = object.get(PDFName.Type);
      if (type === PDFName.Page || type === pagesType || type === catalogType) return false;
      return keptElements === null || keptElements.has(ref) || !isStructureElement(object);
    },
    keepElements(elements) {
      keptElements = elements;
    },
    pageNumber(ref) {
      return ref instanceof PDFRef ? (pageNumbers.get(ref) ?? null) : null;
    },
    serializeSettings(output) {
      return { numberOf: (ref) => output.numberOf(this, ref), rewrite };
    },
  };

  function rewrite(dict: PDFDict): PDFDict {
    const changes: [PDFName, PDFObject | null][] = [];
    for (const key of structureKeyNames) {
      const value = dict.get(key);
      if (value instanceof PDFNumber) changes.push([key, moveStructureKey(value)]);
    }
    if (dict.get(sKey) === goTo) changes.push([dKey, mapDestination(dict.get(dKey))]);
    const role = dict.get(sKey);
    const renamedRole = role instanceof PDFName ? renamedRoles.get(role) : undefined;
    if (renamedRole !== undefined && isStructureElement(dict)) changes.push([sKey, renamedRole]);
    if (renamedIds.size > 0) changes.push(...renamedIdentifiers(dict));
    if (dict.has(destKey)) changes.push([destKey, mapDestination(dict.get(destKey))]);
    if (changes.length === 0) return dict;
    const real = changes.filter(([key, value]) => (value ?? undefined) !== dict.get(key));
    if (real.length === 0) return dict;
    const changed = dict.clone();
    for (const [key, value] of real) {
      if (value === null) changed.delete(key);
      else changed.set(key, value);
    }
    return changed;
  }

  /** The identifier of an element, and the identifiers by which a table cell names its headers. */
  function renamedIdentifiers(dict: PDFDict): [PDFName, PDFObject][] {
    const changes: [PDFName, PDFObject][] = [];
    const renamed = (value: PDFObject | undefined) => renamedIds.get(nameKey(context.lookup(value)) ?? '');
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
    structureKeys.add(key.asNumber());
    if (structureOffset === null) return null;
    return structureOffset === 0 ? key : PDFNumber.of(key.asNumber() + structureOffset);
  }

  /** Renamed names, and pages given by their place in the source, which is another one in the output. */
  function mapDestination(destination: PDFObject | undefined): PDFObject | null {
    const value = context.lookup(destination);
    const name = nameKey(value);
    const renamed = name === null ? undefined : renamedDestinations.get(name);
    // The output has its destinations in the name tree, where they are found by strings only.
    if (name !== null && (renamed !== undefined || value instanceof PDFName)) return latin1Text(renamed ?? name);
    if (!(value instanceof PDFArray) || value.size() === 0) return destination ?? null;
    const target = value.get(0);
    const page = target instanceof PDFNumber ? document.pages[target.asNumber()] : undefined;
    if (page === undefined) return destination ?? null;
    const moved = PDFArray.withContext(context);
    for (const item of [page.ref, ...value.asArray().slice(1)]) moved.push(item);
    return moved;
  }
}

function latin1Text(text: string): PDFHexString {
  return PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));
}

/** `/Type` may be missing; only structure elements have both a structure type and a parent of theirs. */
function isStructureElement(dict: PDFDict): boolean {
  const type = dict.get(PDFName.Type);
  if (type !== undefined) return type === PDFName.of('StructElem');
  return dict.has(sKey) && dict.has(PDFName.of('P')) && (dict.has(PDFName.of('K')) || dict.has(PDFName.of('Pg')));
}
