import { writeFileSync } from 'node:fs';
import { PDFContext, PDFName, PDFObjectCopier, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { openRenderer } from '@platen/pdf-kit/render';
import { writeCompact } from '../structure/write-compact.ts';
import type { Samples } from './decode-image.ts';

/** Entries of an image that affect how it is painted on the page, not its samples. */
const overlayKeys = ['SMask', 'Mask', 'SMaskInData', 'Intent', 'OC', 'StructParent', 'Metadata', 'Alternates', 'OPI'];

/**
 * Writes a PDF whose only page shows the image, one point per pixel. Rendering it decodes filters and colour spaces that only
 * the renderer can.
 */
export function writeImagePage(image: PDFRawStream, width: number, height: number, path: string): void {
  // Walk: all objects of this document are made here.
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

/** Renders such a page, one pixel per point; null if it cannot be rendered. */
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
    // An image that cannot be rendered is not changed.
    return null;
  }
}
