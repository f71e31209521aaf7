import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose = 'A line of prose ends where the next word would not have fitted, and so it runs on below the line.';

test('a border around a page is none of a table', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      page.drawRectangle({ x: 10, y: 10, width: 380, height: 480, borderWidth: 1 });
      write(page, regular, 20, 60, 60, 'Winners of the week');
      for (const [row, name] of ['Ann', 'Ben', 'Eve'].entries()) {
        for (const [column, text] of [name, `${row + 1}. place`, 'Fourth grade'].entries()) {
          write(page, regular, 10, 50 + 110 * column, 100 + 20 * row, text);
        }
      }
      setProse(page, regular, prose, 50, 200, 300);
    },
  ]);
  const inTable = [...xml.matchAll(/<w:tbl>.*?<\/w:tbl>/gs)].join('');
  expect(inTable).not.toContain('Winners');
  expect(inTable).not.toContain('A line of prose');
  expect(paragraphs.some(({ text }) => text === prose)).toBe(true);
});
