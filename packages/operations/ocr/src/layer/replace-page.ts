import type { PdfPage } from '@platen/pdf-kit/objects';
import { pageFrameOf, pageToUserSpace, shownSize } from '@platen/pdf-kit/ocr';
import { type PDFContext, PDFName } from '@platen/pdf-kit/pdf-lib';

/** A JPEG with three components, and its size. */
export interface PagePicture {
  readonly jpeg: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Puts a picture of a page, as shown, in the place of its content. Annotations are in the picture and go. */
export function replacePage(context: PDFContext, page: PdfPage, { jpeg, widthPx, heightPx }: PagePicture): void {
  const frame = pageFrameOf(context, page);
  const { widthPt, heightPt } = shownSize(frame);
  const [a, b, c, d, e, f] = pageToUserSpace(frame);
  const image = context.stream(jpeg, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: widthPx,
    Height: heightPx,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'DCTDecode',
  });
  // The unit square of the image, y upwards, onto the page as shown, y downwards.
  const matrix = [a * widthPt, b * widthPt, -c * heightPt, -d * heightPt, e + c * heightPt, f + d * heightPt];
  const numbers = matrix.map((value) => String(Math.round(value * 1000) / 1000)).join(' ');
  page.dict.set(PDFName.of('Contents'), context.register(context.flateStream(`q ${numbers} cm /Page Do Q\n`)));
  page.dict.set(PDFName.of('Resources'), context.obj({ XObject: { Page: context.register(image) } }));
  page.dict.delete(PDFName.of('Annots'));
}
