import { hash } from 'node:crypto';
import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import type { PdfWriter } from '../pdf-writer.ts';
import { serializeObject, serializeStreamDict } from '../serialize-object.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { packContents } from './pack-contents.ts';

/** Resources nest a few levels (form, font, descriptor, file); deeper ones are written without being compared. */
const maxSharedDepth = 24;

/** References that refer to each other are followed so far. */
const maxChain = 32;

const sharedTypes = new Set(['Font', 'FontDescriptor', 'Encoding', 'ExtGState'].map((name) => PDFName.of(name)));

const digests = new WeakMap<PDFStream, string>();

export function createOutputGraph(writer: PdfWriter): OutputGraph {
  const pending: { readonly source: SourceGraph; readonly ref: PDFRef; readonly number: number }[] = [];
  const shared = new Map<string, number>();
  const underWay = new Set<PDFObject>();
  const graph: OutputGraph = { writer, numberOf, text, add, drain };
  return graph;

  // Walk: each object once, `maxSharedDepth` levels.
  function numberOf(source: SourceGraph, ref: PDFRef): number | null {
    const known = source.numbers.get(ref);
    if (known !== undefined) return known;
    const object = source.lookup(ref);
    if (object === undefined || object === PDFNull || !source.isKept(ref, object)) return null;
    if (object instanceof PDFRef) return numberOfChain(source, object);
    const isApart = source.structure.appearances.has(ref) || !isShareable(object);
    if (!isApart && underWay.size < maxSharedDepth && !underWay.has(object)) return share(source, ref, object);
    const number = writer.reserve();
    source.numbers.set(ref, number);
    if (!underWay.has(object)) pending.push({ source, ref, number });
    return number;
  }

  /** The number of what a reference leads to that is an object itself, which no standard allows; null for a long chain. */
  // Walk: `maxChain` references.
  function numberOfChain(source: SourceGraph, first: PDFRef): number | null {
    let last = first;
    for (let links = 0; links < maxChain; links += 1) {
      const next = source.lookup(last);
      if (!(next instanceof PDFRef)) return numberOf(source, last);
      last = next;
    }
    return null;
  }

  /** Writes a shareable object after its children, or returns the number of an equal one. */
  function share(source: SourceGraph, ref: PDFRef, object: PDFObject): number {
    underWay.add(object);
    const objectText = text(source, object);
    underWay.delete(object);
    const reserved = source.numbers.get(ref);
    const isStream = object instanceof PDFStream;
    const key = hash('sha256', isStream ? `${objectText}stream${digestOf(object)}` : objectText, 'base64');
    const equal = reserved === undefined ? shared.get(key) : undefined;
    const number = reserved ?? equal ?? writer.reserve();
    source.numbers.set(ref, number);
    if (equal === undefined) {
      shared.set(key, number);
      write(number, object, objectText);
    }
    return number;
  }

  function drain(): void {
    // Walk: `numberOf` lists each object once.
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const object = next.source.lookup(next.ref);
      if (object === undefined) continue;
      write(next.number, object, text(next.source, object));
    }
  }

  function write(number: number, object: PDFObject, objectText: string): void {
    const packed = object instanceof PDFStream ? packContents(object) : null;
    if (!(object instanceof PDFStream)) writer.writeObject(number, objectText);
    else if (packed === null) writer.writeStream(number, objectText, object.getContents());
    else writer.writeStream(number, `${objectText.slice(0, -2)}/Filter/FlateDecode>>`, packed);
  }

  /** An object in PDF syntax; of a stream its dictionary. */
  function text(source: SourceGraph, object: PDFObject): string {
    const settings = source.serializeSettings(graph);
    return object instanceof PDFStream ? serializeStreamDict(object, settings) : serializeObject(object, settings);
  }

  function add(objectText: string): number {
    const number = writer.reserve();
    writer.writeObject(number, objectText);
    return number;
  }
}

/** The digest of a stream's contents, computed once for all the files made of its document. */
function digestOf(stream: PDFStream): string {
  const known = digests.get(stream);
  if (known !== undefined) return known;
  const digest = hash('sha256', stream.getContents(), 'base64');
  digests.set(stream, digest);
  return digest;
}

/** Resources are values; pages, annotations, fields, layers and structure elements have an identity, even when equal. */
function isShareable(object: PDFObject): boolean {
  if (object instanceof PDFStream) return true;
  if (object instanceof PDFDict) {
    const type = object.get(PDFName.Type);
    return type instanceof PDFName && sharedTypes.has(type);
  }
  return object instanceof PDFArray && object.size() > 0 && object.get(0) instanceof PDFName;
}
