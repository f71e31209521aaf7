import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const prose = 'A line of prose ends where the next word would not have fitted, and so the words of it run on. ';

/** A page of text with its number, far below it. */
function numbered(number: string | null) {
  return (page: PDFPage, { regular }: TestFonts) => {
    setProse(page, regular, prose.repeat(3), 50, 60, 300);
    setProse(page, regular, prose.repeat(4), 50, 200, 300);
    if (number !== null) write(page, regular, 10, 195, 470, number);
  };
}

test('a page number that no footer can count is at its place, apart from the text', async () => {
  const { paragraphs } = await convertDrawn([
    numbered('1 of 4'),
    numbered('2 of 4'),
    numbered(null),
    numbered(null),
    numbered(null),
  ]);
  const numbers = paragraphs.filter(({ text }) => text.includes('of 4'));
  expect(numbers.length).toBeGreaterThan(0);
  for (const { xml } of numbers) expect(xml).toContain('<w:framePr');
});

test('a line of the text that ends with a number is none', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (let y = 60; y < 480; y += 12) write(page, regular, 10, 50, y, 'chapter 12');
    },
  ]);
  expect(paragraphs.some(({ xml }) => xml.includes('<w:framePr'))).toBe(false);
});
