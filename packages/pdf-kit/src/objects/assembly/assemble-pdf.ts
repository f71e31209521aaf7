import { PDFArray, PDFBool, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import { forbidsObjectStreams } from '../document-claims.ts';
import { createPdfWriter, type PdfWriter } from '../pdf-writer.ts';
import { arrayEntry, dictEntry } from '../typed-entries.ts';
import { permanentId } from '../write-pdf.ts';
import type { AssemblySource } from './assembly-source.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { keptAnnotations, widgetRefs, withAnnotations } from './kept-annotations.ts';
import { createOutputGraph } from './output-graph.ts';
import { type IntentPlan, planIntents } from './output-intents.ts';
import { type PagePlace, placePages } from './page-places.ts';
import { arrayText, dictText, refText, stringText } from './pdf-text.ts';
import { type ClaimPlan, planClaims } from './plan-claims.ts';
import { renameIds, renameTypes } from './rename-structure.ts';
import { byReference } from './rewrite-entries.ts';
import { settleBaseAddresses } from './settle-base-addresses.ts';
import { settleClaims } from './settle-claims.ts';
import { settleInvoices } from './settle-invoices.ts';
import { settleLanguages } from './settle-languages.ts';
import { createSourceGraph } from './source-graph.ts';
import { isOneDocument, topElements } from './structure-tree.ts';
import { planForms, writeForm } from './write-form.ts';
import { infoNumber } from './write-info.ts';
import { givePageIntents, intentsText } from './write-intents.ts';
import { pageLabelsText } from './write-labels.ts';
import { layersText } from './write-layers.ts';
import { metadataText } from './write-metadata.ts';
import { namesText, renameDestinations } from './write-names.ts';
import { writeOutline } from './write-outline.ts';
import { writePages } from './write-pages.ts';
import { type TagRoots, writeTags } from './write-tags.ts';
import { planThreads, threadsText } from './write-threads.ts';

/** What an assembled document contains in addition to its pages. */
export interface AssemblySettings {
  /** One outline entry for each source, above its own outline. */
  readonly headings: boolean;
  /** False omits the attachments of the documents. Those of their pages always stay. */
  readonly attachments: boolean;
  /**
   * The pages of the output: every selected page once, with blank pages between them. By default, the pages of one source
   * follow those of the previous one.
   */
  readonly places?: readonly PagePlace[];
}

/** What an assembly had to change or omit. */
export interface AssemblyReport {
  readonly sizeBytes: number;
  /** Signatures whose values were removed, because they would be invalid. */
  readonly removedSignatures: number;
  /** Names of form fields that had to change. */
  readonly renamedFields: readonly string[];
  /** True if a source had an XFA form, which was removed. Its AcroForm fields stay. */
  readonly removedXfa: boolean;
  /** Claims of sources, such as PDF/A, that do not hold for the output, each with the reason. */
  readonly droppedClaims: readonly string[];
  /** True if programs will read the output as an electronic invoice. */
  readonly isInvoice: boolean;
  /**
   * If output intents differ: the title of the source whose intent the output has, and those of sources with other colours.
   */
  readonly shiftedColors: { readonly by: string; readonly of: readonly string[] } | null;
  /** True if a source was a portfolio. Its files are now ordinary attachments. */
  readonly removedPortfolio: boolean;
}

/** Catalog entries that the output takes from the first source. */
const inheritedEntries = ['ViewerPreferences', 'PageLayout', 'PageMode', 'OpenAction', 'AA', 'Extensions'];

/**
 * Writes a new PDF at `path` from pages of one or more documents, each page once, with everything that belongs to those pages: outline,
 * links and named destinations, form fields, page labels, attachments, layers with their state, tags, article threads.
 * Objects are written only if something refers to them, equal fonts and images once. The sources are not changed. Metadata,
 * language and viewer preferences are those of the first source.
 */
export function assemblePdf(
  sources: readonly AssemblySource[],
  settings: AssemblySettings,
  path: string,
): AssemblyReport {
  const version = sources.map(({ document }) => document.version).reduce(newer, '1.0');
  const intents = planIntents(sources);
  const claims = planClaims(sources, intents);
  const writer = createPdfWriter(path, { version, objectStreams: !forbidsObjectStreams(claims.kept) });
  try {
    return writeAssembly(sources, { ...settings, claims, intents, version }, writer);
  } finally {
    writer.abandon();
  }
}

interface AssemblyPlan extends AssemblySettings {
  readonly claims: ClaimPlan;
  readonly intents: IntentPlan;
  readonly version: string;
}

function writeAssembly(sources: readonly AssemblySource[], plan: AssemblyPlan, writer: PdfWriter): AssemblyReport {
  const output = createOutputGraph(writer);
  const offsets = structureOffsets(sources);
  const graphs = sources.map((source, index) => createGraph(source, offsets[index] ?? null, writer));
  const titles = sources.map(({ title }) => title);
  const places = placePages(graphs, plan.places, writer);
  const roots = tagRoots(graphs, writer);
  const tagged = graphs.map((source, index) => {
    const part = placeTags(source, roots, writer);
    return { source, offset: offsets[index] ?? 0, part, title: titles[index] ?? '' };
  });

  renameDestinations(graphs);
  renameTypes(graphs);
  renameIds(graphs);
  const invoice = settleInvoices(graphs, { attachments: plan.attachments, claims: plan.claims.kept, titles, places });
  const language = settleLanguages(graphs, plan.claims.kept.pdfUa !== null);
  const baseUri = settleBaseAddresses(graphs);
  for (const graph of graphs) givePageIntents(graph, plan.intents);
  const widgets = new Map(graphs.map((graph) => [graph, keepAnnotations(graph)] as const));
  const forms = planForms(graphs, widgets);
  const threads = new Map(graphs.map((graph) => [graph, planThreads(graph)] as const));
  const form = writeForm(output, forms);
  const pages = writePages(output, graphs, places);
  const names = namesText(output, graphs, plan);
  const outline = writeOutline(output, graphs, plan.headings ? titles : null, plan.version >= '2.0');
  const catalog = {
    ...inheritedCatalog(output, graphs[0]),
    Lang: language === null ? null : stringText(language),
    URI: baseUri,
    OutputIntents: intentsText(output, graphs, plan.intents),
    AF: plan.attachments ? associatedFilesText(output, graphs) : null,
    Threads: threadsText(output, threads),
    PageLabels: pageLabelsText(output, graphs, places),
  };
  output.drain();
  const isTagged = writeTags(output, tagged, roots);
  const claims = settleClaims(plan.claims, invoice, graphs, plan.attachments);
  const metadata = metadataText(output, graphs[0], claims.kept);
  output.drain();
  const layers = layersText(output, graphs, titles);
  const root = output.add(
    dictText({
      Type: '/Catalog',
      Pages: refText(pages),
      ...catalog,
      Metadata: metadata,
      Outlines: outline === null ? null : refText(outline),
      Names: names,
      AcroForm: form === null ? null : refText(form),
      OCProperties: layers,
      StructTreeRoot: isTagged ? refText(roots.tree) : null,
      MarkInfo: isTagged ? markInfoText(output, graphs) : null,
    }),
  );
  const info = infoNumber(output, graphs[0], claims.kept);
  output.drain();
  const sizeBytes = writer.finish({
    root,
    info,
    permanentId: permanentId(sources[0]?.document.context.trailerInfo.ID),
  });
  return {
    sizeBytes,
    removedSignatures: forms.reduce((sum, { removedSignatures }) => sum + removedSignatures, 0),
    renamedFields: forms.flatMap(({ renamed }) => renamed),
    removedXfa: sources.some(({ structure }) => structure.form?.has(PDFName.of('XFA')) ?? false),
    droppedClaims: claims.dropped,
    isInvoice: invoice.isInvoice,
    shiftedColors: shiftedColors(plan.intents),
    removedPortfolio: sources.some(({ document }) => document.catalog.has(PDFName.of('Collection'))),
  };
}

function shiftedColors({ owner, shifted }: IntentPlan): AssemblyReport['shiftedColors'] {
  return owner === null || shifted.length === 0 ? null : { by: owner.title, of: shifted.map(({ title }) => title) };
}

function newer(version: string, other: string): string {
  return other > version ? other : version;
}

/** The offset for the parent tree keys of each source, so that they are unique in the output; null for a source without tags. */
function structureOffsets(sources: readonly AssemblySource[]): readonly (number | null)[] {
  let next = 0;
  return sources.map(({ structure: { tags } }) => {
    if (tags === null) return null;
    const offset = next;
    next += tags.nextKey;
    return offset;
  });
}

/** Reserves the root, and for several tagged sources a Document element above their trees. */
function tagRoots(graphs: readonly SourceGraph[], writer: PdfWriter): TagRoots {
  const taggedCount = graphs.filter((graph) => topElements(graph).length > 0).length;
  return { tree: writer.reserve(), document: taggedCount > 1 ? writer.reserve() : null };
}

/** Decides the parent of a source's top-level elements; returns the number of the Part element to write for it, null if it needs none. */
function placeTags(source: SourceGraph, { tree, document }: TagRoots, writer: PdfWriter): number | null {
  const { tags } = source.structure;
  if (tags === null) return null;
  const part = document === null || isOneDocument(source) ? null : writer.reserve();
  if (tags.ref !== null) source.numbers.set(tags.ref, part ?? document ?? tree);
  return part;
}

function createGraph(
  { document, structure, pages }: AssemblySource,
  structureOffset: number | null,
  writer: PdfWriter,
): SourceGraph {
  const kept = pages.flatMap((index) => {
    const page = document.pages[index];
    return page === undefined ? [] : [{ page, index, number: writer.reserve() }];
  });
  return createSourceGraph({ document, structure, pages: kept, structureOffset });
}

/** Decides which annotations of each page are kept; returns the widgets among them. */
function keepAnnotations(graph: SourceGraph): readonly PDFRef[] {
  return graph.pages.flatMap(({ page }) => {
    const annotations = keptAnnotations(graph, page.dict);
    if (graph.pruned) graph.replace(page.ref, withAnnotations(page.dict, annotations));
    return widgetRefs(graph, annotations);
  });
}

function inheritedCatalog(output: OutputGraph, first: SourceGraph | undefined): Record<string, string | null> {
  if (first === undefined) return {};
  const entries = inheritedEntries.map((key) => {
    const value = first.document.catalog.get(PDFName.of(key));
    if (value === undefined || isLostAction(first, key, value)) return [key, null] as const;
    const found = first.lookup(value);
    const settled = key === 'OpenAction' && found instanceof PDFArray ? byReference(found, first.document.pages) : null;
    return [key, output.text(first, settled ?? value)] as const;
  });
  return Object.fromEntries(entries);
}

/** Files associated with the documents as a whole, such as the data of an electronic invoice. */
function associatedFilesText(output: OutputGraph, graphs: readonly SourceGraph[]): string | null {
  const files = graphs.flatMap((graph) =>
    arrayEntry(graph.document.catalog, 'AF').map((file) => output.text(graph, file)),
  );
  return files.length === 0 ? null : arrayText(files);
}

/** True for an open action or destination that leads to a page that is left out. */
function isLostAction(first: SourceGraph, key: string, value: PDFObject): boolean {
  if (key !== 'OpenAction' || !first.pruned) return false;
  const action = first.lookup(value);
  const destination =
    action !== undefined && 'get' in action ? dictEntry(first.document.catalog, key)?.get(PDFName.of('D')) : undefined;
  const index = first.structure.destinationPage(destination ?? value);
  return index === null || first.pageNumber(first.document.pages[index]?.ref) === null;
}

function markInfoText(output: OutputGraph, graphs: readonly SourceGraph[]): string {
  const found = graphs.map((graph) => [graph, dictEntry(graph.document.catalog, 'MarkInfo')] as const);
  const marked = found.find(([, info]) => info?.lookup(PDFName.of('Marked')) === PDFBool.True);
  const [graph, info] = marked ?? [];
  return graph === undefined || info === undefined || info === null ? '<</Marked true>>' : output.text(graph, info);
}
