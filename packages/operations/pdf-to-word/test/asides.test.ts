import { expect, test } from 'vitest';
import { convertDrawn, drawTable, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';

test('prose beside a table and its title runs on, and these stand apart from it', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      setProse(page, regular, prose, 40, 80, 150);
      write(page, bold, 10, 262, 80, 'A title above');
      write(page, bold, 10, 248, 92, 'the table it belongs to');
      drawTable(page, 235, 100);
      for (const row of [0, 1, 2]) {
        for (const column of [0, 1]) write(page, regular, 10, 240 + 60 * column, 114 + 20 * row, `${row}${column}`);
      }
      setProse(page, regular, prose, 40, 180, 320);
    },
  ]);
  expect(paragraphs.filter(({ text }) => text === prose)).toHaveLength(2);
  expect(paragraphs.find(({ text }) => text.startsWith('A title'))?.xml).toContain('<w:framePr');
  const belowMargin = Number(xml.match(/<w:tblpPr [^>]*w:tblpX="4700" w:tblpY="(\d+)"/)?.[1]);
  const marginTop = Number(xml.match(/w:pgMar w:top="(\d+)"/)?.[1]);
  expect(marginTop + belowMargin).toBe(2000);
  expect(xml).not.toContain('<w:cols w:num');
});

test('of columns inside a column the one with the most text runs on, and the other stands beside it', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const below = setProse(page, regular, prose, 30, 60, 195);
      setProse(page, regular, 'Notes on the author, who lives far from here and writes.', 30, below + 20, 60);
      setProse(page, regular, prose, 105, below + 20, 120);
      setProse(page, regular, `${prose} ${prose} ${prose}`, 240, 60, 130);
    },
  ]);
  const [wide, note, narrow] = paragraphs;
  expect([wide?.text, narrow?.text]).toEqual([prose, prose]);
  expect(note?.text).toMatch(/^Notes on the author/);
  expect(note?.xml).toContain('<w:framePr');
  expect(narrow?.xml).toMatch(/<w:ind w:left="1500"/);
});

test('a few labels on the lines of what they belong to are no column beside it', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [row, [label, value]] of [
        ['Invoice no.', '4711 of the year 2014'],
        ['Customer', '0815 in Gelnhausen, Hesse'],
        ['Due date', '21 May of the same year'],
      ].entries()) {
        write(page, regular, 10, 40, 80 + 14 * row, label ?? '');
        write(page, regular, 10, 160, 80 + 14 * row, value ?? '');
      }
      setProse(page, regular, prose, 40, 140, 320);
    },
  ]);
  expect(paragraphs[0]?.text).toBe('Invoice no.\t4711 of the year 2014');
  expect(xml).not.toContain('<w:cols w:num');
});
