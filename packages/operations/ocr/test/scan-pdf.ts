import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { degrees, PDFDocument, type PDFImage, PDFName, PDFNumber, PDFRawStream, StandardFonts } from 'pdf-lib';
import sharp, { type Sharp } from 'sharp';

/** What stands on the fixture, with single spaces. */
export const declarationText =
  'Declaration of Independence The unanimous Declaration of the thirteen united States of America. When in the Course ' +
  'of human events, it becomes necessary for one people to dissolve the political bands which have connected them with';

/** Its size in pixels. */
export const scanSize = { widthPx: 1420, heightPx: 205 };

/** The fixture is drawn at 200 dots per inch. */
const pointsPerPixel = 72 / 200;
const fixture = fileURLToPath(new URL('./fixtures/declaration-200dpi.png', import.meta.url));

/** The fixture as an image file, spoilt by `spoil`. */
export async function scanImage(spoil: (page: Sharp) => Sharp = (page) => page): Promise<Uint8Array> {
  return spoil(sharp(await readFile(fixture)).withMetadata({ density: 200 })).toBuffer();
}

export interface ScanPdfPage {
  readonly spoil?: (page: Sharp) => Sharp;
  /** `/Rotate`; the image lies so that the page shows upright. */
  readonly rotate?: 0 | 90 | 180 | 270;
  /** User space around the image, left and below, that the CropBox cuts away. */
  readonly cropMargin?: number;
  /** Points in one unit of the page's space; the page shows at the same size. */
  readonly userUnit?: number;
  /** Text that shows, on top of the image. */
  readonly stamp?: string;
  /** A layer of invisible text. */
  readonly hidden?: string;
  /** An image nobody can decode, in place of the fixture. */
  readonly damagedImage?: boolean;
  /** No image at all. */
  readonly withoutImage?: boolean;
}

/** A PDF whose pages are the fixture, one image each. */
export async function scanPdf(pages: readonly ScanPdfPage[] = [{}]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const { spoil, rotate = 0, cropMargin = 0, userUnit = 1, stamp, hidden, ...flags } of pages) {
    const { damagedImage = false, withoutImage = false } = flags;
    const turn = (image: Sharp) => image.rotate(-rotate);
    const shown = await sharp(await scanImage(spoil))
      .png()
      .toBuffer();
    const image = await document.embedPng(await turn(sharp(shown)).png().toBuffer());
    if (damagedImage) await spoilData(document, image);
    const unitsPerPixel = pointsPerPixel / userUnit;
    const [width, height] = [image.width * unitsPerPixel, image.height * unitsPerPixel];
    const page = document.addPage([width + cropMargin, height + cropMargin]);
    page.setCropBox(cropMargin, cropMargin, width, height);
    page.setRotation(degrees(rotate));
    page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit));
    if (!withoutImage) page.drawImage(image, { x: cropMargin, y: cropMargin, width, height });
    page.setFont(font);
    if (stamp !== undefined) page.drawText(stamp, { x: cropMargin + 20, y: cropMargin + 4, size: 8 });
    if (hidden === undefined) continue;
    const name = page.node.newFontDictionary('Old', font.ref);
    const operators = `BT 3 Tr /${name.decodeText()} 10 Tf 30 60 Td (${hidden}) Tj ET`;
    page.node.addContentStream(document.context.register(document.context.flateStream(operators)));
  }
  document.catalog.delete(PDFName.of('Lang'));
  return document.save();
}

/** Puts something else in place of the data of an image, under a filter that makes nothing of it. */
async function spoilData(document: PDFDocument, image: PDFImage): Promise<void> {
  await image.embed();
  const { dict } = document.context.lookup(image.ref) as PDFRawStream;
  dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
  document.context.assign(image.ref, PDFRawStream.of(dict, Buffer.from('no picture at all')));
}
