import { deflateSync } from 'node:zlib';
import { PDFContext, type PDFDict, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import { writeCompact } from '../src/structure/write-compact.ts';

/** What a test puts on the only page of its document. */
export interface PageContent {
  readonly content: string;
  readonly resources?: Record<string, unknown>;
  readonly page?: Record<string, unknown>;
  readonly catalog?: Record<string, unknown>;
}

/** A document under construction, and the means to add objects to it. */
export function createTestPdf() {
  const context = PDFContext.create();
  return {
    context,
    /** Registers a stream; `deflate` stores it as most writers do. */
    stream(dict: Record<string, unknown>, data: Uint8Array | string, deflate = true): PDFRef {
      const bytes = Buffer.from(typeof data === 'string' ? Buffer.from(data, 'latin1') : data);
      const entries = deflate ? { ...dict, Filter: 'FlateDecode' } : dict;
      return context.register(
        PDFRawStream.of(context.obj(entries as never) as unknown as PDFDict, deflate ? deflateSync(bytes) : bytes),
      );
    },
    object(value: Record<string, unknown> | unknown[]): PDFRef {
      return context.register(context.obj(value as never));
    },
    /** Adds the page, 200 points square unless it says otherwise, and writes the document. */
    finish({ content, resources = {}, page = {}, catalog = {} }: PageContent): Uint8Array {
      const contents = this.stream({}, content);
      const pagesRef = context.nextRef();
      const pageRef = this.object({
        Type: 'Page',
        Parent: pagesRef,
        MediaBox: [0, 0, 200, 200],
        Resources: resources,
        Contents: contents,
        ...page,
      });
      context.assign(pagesRef, context.obj({ Type: 'Pages', Kids: [pageRef], Count: 1 }));
      context.trailerInfo = {
        ...context.trailerInfo,
        Root: this.object({ Type: 'Catalog', Pages: pagesRef, ...catalog }),
      };
      return writeCompact({ context, version: '1.7', objectStreams: true, keepUnreferenced: true });
    },
  };
}

/** The first stream of a document for which `matches` holds. */
export function findStream(context: PDFContext, matches: (dict: PDFDict) => boolean): PDFRawStream | undefined {
  const [, found] =
    context.enumerateIndirectObjects().find(([, object]) => object instanceof PDFRawStream && matches(object.dict)) ??
    [];
  return found instanceof PDFRawStream ? found : undefined;
}

export function isImage(dict: PDFDict): boolean {
  return dict.get(PDFName.of('Subtype')) === PDFName.of('Image');
}
