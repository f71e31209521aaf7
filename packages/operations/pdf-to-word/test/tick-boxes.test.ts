import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

type Page = Parameters<Parameters<typeof convertDrawn>[0][number]>[0];

/** An empty square of seven points, its foot on a baseline. */
function drawSquare(page: Page, x: number, y: number): void {
  page.drawRectangle({ x, y: 500 - y, width: 7, height: 7, borderColor: rgb(0, 0, 0), borderWidth: 0.7 });
}

test('empty squares beside words are boxes to tick, also in a table', async () => {
  const { paragraphs, parts, xml } = await convertDrawn([
    (page, { regular }) => {
      drawSquare(page, 50, 80);
      write(page, regular, 10, 62, 80, 'Well');
      drawSquare(page, 150, 80);
      write(page, regular, 10, 162, 80, 'Spring');
      for (let row = 0; row <= 2; row += 1) {
        page.drawLine({ start: { x: 50, y: 380 - 30 * row }, end: { x: 350, y: 380 - 30 * row } });
      }
      for (const x of [50, 150, 250, 350]) page.drawLine({ start: { x, y: 380 }, end: { x, y: 320 } });
      for (const [row, label] of ['Preferred', 'Required'].entries()) {
        write(page, regular, 10, 56, 140 + 30 * row, label);
        drawSquare(page, 156, 140 + 30 * row);
        write(page, regular, 10, 168, 140 + 30 * row, 'Yes');
        drawSquare(page, 256, 140 + 30 * row);
        write(page, regular, 10, 268, 140 + 30 * row, 'No');
      }
    },
  ]);
  expect(xml).toContain('<w:tbl>');
  // One that begins a line is its bullet.
  expect(parts.get('word/numbering.xml')).toContain('☐');
  expect(paragraphs.filter(({ list }) => list !== null).map(({ text }) => text)).toEqual([
    'Well\t☐ Spring',
    'Yes',
    'No',
    'Yes',
    'No',
  ]);
});

test('squares in a row for letters, and those with something in them, stay drawn', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 80, 'Code');
      for (let index = 0; index < 6; index += 1) drawSquare(page, 76 + 7 * index, 80);
      drawSquare(page, 50, 120);
      write(page, regular, 6, 52, 119, 'x');
      write(page, regular, 10, 62, 120, 'Ticked');
    },
  ]);
  expect(xml).not.toContain('☐');
});

test('a blank to write on inside a cell stays, and the borders of the cells are no blanks', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      for (let row = 0; row <= 2; row += 1) {
        page.drawLine({ start: { x: 50, y: 400 - 40 * row }, end: { x: 350, y: 400 - 40 * row } });
      }
      for (const x of [50, 200, 350]) page.drawLine({ start: { x, y: 400 }, end: { x, y: 320 } });
      for (const [index, label] of ['Name', 'Town', 'Lot', 'State'].entries()) {
        const [x, y] = [56 + 150 * (index % 2), 122 + 40 * Math.floor(index / 2)];
        write(page, regular, 10, x, y, label);
        page.drawLine({ start: { x: x + 40, y: 498 - y }, end: { x: x + 120, y: 498 - y } });
      }
    },
  ]);
  expect(xml).toContain('<w:tbl>');
  expect(xml.match(/<wps:wsp>/g)).toHaveLength(4);
});
