import { PDFDocument, PDFRawStream, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { characterError } from '../../../pdf-kit/test/ocr/character-error.ts';
import { copyText, drawPage } from './read-pdf.ts';
import { runOcr, sharedRecognizer } from './run-ocr.ts';
import { declarationText, scanImage } from './scan-pdf.ts';

afterAll(() => sharedRecognizer.close());

const typed = 'This covering letter was typed and introduces the scan that is pasted below it. ';

/** A page with typed lines above a scan, and text that was drawn before the scan, where it lies. */
async function letterWithScan({ lines = 8, behind }: { readonly lines?: number; readonly behind?: string }) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const image = await document.embedPng(
    await sharp(await scanImage())
      .png()
      .toBuffer(),
  );
  const page = document.addPage([595, 400]);
  page.setFont(font);
  if (behind !== undefined) page.drawText(behind, { x: 60, y: 120, size: 9 });
  page.drawImage(image, { x: 40, y: 90, width: (image.width * 72) / 200, height: (image.height * 72) / 200 });
  for (let line = 0; line < lines; line += 1) page.drawText(typed, { x: 40, y: 360 - 14 * line, size: 10 });
  return document.save();
}

test.each(['skip-text', 'redo'])('a scan below typed text is read, and the typed text stays (%s)', async (mode) => {
  const input = await letterWithScan({});
  const { bytes, warnings } = await runOcr(input, { mode });
  const text = await copyText(bytes);
  expect(text.match(/covering letter was typed/g)).toHaveLength(8);
  // Readers copy in the order of the content, in which the layer comes first.
  expect(characterError(text.replaceAll(typed.trim(), ''), declarationText)).toBeLessThanOrEqual(0.02);
  expect(await drawPage(bytes)).toEqual(await drawPage(input));
  expect(warnings).toEqual([]);
});

test('redo replaces a text layer behind the scan', async () => {
  const input = await letterWithScan({ lines: 0, behind: 'An earlier and false reading' });
  expect(await copyText((await runOcr(input)).bytes)).toContain('earlier and false');
  const { bytes } = await runOcr(input, { mode: 'redo' });
  const text = await copyText(bytes);
  expect(text).not.toContain('earlier');
  expect(characterError(text, declarationText)).toBeLessThanOrEqual(0.02);
  expect(await drawPage(bytes)).toEqual(await drawPage(input));
});

test('a scan that ends before its last row is warned of', async () => {
  const document = await PDFDocument.create();
  const jpeg = await scanImage((page) => page.jpeg({ quality: 80 }));
  const image = await document.embedJpg(jpeg);
  await image.embed();
  const { dict } = document.context.lookup(image.ref) as PDFRawStream;
  const cut = Buffer.concat([Buffer.from(jpeg).subarray(0, jpeg.length * 0.7), Buffer.alloc(jpeg.length * 0.3)]);
  document.context.assign(image.ref, PDFRawStream.of(dict, cut));
  for (let page = 0; page < 2; page += 1) document.addPage([511, 74]).drawImage(image, { width: 511, height: 74 });
  const { warnings } = await runOcr(await document.save());
  expect(warnings).toContainEqual({
    code: 'PAGE_DEGRADED',
    message: 'A picture on page 2 is damaged: it ends before its last row, and only part of it was read',
  });
});
