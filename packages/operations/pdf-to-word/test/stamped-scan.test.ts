import { PDFDocument, rgb, StandardFonts, setTextRenderingMode, TextRenderingMode } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertBytes, setProse } from './docx.ts';

/** A page that a picture covers, with recognised text hidden on it and a stamp in letters to see. */
async function stamped(stamp: string) {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 500]);
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const scan = await sharp({ create: { width: 80, height: 100, channels: 3, background: '#eeeeee' } })
    .png()
    .toBuffer();
  page.drawImage(await document.embedPng(scan), { x: 0, y: 0, width: 400, height: 500 });
  page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  setProse(page, font, 'The court finds that the order shall be denied on this record. '.repeat(8), 50, 100, 300);
  page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill));
  page.drawText(stamp, { x: 220, y: 450, size: 10, font, color: rgb(1, 0, 0) });
  return convertBytes(await document.save());
}

test('the stamp on a scan with recognised text does not bring the scan back behind the text', async () => {
  const { xml, paragraphs } = await stamped('FILED Oct 02, 2019 02:19 PM');
  expect(xml).not.toContain('<a:blip');
  const text = paragraphs.map((paragraph) => paragraph.text).join(' ');
  expect(text).toContain('FILED Oct 02, 2019 02:19 PM');
  expect(text).toContain('the order shall be denied');
});
