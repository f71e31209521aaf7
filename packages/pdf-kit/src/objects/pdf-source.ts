import { type Limits, limitExceeded, processingFailed, structureLimits } from '@platen/core';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { type CrossReferenceEntry, type CrossReferenceRequest, readCrossReference } from './cross-reference.ts';
import { createDecryption, type Decryption } from './decryption.ts';
import { createInflateBudget, type InflateBudget, textBytesAllowed } from './inflate-budget.ts';
import { createObjectParser, type ObjectParserSettings } from './object-parser.ts';
import { type ObjectStream, openObjectStream, packedObjectNumbers } from './object-stream.ts';
import { scanObjects } from './scan-objects.ts';
import { createTokenCache } from './token-cache.ts';

/** The limits for reading the structure of a file. */
export type PdfLimits = Pick<Limits, 'maxInflatedBytes' | 'maxObjects' | 'maxNesting' | 'maxPages'>;

export interface PdfSourceRequest {
  readonly bytes: Buffer;
  readonly context: PDFContext;
  readonly limits: PdfLimits;
  readonly password: string | undefined;
  readonly fileName: string | undefined;
  readonly pagesOnly: boolean | undefined;
  /** Find the objects by scanning the file instead of trusting its cross-reference. */
  readonly scan: boolean;
}

/** The objects of a PDF, read one at a time when asked for. */
export interface PdfSource {
  readonly entries: ReadonlyMap<number, CrossReferenceEntry>;
  readonly trailer: PDFDict;
  readonly encrypted: boolean;
  readonly budget: InflateBudget;
  /** True once a stream was found whose `/Length` is wrong. */
  readonly repairedLengths: boolean;
  /** The object of a number: null when there is none; undefined when the cross-reference is wrong about it. */
  read(objectNumber: number): PDFObject | null | undefined;
  /** The reference to an object. */
  reference(objectNumber: number): PDFRef;
}

/** Object streams kept decoded: files read their objects in about the order of the streams. */
const openStreamCount = 16;

/** The levels of an encryption dictionary: crypt filters, each filter, its entries. */
const maxEncryptionDepth = 3;

/**
 * Reads the structure of a PDF: cross-reference, trailer and encryption. Returns null when the cross-reference cannot
 * be read, or when a scan finds no object. Rejects with `PDF_ENCRYPTED` and `damaged_file`.
 */
// Long: reading objects, object streams and encryption depend on each other.
export function openPdfSource(request: PdfSourceRequest): PdfSource | null {
  const { bytes, context, limits, fileName } = request;
  const inflated = textBytesAllowed(bytes.length, limits.maxInflatedBytes);
  const budget = createInflateBudget(inflated, fileName);
  const tokens = createTokenCache();
  const openStreams = new Map<number, ObjectStream | null>();
  const underWay = new Set<number>();
  const entries = new Map<number, CrossReferenceEntry>();
  let repairedLengths = false;
  let encrypt: EncryptionDictionary | null = null;
  let decryption: Decryption | null = null;

  const settings: ObjectParserSettings = {
    context,
    tokens,
    fileName,
    maxNesting: limits.maxNesting,
    resolveLength: (ref) => {
      const value = read(ref.objectNumber);
      return value instanceof PDFNumber ? value.asNumber() : null;
    },
    onRepair: () => {
      repairedLengths = true;
    },
    onRead: createReadCount(() => bytes.length + inflated - budget.remaining, fileName),
  };
  const parser = createObjectParser(bytes, settings);
  const found = findObjects({ bytes, context, parser, budget, maxObjects: limits.maxObjects, fileName }, request.scan);
  if (found === null) return null;
  for (const [objectNumber, entry] of found.entries) entries.set(objectNumber, entry);
  encrypt = readEncrypt();
  if (encrypt !== null) readClear(encrypt.dict, 0);
  if (encrypt !== null) decryption = decryptionOf(request, found.trailer, encrypt.dict);
  for (const container of found.containers) addPacked(container);

  return {
    entries,
    trailer: found.trailer,
    encrypted: encrypt !== null,
    budget,
    get repairedLengths() {
      return repairedLengths;
    },
    read,
    reference(objectNumber) {
      const entry = entries.get(objectNumber);
      return tokens.reference(objectNumber, entry?.kind === 'offset' ? entry.generation : 0);
    },
  };

  function read(objectNumber: number): PDFObject | null | undefined {
    const entry = entries.get(objectNumber); // None while the cross-reference itself is read.
    if (entry === undefined || entry.kind === 'free' || underWay.has(objectNumber)) return null;
    underWay.add(objectNumber);
    try {
      return entry.kind === 'packed' ? readPacked(objectNumber, entry) : readAt(objectNumber, entry.offset);
    } finally {
      underWay.delete(objectNumber);
    }
  }

  function readAt(objectNumber: number, offset: number): PDFObject | undefined {
    const clear = objectNumber === encrypt?.objectNumber;
    const indirect = parser.readIndirect(offset, clear ? null : decryption);
    return indirect?.objectNumber === objectNumber ? indirect.object : undefined;
  }

  function readPacked(
    objectNumber: number,
    { container, index }: { readonly container: number; readonly index: number },
  ): PDFObject | null | undefined {
    const stream = openContainer(container);
    if (stream === null) return undefined;
    const place = stream.objectNumbers[index] === objectNumber ? index : stream.objectNumbers.indexOf(objectNumber);
    return place < 0 ? null : stream.read(place);
  }

  function openContainer(container: number): ObjectStream | null {
    const open = openStreams.get(container);
    if (open !== undefined) return open;
    const entry = entries.get(container);
    const stream = entry?.kind === 'offset' ? read(container) : null;
    const opened =
      stream instanceof PDFStream
        ? openObjectStream(stream, budget, (data) => createObjectParser(data, settings))
        : null;
    openStreams.set(container, opened);
    const [oldest] = openStreams.keys();
    if (openStreams.size > openStreamCount && oldest !== undefined) openStreams.delete(oldest);
    return opened;
  }

  /** Adds the objects of an object stream found by a scan, except those that the file defines again further on. */
  function addPacked(container: number): void {
    const stream = read(container);
    const own = entries.get(container);
    if (!(stream instanceof PDFStream) || own?.kind !== 'offset') return;
    for (const [index, objectNumber] of packedObjectNumbers(stream, budget).entries()) {
      const known = entries.get(objectNumber);
      const isNewer = known?.kind === 'offset' && known.offset > own.offset;
      if (!isNewer && entries.size < limits.maxObjects) entries.set(objectNumber, { kind: 'packed', container, index });
    }
  }

  /** Objects that the encryption dictionary refers to, which must be read before anything can be decrypted. */
  function readClear(dict: PDFDict, depth: number): void {
    for (const value of dict.values()) {
      const entry = value instanceof PDFRef ? entries.get(value.objectNumber) : undefined;
      const object = entry?.kind === 'offset' ? parser.readIndirect(entry.offset, null)?.object : value;
      if (value instanceof PDFRef && object !== undefined) context.assign(value, object);
      if (object instanceof PDFDict && depth < maxEncryptionDepth) readClear(object, depth + 1);
    }
  }

  function readEncrypt(): EncryptionDictionary | null {
    const value = found?.trailer.get(PDFName.of('Encrypt'));
    const objectNumber = value instanceof PDFRef ? value.objectNumber : null;
    const entry = objectNumber === null ? undefined : found?.entries.get(objectNumber);
    if (entry?.kind === 'offset') {
      const object = parser.readIndirect(entry.offset, null)?.object;
      return object instanceof PDFDict ? { dict: object, objectNumber } : null;
    }
    return value instanceof PDFDict ? { dict: value, objectNumber: null } : null;
  }
}

/** Counts the bytes of objects that are read: those of a file and its object streams once, or twice after a repair. */
function createReadCount(bytesThere: () => number, fileName: string | undefined): (bytes: number) => void {
  let actual = 0;
  return (bytes) => {
    actual += bytes;
    const allowed = structureLimits.maxSharedObjectBytes + 2 * bytesThere();
    if (actual <= allowed) return;
    const details = { limit: 'maxSharedObjectBytes', allowed, actual, fileName } as const;
    throw limitExceeded('structure_limit', 'The objects of the file are in the same bytes again and again', details);
  };
}

interface EncryptionDictionary {
  readonly dict: PDFDict;
  /** Null where the trailer holds it itself. */
  readonly objectNumber: number | null;
}

interface FoundObjects {
  readonly entries: ReadonlyMap<number, CrossReferenceEntry>;
  readonly trailer: PDFDict;
  readonly containers: readonly number[];
}

function findObjects(request: CrossReferenceRequest, scan: boolean): FoundObjects | null {
  if (scan) return scanObjects(request);
  const reference = readCrossReference(request);
  return reference === null ? null : { ...reference, containers: [] };
}

function decryptionOf(request: PdfSourceRequest, trailer: PDFDict, encrypt: PDFDict): Decryption {
  const fileId = trailer.get(PDFName.of('ID'));
  const { password, fileName, pagesOnly } = request;
  if (encrypt.get(PDFName.of('Filter')) === undefined && encrypt.get(PDFName.of('V')) === undefined) {
    throw processingFailed('damaged_file', 'The encryption of the file is damaged', { fileName });
  }
  const ids = fileId instanceof PDFArray ? fileId : null;
  return createDecryption({ encrypt, fileId: ids, password, fileName, pagesOnly });
}
