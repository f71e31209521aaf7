import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openPdfScan } from '../../src/ocr/pdf-scan.ts';

const dpi = 300;

// Their sizes in points come out of the renderer's arithmetic as a little more than so many pixels.
test.each([
  [319, 208],
  [479, 508],
  [827, 1169],
])('a picture of %i x %i pixels that fills its page is read pixel by pixel', async (widthPx, heightPx) => {
  const pixels = Buffer.from(Array.from({ length: widthPx * heightPx }, (_, at) => (at * 7919) % 251));
  const scan = await openPdfScan(await pdfOfPicture(pixels, widthPx, heightPx));
  const raster = await scan.raster(1, dpi);
  scan.close();
  expect([raster.widthPx, raster.heightPx]).toEqual([widthPx, heightPx]);
  expect(Buffer.compare(raster.data, pixels)).toBe(0);
});

async function pdfOfPicture(pixels: Buffer, width: number, height: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const picture = await document.embedPng(
    await sharp(pixels, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer(),
  );
  const [widthPt, heightPt] = [(width * 72) / dpi, (height * 72) / dpi];
  document.addPage([widthPt, heightPt]).drawImage(picture, { x: 0, y: 0, width: widthPt, height: heightPt });
  return document.save();
}
