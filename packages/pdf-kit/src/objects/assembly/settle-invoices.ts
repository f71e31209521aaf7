import { parse } from 'node:path';
import { PDFDict, PDFName } from 'pdf-lib';
import { type DocumentClaims, readClaims } from '../document-claims.ts';
import { arrayEntry, dictEntry, textEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';
import type { PlacedPage } from './page-places.ts';
import { uniqueName } from './unique-name.ts';

/** What of the claims to be an electronic invoice an output keeps. */
export interface InvoiceClaim {
  /** As in `DocumentClaims`. */
  readonly kept: string | null;
  /** Which files with the data of invoices belong to which pages; null if no claim is dropped. */
  readonly dropped: string | null;
  /** Whether readers take the output for an invoice, claimed or only attached. */
  readonly isInvoice: boolean;
}

export interface InvoiceSettings {
  /** False leaves the attachments of the documents out. */
  readonly attachments: boolean;
  /** What the output claims otherwise. */
  readonly claims: DocumentClaims;
  /** The file name of each source. */
  readonly titles: readonly string[];
  readonly places: readonly PlacedPage[];
}

/** Names by which readers find the data of an invoice, whatever the metadata say (Factur-X 1.07, 6.2; ZUGFeRD 1.0; Order-X). */
const readNames = new Set(['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml', 'order-x.xml', 'cida.xml']);

interface Invoice {
  readonly source: SourceGraph;
  /** The file specifications of its data, and their names. */
  readonly files: ReadonlyMap<PDFDict, string>;
  readonly title: string;
  /** Its pages in the output, counted from 1. */
  readonly pageNumbers: readonly number[];
}

/**
 * An output is an invoice if its first source is one, is there as a whole with its data, keeps its PDF/A, and no other source
 * is an invoice. Otherwise the data get names that no reader takes for those of an invoice, and a relationship that says
 * nothing of the whole. To be called before anything is written.
 */
export function settleInvoices(sources: readonly SourceGraph[], settings: InvoiceSettings): InvoiceClaim {
  const { attachments, claims } = settings;
  const invoices = findInvoices(sources, settings);
  const [only, ...others] = invoices;
  if (only === undefined) return { kept: null, dropped: null, isInvoice: false };
  const own = readClaims(only.source.document.catalog);
  const isWhole = attachments && only.source === sources[0] && isTakenWhole(only.source) && own.pdfA === claims.pdfA;
  if (others.length === 0 && isWhole) return { kept: own.invoice, dropped: null, isInvoice: true };
  const taken = new Set<string>();
  const lines = invoices.map((invoice) => {
    const names = renameFiles(invoice, taken);
    const files = names.length === 0 ? `the data of ${invoice.title}` : names.join(', ');
    return `${files} belongs to ${placeOf(invoice, sources.length)}`;
  });
  return { kept: null, dropped: `to be one electronic invoice: ${lines.join('; ')}`, isInvoice: false };
}

function findInvoices(
  sources: readonly SourceGraph[],
  { titles, places }: Pick<InvoiceSettings, 'titles' | 'places'>,
): readonly Invoice[] {
  return sources.flatMap((source, index) => {
    const pageNumbers = places.flatMap((place, at) => (place.source === source && !place.isBlank ? [at + 1] : []));
    const invoice = { source, files: invoiceFiles(source), title: titles[index] ?? '', pageNumbers };
    const isClaimed = readClaims(source.document.catalog).invoice !== null;
    return isClaimed || invoice.files.size > 0 ? [invoice] : [];
  });
}

function invoiceFiles({ document: { catalog }, structure, lookup }: SourceGraph): ReadonlyMap<PDFDict, string> {
  const claimed = readClaims(catalog).invoice?.toLowerCase();
  const attached = [...(structure.names.get('EmbeddedFiles')?.values() ?? []), ...arrayEntry(catalog, 'AF')];
  const files = new Map<PDFDict, string>();
  for (const file of attached.map(lookup)) {
    const name = file instanceof PDFDict ? (textEntry(file, 'UF') ?? textEntry(file, 'F')) : null;
    const isInvoice = name !== null && (readNames.has(name.toLowerCase()) || name.toLowerCase() === claimed);
    if (file instanceof PDFDict && isInvoice) files.set(file, name);
  }
  return files;
}

function isTakenWhole({ pruned, pages }: SourceGraph): boolean {
  return !pruned && new Set(pages.map(({ index }) => index)).size === pages.length;
}

/** Takes the extension away: readers such as that of factur-x take each attached `*.xml` that has the data of an invoice. */
const hiddenExtension = '.txt';

/** The names of the files; what a catalog lists twice, by two specifications of the same data, has one. */
function renameFiles({ source, files, title }: Invoice, taken: Set<string>): readonly string[] {
  const names = new Map<unknown, string>();
  for (const [file, name] of files) {
    const data = dictEntry(file, 'EF')?.get(PDFName.of('F')) ?? file;
    const { name: base, ext } = parse(name);
    const own = () => uniqueName(`${parse(title).name}-${base}`, (candidate) => taken.has(candidate));
    const unique = names.get(data) ?? own() + ext + hiddenExtension;
    taken.add(parse(parse(unique).name).name);
    names.set(data, unique);
    source.renamings.invoiceFiles.set(file, unique);
  }
  return [...names.values()];
}

/** Pages of the output, or where only some of a file are taken, of that file. */
function placeOf({ source, title, pageNumbers }: Invoice, sourceCount: number): string {
  const { document } = source;
  if (!isTakenWhole(source) || sourceCount === 1) {
    const count = document.pages.length;
    return count === 1 ? `the one page of ${title}` : `all ${count} pages of ${title}`;
  }
  const [first = 0, last = first] = [pageNumbers[0], pageNumbers.at(-1)];
  if (last - first !== pageNumbers.length - 1) return `pages ${pageNumbers.join(', ')}`;
  return first === last ? `page ${first}` : `pages ${first}–${last}`;
}
