import { writeFileSync } from 'node:fs';
import { PDFContext, PDFName, PDFObjectCopier, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { openRenderer } from '@platen/pdf-kit/render';
import { writeCompact } from '../structure/write-compact.ts';
import type { Samples } from './decode-image.ts';

/** Entries of an image that say how it is laid over the page, not what it shows. */
const overlayKeys = ['SMask', 'Mask', 'SMaskInData', 'Intent', 'OC', 'StructParent', 'Metadata', 'Alternates', 'OPI'];

/**
 * Writes a PDF with one page that is the image, a point for each pixel: drawing it decodes codings and colour spaces
 * that nothing else here can.
 */
export function writeImagePage(image: PDFRawStream, width: number, height: number, path: string): void {
  const context = PDFContext.create();
  const plain = PDFRawStream.of(image.dict.clone(), image.contents);
  for (const key of overlayKeys) plain.dict.delete(PDFName.of(key));
  const copied = PDFObjectCopier.for(image.dict.context, context).copy(plain);
  const content = PDFRawStream.of(context.obj({}), Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`, 'latin1'));
  const page = context.obj({
    Type: 'Page',
    MediaBox: [0, 0, width, height],
    Resources: { XObject: { I: context.register(copied) } },
    Contents: context.register(content),
  });
  const pages = context.obj({ Type: 'Pages', Kids: [context.register(page)], Count: 1 });
  const pagesRef = context.register(pages);
  page.set(PDFName.of('Parent'), pagesRef);
  context.trailerInfo = { Root: context.register(context.obj({ Type: 'Catalog', Pages: pagesRef })) };
  writeFileSync(path, writeCompact({ context, version: '1.7', objectStreams: true, keepUnreferenced: false }));
}

/** Draws such a page, a pixel for each point. Null when it cannot be drawn. */
export async function drawImagePage(path: string): Promise<Samples | null> {
  try {
    const renderer = await openRenderer(path);
    try {
      const { data, width, height, channels, release } = await renderer.renderPage(1, { scale: 1 });
      const copy = Uint8Array.from(data);
      release();
      return { data: copy, width, height, channels };
    } finally {
      renderer.close();
    }
  } catch {
    // What cannot be drawn stays as it is.
    return null;
  }
}
