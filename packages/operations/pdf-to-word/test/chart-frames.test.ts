import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

test('the title and the labels of a chart are in its picture, and no table', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      setProse(page, regular, prose, 50, 60, 300);
      page.drawSvgPath('M 50 350 L 300 350 L 300 180 L 50 180 Z', { x: 0, y: 500, color: rgb(1, 1, 0.95) });
      write(page, bold, 12, 140, 200, 'Sales by year');
      for (const [index, level] of [40, 70, 55, 90, 60].entries()) {
        const x = 90 + 40 * index;
        page.drawLine({ start: { x, y: 170 + level }, end: { x: x + 40, y: 180 + level }, thickness: 1 });
        write(page, regular, 8, x, 340, String(2001 + index));
        write(page, regular, 8, 60, 230 + 20 * index, String(50 - 10 * index));
      }
      setProse(page, regular, prose, 50, 400, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text).filter((text) => text !== '')).toEqual([prose, prose]);
  expect([...xml.matchAll(/<wpg:wgp>/g)]).toHaveLength(1);
  expect(xml).toMatch(/descr="[^"]*Sales by year[^"]*2003/);
  expect(xml).not.toContain('<w:tbl>');
});
