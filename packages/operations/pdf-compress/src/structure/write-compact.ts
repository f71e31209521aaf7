import {
  createBytesOutput,
  createPdfWriter,
  permanentId,
  type SerializeSettings,
  serializeObject,
  serializeStreamDict,
  walkObjects,
} from '@platen/pdf-kit/objects';
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '@platen/pdf-kit/pdf-lib';
import { deflateWell } from '../deflate/deflate-well.ts';

export interface CompactOptions {
  readonly context: PDFContext;
  /** The version in the header; raised to 1.5, the first with object streams, if these are used. */
  readonly version: string;
  /** PDF/A-1 is PDF 1.4: it has neither object nor cross-reference streams. */
  readonly objectStreams: boolean;
  /** Whether unreferenced objects are written too. */
  readonly keepUnreferenced: boolean;
}

/** Objects per object stream. More compress better, but a reader inflates all of them to read one. */
const objectsPerStream = 2000;

/**
 * Writes a document in as few bytes as the format allows: reachable objects, renumbered without gaps, sorted by kind in object
 * streams, and a cross-reference stream with a predictor.
 */
export function writeCompact(options: CompactOptions): Uint8Array {
  const { context, version, objectStreams } = options;
  const output = createBytesOutput();
  const writer = createPdfWriter(output, {
    version,
    objectStreams,
    objectsPerStream,
    deflate: deflateWell,
    identifiesContents: true,
  });
  const { Info } = context.trailerInfo;
  if (Info !== undefined && !(Info instanceof PDFRef)) context.trailerInfo.Info = context.register(Info);
  const refs = orderedRefs(options);
  const numbers = new Map(refs.map((ref) => [ref, writer.reserve()]));
  const numberOf = (ref: PDFRef) => numbers.get(ref) ?? null;
  const settings: SerializeSettings = { numberOf, shortStrings: true };
  // Streams are the last by their kind. Object streams come behind them.
  const firstStream = refs.findIndex((ref) => context.lookup(ref) instanceof PDFStream);
  const split = firstStream < 0 ? refs.length : firstStream;
  const [objects, streams] = [refs.slice(0, split), refs.slice(split)];
  for (const ref of objectStreams ? [...streams, ...objects] : refs) {
    const object = context.lookup(ref);
    const objectNumber = numbers.get(ref) ?? 0;
    if (object === undefined) continue;
    if (object instanceof PDFStream) {
      writer.writeStream(objectNumber, serializeStreamDict(object, settings), object.getContents());
    } else writer.writeObject(objectNumber, serializeObject(object, settings));
  }
  const { Root, Info: info, ID } = context.trailerInfo;
  const numberIn = (entry: PDFObject | undefined) => (entry instanceof PDFRef ? numberOf(entry) : null);
  writer.finish({ root: numberIn(Root) ?? 0, info: numberIn(info), permanentId: permanentId(context.lookup(ID)) });
  return output.bytes();
}

/** Sorts objects by kind, since those of one kind compress well together. */
function orderedRefs({ context, keepUnreferenced }: CompactOptions): readonly PDFRef[] {
  const { Root, Info } = context.trailerInfo;
  const refs: PDFRef[] = [];
  const roots = [Root, Info].filter((root): root is PDFObject => root !== undefined);
  walkObjects(context, roots, (ref) => refs.push(ref) > 0);
  if (keepUnreferenced) {
    const reached = new Set(refs);
    for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) refs.push(ref);
  }
  const kinds = new Map(refs.map((ref) => [ref, kindOf(context.lookup(ref))]));
  return refs.sort((one, other) => compare(kinds.get(one) ?? '', kinds.get(other) ?? ''));
}

function kindOf(object: PDFObject | undefined): string {
  if (object instanceof PDFStream) return '~';
  if (!(object instanceof PDFDict)) return object?.constructor.name ?? '';
  const type = object.get(PDFName.Type);
  const subtype = object.get(PDFName.of('Subtype')) ?? object.get(PDFName.of('S'));
  return `${type instanceof PDFName ? type.asString() : '/'}${subtype instanceof PDFName ? subtype.asString() : ''}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
