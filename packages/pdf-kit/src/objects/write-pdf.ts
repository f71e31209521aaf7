import { PDFArray, PDFDict, PDFRef, PDFStream } from 'pdf-lib';
import { forbidsObjectStreams, readClaims } from './document-claims.ts';
import type { FileOutput } from './file-output.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { createPdfWriter } from './pdf-writer.ts';
import { serializeObject, serializeStreamDict } from './serialize-object.ts';
import { isText } from './typed-entries.ts';

/** The part of a document that `writePdf` needs: an `OpenedPdf`, or your own context with `trailerInfo.Root`. */
export type WritablePdf = Pick<OpenedPdf, 'context' | 'version'>;

/**
 * Writes a document to a new file at a path, or to an output: the objects reachable from its catalog and information
 * dictionary, renumbered, with object streams and a cross-reference stream (unless it claims a standard that forbids
 * them, such as PDF/A-1). Streams are written as they are. Returns the size in bytes.
 */
export function writePdf({ context, version }: WritablePdf, target: string | FileOutput): number {
  const catalog = context.lookup(context.trailerInfo.Root);
  const isForbidden = catalog instanceof PDFDict && forbidsObjectStreams(readClaims(catalog));
  const writer = createPdfWriter(target, { version, objectStreams: !isForbidden });
  const numbers = new Map<PDFRef, number>();
  const pending: PDFRef[] = [];
  const numberOf = (ref: PDFRef): number | null => {
    const known = numbers.get(ref);
    if (known !== undefined) return known;
    if (context.lookup(ref) === undefined) return null;
    const number = writer.reserve();
    numbers.set(ref, number);
    pending.push(ref);
    return number;
  };
  try {
    const { Root, Info, ID } = context.trailerInfo;
    const root = numberOf(Root instanceof PDFRef ? Root : context.register(Root ?? context.obj({})));
    const info = Info === undefined ? null : numberOf(Info instanceof PDFRef ? Info : context.register(Info));
    // Walk: `numberOf` lists each object once.
    for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
      const object = context.lookup(ref);
      const number = numbers.get(ref);
      if (object === undefined || number === undefined) continue;
      if (object instanceof PDFStream) {
        writer.writeStream(number, serializeStreamDict(object, { numberOf }), object.getContents());
      } else {
        writer.writeObject(number, serializeObject(object, { numberOf }));
      }
    }
    return writer.finish({ root: root ?? 0, info, permanentId: permanentId(ID) });
  } finally {
    writer.abandon();
  }
}

/** The first string of a trailer's `/ID`. */
export function permanentId(id: unknown): Uint8Array | null {
  const first = id instanceof PDFArray && id.size() > 0 ? id.lookup(0) : undefined;
  return isText(first) ? first.asBytes() : null;
}
