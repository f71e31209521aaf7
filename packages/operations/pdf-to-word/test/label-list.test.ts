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

test('headings among labels and values stay headings and part the table', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      rows.forEach(([label, value], index) => {
        const y = 60 + 20 * index + (index < 3 ? 0 : 24);
        write(page, regular, 10, 150 - regular.widthOfTextAtSize(label, 10), y, label);
        write(page, regular, 10, 160, y, value);
      });
      write(page, bold, 14, 160, 120, 'Teaching');
      setProse(page, regular, prose.repeat(4), 50, 260, 300);
    },
  ]);
  expect(xml.match(/<w:tbl>/g)).toHaveLength(2);
  expect(paragraphs.find(({ text }) => text === 'Teaching')?.heading).toBeGreaterThan(0);
});

test('remarks at the right edge stay in the row of their label, a dash hangs out of the edge of labels', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      rows.forEach(([label, value], index) => {
        const text = index === 2 ? '2021–' : label;
        const edge = index === 2 ? 151.8 : 150;
        write(page, regular, 10, edge - regular.widthOfTextAtSize(text, 10), 60 + 20 * index, text);
        write(page, regular, 10, 160, 60 + 20 * index, value);
      });
      write(page, regular, 10, 380 - regular.widthOfTextAtSize('C2', 10), 80, 'C2');
      setProse(page, regular, prose.repeat(4), 50, 220, 300);
    },
  ]);
  const found = [...xml.matchAll(/<w:tr[ >].*?<\/w:tr>/gs)].map(([row]) => row);
  expect(found).toHaveLength(rows.length);
  expect(found[1]).toMatch(/Level 6.*<w:tab\/>.*C2/s);
  expect(found[2]).toMatch(/2021–/);
});
