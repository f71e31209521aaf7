import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const prose = 'A line of prose ends where the next word would not have fitted, and so the words of it run on. ';
const rows = [
  ['Module title:', 'Advanced game project'],
  ['Level:', 'Level 6'],
  ['Credit value:', '60'],
  ['Student study hours:', '500'],
  ['Contact hours:', '100'],
  ['Course:', 'Game cultures'],
] as const;

function labelled(page: PDFPage, { regular, bold }: TestFonts): void {
  rows.forEach(([label, value], index) => {
    const y = 60 + 12 * index;
    write(page, bold, 10, 150 - bold.widthOfTextAtSize(label, 10), y, label);
    write(page, regular, 10, 160, y, value);
  });
  write(page, regular, 10, 160, 60 + 12 * rows.length, 'and of their makers');
  setProse(page, regular, prose.repeat(4), 50, 220, 300);
}

test('labels flush right beside their values are the rows of a table', async () => {
  const { xml, paragraphs } = await convertDrawn([labelled]);
  const table = /<w:tbl>.*?<\/w:tbl>/s.exec(xml)?.[0] ?? '';
  expect(table.match(/<w:tr>|<w:tr /g)).toHaveLength(rows.length);
  expect(paragraphs.map(({ text }) => text)).toContain('Credit value:');
  expect(table.replace(/<[^>]*>/g, ' ')).toContain('and of their makers');
});

test('labels that begin at one edge are set with tabs', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) =>
      rows.forEach(([label, value], index) => {
        write(page, regular, 10, 50, 60 + 12 * index, label);
        write(page, regular, 10, 160, 60 + 12 * index, value);
      }),
  ]);
  expect(xml).not.toContain('<w:tbl>');
});
