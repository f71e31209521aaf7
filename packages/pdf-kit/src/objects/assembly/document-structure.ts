import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { appearanceRefs } from '../appearance-refs.ts';
import type { OpenedPdf } from '../open-pdf.ts';
import { readNameTree, readNumberTree } from '../tree-entries.ts';
import { arrayEntry, dictEntry, nameKey, numberEntry } from '../typed-entries.ts';
import { type ElementPlaces, readElementPlaces } from './element-places.ts';
import { type OutlineNode, readOutline } from './read-outline.ts';
import { createUsedNames, type UsedNames } from './used-names.ts';

/** The structures of a document in addition to its pages. They are read once for all files that are made of it. */
export interface DocumentStructure {
  /** The index of each page by its reference. */
  readonly pageIndexes: ReadonlyMap<PDFRef, number>;
  /** Named destinations, of the name tree and of the dictionary of PDF 1.1. */
  readonly destinations: ReadonlyMap<string, NamedDestination>;
  readonly outline: readonly OutlineNode[];
  /** Page label dictionaries by the index of the page they start at. */
  readonly labels: ReadonlyMap<number, PDFObject>;
  readonly form: PDFDict | null;
  readonly tags: TagStructure | null;
  readonly layers: PDFDict | null;
  /** The name trees of the catalog except destinations: `EmbeddedFiles`, `JavaScript`, … */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, PDFObject>>;
  readonly threads: readonly PDFRef[];
  /** The appearance streams of annotations. */
  readonly appearances: ReadonlySet<PDFRef>;
  /** Read when first asked for. */
  readonly usedNames: UsedNames;
  /** The index of the page to which a destination leads; null if it leads to no page of this document. */
  destinationPage(destination: PDFObject | undefined): number | null;
}

export interface NamedDestination {
  readonly value: PDFObject;
  readonly pageIndex: number | null;
}

export interface TagStructure {
  readonly root: PDFDict;
  readonly ref: PDFRef | null;
  /** The entries of the parent tree. */
  readonly parents: ReadonlyMap<number, PDFObject>;
  /** A parent tree key greater than any in use. */
  readonly nextKey: number;
  /** Read when first asked for. */
  readonly places: () => ElementPlaces;
}

/**
 * Reads the document-level structures: destinations with the pages they lead to, outline, page labels, form, layers, tags,
 * name trees and article threads.
 */
export function readDocumentStructure(document: OpenedPdf): DocumentStructure {
  const { context, catalog } = document;
  const pageIndexes = new Map(document.pages.map(({ ref }, index) => [ref, index] as const).reverse());
  const names = dictEntry(catalog, 'Names');
  const destinationValues = readDestinations(context, catalog, names);
  const pageOf = (value: PDFObject | undefined) => explicitPage(context, pageIndexes, value);
  const destinations = new Map(
    [...destinationValues].map(([name, value]) => [name, { value, pageIndex: pageOf(value) }] as const),
  );
  const destinationPage = (destination: PDFObject | undefined) => {
    const name = nameKey(context.lookup(destination));
    return name === null ? pageOf(destination) : (destinations.get(name)?.pageIndex ?? null);
  };
  return {
    pageIndexes,
    destinations,
    outline: readOutline(document, destinationPage),
    labels: readNumberTree(context, catalog.get(PDFName.of('PageLabels'))),
    form: dictEntry(catalog, 'AcroForm'),
    tags: readTags(context, catalog),
    layers: dictEntry(catalog, 'OCProperties'),
    names: readNames(context, names),
    threads: arrayEntry(catalog, 'Threads').filter((thread) => thread instanceof PDFRef),
    appearances: appearanceRefs(context),
    usedNames: createUsedNames(document),
    destinationPage,
  };
}

function readDestinations(context: PDFContext, catalog: PDFDict, names: PDFDict | null): Map<string, PDFObject> {
  const destinations = new Map(readNameTree(context, names?.get(PDFName.of('Dests'))));
  for (const [name, value] of dictEntry(catalog, 'Dests')?.entries() ?? []) {
    if (!destinations.has(name.decodeText())) destinations.set(name.decodeText(), value);
  }
  return destinations;
}

function explicitPage(
  context: PDFContext,
  pageIndexes: ReadonlyMap<PDFRef, number>,
  destination: PDFObject | undefined,
): number | null {
  const value = context.lookup(destination);
  const array = value instanceof PDFDict ? value.lookup(PDFName.of('D')) : value;
  const target = array instanceof PDFArray && array.size() > 0 ? array.get(0) : undefined;
  if (target instanceof PDFRef) return pageIndexes.get(target) ?? null;
  const index = target instanceof PDFNumber ? target.asNumber() : -1;
  return index >= 0 && index < pageIndexes.size ? index : null;
}

function readTags(context: PDFContext, catalog: PDFDict): TagStructure | null {
  const root = dictEntry(catalog, 'StructTreeRoot');
  if (root === null) return null;
  const ref = catalog.get(PDFName.of('StructTreeRoot'));
  const parents = readNumberTree(context, root.get(PDFName.of('ParentTree')));
  const largest = [...parents.keys()].reduce((max, key) => Math.max(max, key), -1);
  const declared = numberEntry(root, 'ParentTreeNextKey') ?? 0;
  const nextKey = Math.max(largest + 1, declared <= largest + 1_000_000 ? declared : 0);
  let known: ElementPlaces | null = null;
  const places = () => {
    known ??= readElementPlaces(context, root);
    return known;
  };
  return { root, ref: ref instanceof PDFRef ? ref : null, parents, nextKey, places };
}

function readNames(context: PDFContext, names: PDFDict | null): Map<string, ReadonlyMap<string, PDFObject>> {
  const trees = (names?.keys() ?? []).map((key) => key.decodeText()).filter((category) => category !== 'Dests');
  return new Map(trees.map((category) => [category, readNameTree(context, names?.get(PDFName.of(category)))] as const));
}
