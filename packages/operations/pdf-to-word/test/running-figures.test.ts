import { PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type ConvertedDocument, convertBytes, write } from './docx.ts';

test('a logo at one place of the pages stands in the header, once, and not in the body', async () => {
  const { xml, parts } = await convertWithLogos(['#aa0000', '#aa0000', '#aa0000']);
  expect(xml).not.toContain('<w:drawing>');
  expect(headersOf(parts).filter((header) => header.includes('<w:drawing>'))).toHaveLength(1);
});

test('a logo that only the first page shows is no running one', async () => {
  const { xml, parts } = await convertWithLogos(['#aa0000', null, null]);
  expect(xml.match(/<w:drawing>/g)).toHaveLength(1);
  expect(headersOf(parts)).toEqual([]);
});

test('different pictures at one place of the pages stay in the body', async () => {
  const { xml, parts } = await convertWithLogos(['#aa0000', '#00aa00', '#0000aa']);
  expect(xml.match(/<w:drawing>/g)).toHaveLength(3);
  expect(headersOf(parts)).toEqual([]);
});

test('a logo of the right-hand pages is left out of the header of the left-hand ones', async () => {
  const { xml, parts } = await convertWithLogos(['#aa0000', null, '#aa0000', null, '#aa0000', null]);
  expect(xml).not.toContain('<w:drawing>');
  expect(parts.get('word/settings.xml')).toContain('evenAndOddHeaders');
});

/** One page for each colour: a logo of that colour above a line of text. */
async function convertWithLogos(colors: readonly (string | null)[]): Promise<ConvertedDocument> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (const [index, color] of colors.entries()) {
    const page = document.addPage([400, 500]);
    if (color !== null) await drawLogo(document, page, color);
    write(page, font, 10, 50, 150, `The only line of text of page ${'abcdef'[index]}`);
  }
  return convertBytes(await document.save());
}

async function drawLogo(document: PDFDocument, page: PDFPage, color: string): Promise<void> {
  const square = sharp({ create: { width: 20, height: 20, channels: 3, background: color } });
  const image = await document.embedPng(await square.png().toBuffer());
  page.drawImage(image, { x: 50, y: 440, width: 40, height: 40 });
}

function headersOf(parts: ConvertedDocument['parts']): readonly string[] {
  return [...parts].flatMap(([name, content]) => (/^word\/header\d+\.xml$/.test(name) ? [content] : []));
}
