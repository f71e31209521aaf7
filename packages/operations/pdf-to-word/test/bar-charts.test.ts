import { type PDFPage, rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';
const red = rgb(0.8, 0.2, 0.2);

function rule(page: PDFPage, x0: number, y0: number, x1: number, y1: number): void {
  page.drawLine({ start: { x: x0, y: y0 }, end: { x: x1, y: y1 }, thickness: 1 });
}

function wordsOf(paragraphs: readonly { readonly text: string }[]): readonly string[] {
  return paragraphs.map(({ text }) => text).filter((text) => text !== '');
}

test('bars on an axis are a chart, and the ticks and the title of its axes are in its picture', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose, 50, 60, 300);
      rule(page, 90, 200, 320, 200);
      rule(page, 90, 200, 90, 350);
      for (const [index, level] of [40, 110, 70, 90].entries()) {
        page.drawRectangle({ x: 105 + 55 * index, y: 200, width: 30, height: level, color: red });
        write(page, regular, 8, 112 + 55 * index, 312, String(2001 + index));
        write(page, regular, 8, 70, 300 - 40 * index, String(40 * index));
      }
      write(page, regular, 8, 195, 324, 'Year');
      setProse(page, regular, prose, 50, 400, 300);
    },
  ]);
  expect(wordsOf(paragraphs)).toEqual([prose, prose]);
  expect([...xml.matchAll(/<wpg:wgp>/g)]).toHaveLength(1);
  expect(xml).toMatch(/descr="[^"]*2003[^"]*Year/);
  expect(xml).not.toContain('<w:tbl>');
});

test('highlighted lines are no bars: they have words on them, and no axis', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, text] of ['A short line', 'A line that is longer', 'A line'].entries()) {
        page.drawRectangle({ x: 50, y: 408 - 20 * index, width: 30 + 5 * text.length, height: 12, color: red });
        write(page, regular, 10, 50, 90 + 20 * index, text);
      }
    },
  ]);
  expect(xml).not.toContain('<a:blip');
});

test('boxes of one length on a rule are cells, not bars', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose, 50, 60, 300);
      rule(page, 50, 350, 350, 350);
      for (let index = 0; index < 4; index++)
        page.drawRectangle({ x: 60 + 70 * index, y: 350, width: 40, height: 30, color: red });
    },
  ]);
  expect(xml).not.toContain('<a:blip');
});
