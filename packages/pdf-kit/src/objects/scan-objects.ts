import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { byteClass, byteClasses, isDigit } from './byte-classes.ts';
import type { CrossReference, CrossReferenceEntry, CrossReferenceRequest } from './cross-reference.ts';

/** How far into an object its `/Type` is searched, to recognise object and cross-reference streams. */
const typeWindowBytes = 512;

/** Maximum trailers that are read. */
const maxTrailers = 1_000;

/** What a scan finds: the objects of the file itself, and the object streams, which may need decryption to be read. */
export interface ScannedObjects extends CrossReference {
  /** Object numbers of the object streams, in the order of the file. */
  readonly containers: readonly number[];
}

/**
 * Rebuilds the cross-reference of a damaged file from every `n g obj` in it, and its trailer from all trailers; of several
 * definitions the last one wins. Returns null when the file has no object at all.
 */
export function scanObjects(request: CrossReferenceRequest): ScannedObjects | null {
  const entries = new Map<number, CrossReferenceEntry>();
  const trailers: PDFDict[] = [];
  const containers: number[] = [];
  for (const { objectNumber, generation, offset, end } of objectHeaders(request.bytes)) {
    if (entries.size >= request.maxObjects) break;
    entries.set(objectNumber, { kind: 'offset', offset, generation });
    const beginning = request.bytes.toString('latin1', end, end + typeWindowBytes);
    if (/\/Type\s*\/XRef/.test(beginning)) addTrailer(request, offset, trailers);
    if (/\/Type\s*\/ObjStm/.test(beginning)) containers.push(objectNumber);
  }
  if (entries.size === 0) return null;
  addPlainTrailers(request, trailers);
  return { entries, containers, trailer: joinTrailers(request, trailers) };
}

interface ObjectHeader {
  readonly objectNumber: number;
  readonly generation: number;
  readonly offset: number;
  readonly end: number;
}

function* objectHeaders(bytes: Buffer): Generator<ObjectHeader> {
  for (let found = bytes.indexOf('obj', 0, 'latin1'); found >= 0; found = bytes.indexOf('obj', found + 3, 'latin1')) {
    const header = headerBefore(bytes, found);
    if (header !== null) yield { ...header, end: found + 3 };
  }
}

function headerBefore(bytes: Buffer, keyword: number): Omit<ObjectHeader, 'end'> | null {
  const generation = numberBefore(bytes, keyword);
  const objectNumber = generation === null ? null : numberBefore(bytes, generation.start);
  if (generation === null || objectNumber === null || objectNumber.end === generation.start) return null;
  if (objectNumber.value === 0 || generation.value > 65_535) return null;
  return { objectNumber: objectNumber.value, generation: generation.value, offset: objectNumber.start };
}

function numberBefore(bytes: Buffer, position: number): { value: number; start: number; end: number } | null {
  let end = position;
  while (end > 0 && byteClasses[bytes[end - 1] as number] === byteClass.space) end--;
  let start = end;
  while (start > 0 && end - start < 10 && isDigit(bytes[start - 1])) start--;
  return start === end ? null : { value: Number(bytes.toString('latin1', start, end)), start, end };
}

function addTrailer(request: CrossReferenceRequest, offset: number, trailers: PDFDict[]): void {
  const stream = request.parser.readIndirect(offset, null)?.object;
  if (stream instanceof PDFRawStream && trailers.length < maxTrailers) trailers.push(stream.dict);
}

function addPlainTrailers({ bytes, parser }: CrossReferenceRequest, trailers: PDFDict[]): void {
  for (
    let found = bytes.indexOf('trailer', 0, 'latin1');
    found >= 0;
    found = bytes.indexOf('trailer', found + 7, 'latin1')
  ) {
    const dict = parser.readObject(found + 7, null);
    if (dict instanceof PDFDict) trailers.push(dict);
    if (trailers.length >= maxTrailers) return;
  }
}

function joinTrailers(request: CrossReferenceRequest, trailers: readonly PDFDict[]): PDFDict {
  const trailer = PDFDict.withContext(request.context);
  for (const dict of trailers) {
    for (const key of ['Root', 'Info', 'ID', 'Encrypt'].map(PDFName.of)) {
      const value = dict.get(key);
      if (value !== undefined) trailer.set(key, value);
    }
  }
  return trailer;
}
