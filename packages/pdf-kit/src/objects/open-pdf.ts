import { readFile } from 'node:fs/promises';
import { defaultLimits, processingFailed } from '@platen/core';
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, type PDFStream } from 'pdf-lib';
import { decodeData } from './decode-stream.ts';
import { createDocumentContext } from './document-context.ts';
import { lostParts } from './lost-parts.ts';
import { checkContentStreams, contentStreams } from './page-content-streams.ts';
import { listPages, type PdfPage } from './page-tree.ts';
import { openPdfSource, type PdfLimits, type PdfSource } from './pdf-source.ts';

/** How a file is opened. By default with the default limits and the empty password. */
export interface OpenPdfOptions {
  /** The password. The empty password is tried first. */
  readonly password?: string | undefined;
  /** The name of the file in errors. */
  readonly fileName?: string | undefined;
  readonly limits?: Partial<PdfLimits> | undefined;
  /** Without the password, also open a file of which only the attachments are encrypted; they stay unreadable. */
  readonly pagesOnly?: boolean | undefined;
  /**
   * Called if the file cannot be repaired here. Resolves to a readable copy, or null. `rebuildPdf` creates one with PDFium.
   */
  readonly rebuild?: ((bytes: Uint8Array, password: string | undefined) => Promise<Uint8Array | null>) | undefined;
}

/** The repairs that were needed to open a file. */
export type PdfRepair = 'header' | 'cross-reference' | 'stream-length' | 'page-tree' | 'rebuilt';

/** A PDF in memory: its objects, decrypted, and its pages. */
export interface OpenedPdf {
  /** Every object of the file by its reference; `trailerInfo` has `Root`, `Info` and `ID`. Change it freely. */
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly pages: readonly PdfPage[];
  /** The version in the header, such as `1.7` in `%PDF-1.7`, or that of the catalog if it is newer. */
  readonly version: string;
  readonly encrypted: boolean;
  readonly repairs: readonly PdfRepair[];
  /** Parts that a damaged file names and that could not be recovered, such as `outline`. */
  readonly lost: readonly string[];
  readonly sizeBytes: number;
  readonly fileName: string | undefined;
}

/** The header may be within this many bytes of the beginning (ISO 32000-1, annex H). */
const headerWindowBytes = 1_024;

/**
 * Opens a PDF from a file or from bytes. All of it is held in memory, streams as views of its bytes: about the size
 * of the file and 200 to 400 bytes an object. A cross-reference that is wrong is rebuilt. Rejects with `PDF_ENCRYPTED`
 * (`password_required`, `password_incorrect`), and with `damaged_file` or `page_limit` when it cannot be opened or goes past the limits.
 */
export async function openPdf(source: string | Uint8Array, options: OpenPdfOptions = {}): Promise<OpenedPdf> {
  const content = typeof source === 'string' ? await readFile(source) : source;
  const { bytes, version, atStart } = findHeader(
    Buffer.from(content.buffer, content.byteOffset, content.length),
    options,
  );
  const request = { bytes, options, limits: { ...defaultLimits, ...options.limits } };
  const loaded = load({ ...request, scan: false }) ?? load({ ...request, scan: true });
  if (loaded === null) return openRebuilt(content, options);
  // The encryption dictionary may be lost: a document of blank pages would pass for a repaired one.
  if (loaded.repairs.includes('cross-reference') && isGarbled(loaded.pages)) {
    throw damaged('The file is damaged: no page has content that can be read', options.fileName);
  }
  return {
    context: loaded.context,
    catalog: loaded.catalog,
    pages: loaded.pages,
    version: newerVersion(version, loaded.catalog),
    encrypted: loaded.encrypted,
    repairs: atStart ? loaded.repairs : ['header', ...loaded.repairs],
    lost: loaded.repairs.length === 0 ? [] : lostParts(bytes, loaded.catalog),
    sizeBytes: content.length,
    fileName: options.fileName,
  };
}

async function openRebuilt(content: Uint8Array, options: OpenPdfOptions): Promise<OpenedPdf> {
  const { rebuild, ...plainOptions } = options;
  const rebuilt = (await rebuild?.(content, options.password)) ?? null;
  if (rebuilt === null) throw damaged('The file is damaged beyond repair', options.fileName);
  const opened = await openPdf(rebuilt, plainOptions);
  const lost = lostParts(Buffer.from(content.buffer, content.byteOffset, content.length), opened.catalog);
  return { ...opened, lost, repairs: ['rebuilt', ...opened.repairs], sizeBytes: content.length };
}

/** A content stream that decodes to more than this counts as undecodable when looking for one that can be read. */
const maxProbedBytes = 64 * 1024 * 1024;

/** True when pages have content and none of it can be decoded. */
function isGarbled(pages: readonly PdfPage[]): boolean {
  const streams = pages.flatMap(contentStreams);
  const isRead = (stream: PDFStream) =>
    (decodeData(stream, { maxBytes: maxProbedBytes, tolerant: true })?.bytes.length ?? 0) > 0;
  return streams.some((stream) => stream.getContentsSize() > 0) && !streams.some(isRead);
}

interface Header {
  readonly bytes: Buffer;
  readonly version: string;
  readonly atStart: boolean;
}

/** Offsets count from the header, so bytes before it are cut off. Files whose offsets count from their start are scanned. */
function findHeader(content: Buffer, options: OpenPdfOptions): Header {
  const start = content.subarray(0, headerWindowBytes).indexOf('%PDF-', 0, 'latin1');
  const version = /^%PDF-(\d\.\d)/.exec(content.toString('latin1', Math.max(0, start), start + 16))?.[1] ?? '1.4';
  if (start === 0) return { bytes: content, version, atStart: true };
  if (start > 0) return { bytes: content.subarray(start), version, atStart: false };
  if (
    content.lastIndexOf('trailer', undefined, 'latin1') < 0 &&
    content.lastIndexOf('startxref', undefined, 'latin1') < 0
  ) {
    throw damaged('The file is not a PDF', options.fileName);
  }
  return { bytes: content, version, atStart: false };
}

interface LoadRequest {
  readonly bytes: Buffer;
  readonly options: OpenPdfOptions;
  readonly limits: PdfLimits;
  readonly scan: boolean;
}

interface LoadedPdf {
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly pages: readonly PdfPage[];
  readonly encrypted: boolean;
  readonly repairs: readonly PdfRepair[];
}

/** Null when the cross-reference is wrong (read), or the file has no page (scanned). */
function load({ bytes, options, limits, scan }: LoadRequest): LoadedPdf | null {
  const { fileName, password, pagesOnly } = options;
  const context = createDocumentContext({ sizeBytes: bytes.length, fileName });
  const source = openPdfSource({ bytes, context, limits, password, fileName, pagesOnly, scan });
  if (source === null || !readObjects(source, context, scan)) return null;
  const catalog = findCatalog(source, context, scan);
  if (catalog === null) return null;
  context.trailerInfo = trailerInfo(source, catalog.ref);
  const { maxPages } = limits;
  const listed = listPages({ context, catalog: catalog.dict, maxPages, objectCount: source.entries.size, fileName });
  const pages = listed.pages.length > 0 || !scan ? listed.pages : collectPages(context);
  if (pages.length === 0) return null;
  checkContentStreams(pages, { sizeBytes: bytes.length, fileName });
  const isRepaired = pages !== listed.pages || !listed.isSound;
  if (isRepaired) replacePageTree(context, catalog.dict, pages);
  const repairs: PdfRepair[] = [];
  if (scan) repairs.push('cross-reference');
  if (source.repairedLengths) repairs.push('stream-length');
  if (isRepaired) repairs.push('page-tree');
  return { context, catalog: catalog.dict, pages, encrypted: source.encrypted, repairs };
}

/** Reads every object into the context; false as soon as one is not where the cross-reference says. */
function readObjects(source: PdfSource, context: PDFContext, scan: boolean): boolean {
  for (const objectNumber of source.entries.keys()) {
    const object = source.read(objectNumber);
    if (object === undefined && !scan) return false;
    if (object === undefined || object === null || isFileStructure(object)) continue;
    context.assign(source.reference(objectNumber), object);
  }
  return true;
}

const [objectStreamType, crossReferenceType] = [PDFName.of('ObjStm'), PDFName.of('XRef')];

/** Object and cross-reference streams, which are file structure: their contents have been read. */
function isFileStructure(object: PDFObject): boolean {
  if (!('dict' in object) || !(object.dict instanceof PDFDict)) return false;
  const type = object.dict.get(PDFName.Type);
  return type === objectStreamType || type === crossReferenceType;
}

function findCatalog(
  source: PdfSource,
  context: PDFContext,
  scan: boolean,
): { readonly ref: PDFRef; readonly dict: PDFDict } | null {
  const root = source.trailer.get(PDFName.of('Root'));
  const dict = context.lookup(root);
  if (dict instanceof PDFDict && dict.has(PDFName.of('Pages'))) {
    return { ref: root instanceof PDFRef ? root : context.register(dict), dict };
  }
  if (!scan) return null;
  const candidates = context.enumerateIndirectObjects().filter(([, object]) => isType(object, 'Catalog'));
  const [ref, catalog] = candidates.findLast(([, object]) => (object as PDFDict).has(PDFName.of('Pages'))) ?? [];
  if (ref !== undefined && catalog instanceof PDFDict) return { ref, dict: catalog };
  return rebuildCatalog(context);
}

/** A catalog for the topmost page tree node that is left, or for an empty tree: the pages are then collected one by one. */
function rebuildCatalog(context: PDFContext): { readonly ref: PDFRef; readonly dict: PDFDict } {
  const dict = context.obj({ Type: 'Catalog' });
  const root = context
    .enumerateIndirectObjects()
    .find(([, object]) => isType(object, 'Pages') && !(object as PDFDict).has(PDFName.Parent));
  dict.set(PDFName.of('Pages'), root?.[0] ?? context.register(context.obj({ Type: 'Pages', Kids: [], Count: 0 })));
  return { ref: context.register(dict), dict };
}

function collectPages(context: PDFContext): readonly PdfPage[] {
  return context.enumerateIndirectObjects().flatMap(([ref, object]) => {
    if (!isType(object, 'Page')) return [];
    return [{ ref, dict: object as PDFDict, inherited: new Map((object as PDFDict).entries()) }];
  });
}

/** Puts pages under a new page tree, with the entries they inherited: writing the document follows the tree. */
function replacePageTree(context: PDFContext, catalog: PDFDict, pages: readonly PdfPage[]): void {
  const root = context.register(context.obj({ Type: 'Pages', Kids: pages.map(({ ref }) => ref), Count: pages.length }));
  for (const { dict, inherited } of pages) {
    dict.set(PDFName.Parent, root);
    for (const [key, value] of inherited) if (!dict.has(key)) dict.set(key, value);
  }
  catalog.set(PDFName.of('Pages'), root);
}

function isType(object: PDFObject, type: string): boolean {
  return object instanceof PDFDict && object.get(PDFName.Type) === PDFName.of(type);
}

function trailerInfo(source: PdfSource, root: PDFRef): PDFContext['trailerInfo'] {
  const info = source.trailer.get(PDFName.of('Info'));
  const id = source.trailer.get(PDFName.of('ID'));
  return { Root: root, ...(info === undefined ? {} : { Info: info }), ...(id instanceof PDFArray ? { ID: id } : {}) };
}

function newerVersion(header: string, catalog: PDFDict): string {
  const version = catalog.lookup(PDFName.of('Version'));
  const declared = version instanceof PDFName ? version.decodeText() : '';
  return /^\d\.\d$/.test(declared) && declared > header ? declared : header;
}

function damaged(message: string, fileName: string | undefined): Error {
  return processingFailed('damaged_file', message, { fileName });
}
