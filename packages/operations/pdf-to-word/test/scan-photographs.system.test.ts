import {
  PDFDocument,
  type PDFFont,
  type PDFPage,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import sharp, { type OverlayOptions } from 'sharp';
import { expect, test } from 'vitest';
import { convertBytes, setProse } from './docx.ts';

const prose = 'The court finds that the order shall be denied on this record. ';

/** A scan in one picture, 400 × 500 pixels of paper with what is drawn on it, and its text hidden above and below. */
async function scanOf(shown: readonly OverlayOptions[]) {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 500]);
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const paper = sharp({ create: { width: 400, height: 500, channels: 3, background: '#f6f4ee' } });
  const scan = await paper
    .composite([...shown])
    .png()
    .toBuffer();
  page.drawImage(await document.embedPng(scan), { x: 0, y: 0, width: 400, height: 500 });
  page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
  writeText(page, font);
  return convertBytes(await document.save(), { ocr: 'off' });
}

function writeText(page: PDFPage, font: PDFFont): void {
  setProse(page, font, prose.repeat(4), 50, 60, 300);
  setProse(page, font, prose.repeat(4), 50, 380, 300);
}

/** A grey picture with a slope of its tones, 200 × 150 pixels. */
function photograph() {
  const data = Buffer.from(Array.from({ length: 200 * 150 }, (_, index) => 40 + ((index % 200) >> 1)));
  return sharp(data, { raw: { width: 200, height: 150, channels: 1 } })
    .png()
    .toBuffer();
}

test('a photograph inside a scan with a text layer stays a picture between its paragraphs', async () => {
  const { xml, paragraphs } = await scanOf([{ input: await photograph(), left: 100, top: 160 }]);
  expect(xml.match(/<a:blip/g)).toHaveLength(1);
  const [width = 0, height = 0] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml)?.slice(1).map(Number) ?? [];
  expect(Math.abs(width / 12700 - 200)).toBeLessThan(20);
  expect(Math.abs(height / 12700 - 150)).toBeLessThan(20);
  expect(paragraphs.filter(({ text }) => text.startsWith('The court finds'))).toHaveLength(2);
});

test('a scan of text alone has no picture', async () => {
  const { xml } = await scanOf([]);
  expect(xml).not.toContain('<a:blip');
});
