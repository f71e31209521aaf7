import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertBytes, write } from './docx.ts';

const lines = Array.from(
  { length: 32 },
  (_, index) => `line ${index} of words that reach as far as any other line does`,
);

/** The bottom margins of pages of 400 × 500 points: `full` ones of text down to 450, and one with a picture down to 490. */
async function bottomMargins(full: number): Promise<readonly number[]> {
  const document = await PDFDocument.create();
  const regular = await document.embedFont(StandardFonts.TimesRoman);
  for (let number = 0; number < full; number++) {
    const page = document.addPage([400, 500]);
    for (const [index, text] of lines.entries()) {
      const start = number === 0 && index === 0 ? 'The ' : '';
      write(
        page,
        regular,
        12,
        50,
        60 + 12.5 * index,
        `${start}${text}${index === lines.length - 1 && number === full - 1 ? '.' : ''}`,
      );
    }
  }
  const blue = sharp({ create: { width: 8, height: 8, channels: 3, background: '#3060c0' } });
  const image = await document.embedPng(await blue.png().toBuffer());
  const last = document.addPage([400, 500]);
  write(last, regular, 12, 50, 60, 'What it looks like.');
  last.drawImage(image, { x: 50, y: 10, width: 200, height: 180 });
  const { xml } = await convertBytes(await document.save());
  return [...xml.matchAll(/<w:pgMar [^>]*w:bottom="(\d+)"/g)].map(([, twips]) => Number(twips) / 20);
}

test('text ends where several pages end, though a picture is below it on another page', async () => {
  const [text, picture] = await bottomMargins(3);
  expect(text).toBeGreaterThan(40);
  expect(picture).toBeLessThan(20);
});

test('a single page of text does not tell where pages end', async () => {
  const [text] = await bottomMargins(1);
  expect(text).toBeLessThan(20);
});
