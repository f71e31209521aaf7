import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, write } from './docx.ts';

const items = ['Bring water', 'Wear a hat', 'Leave early'];

test('discs drawn left of lines are the bullets of a list', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, item] of items.entries()) {
        const y = 80 + 14 * index;
        page.drawCircle({ x: 60, y: 500 - y + 3, size: 1.8, color: rgb(0, 0, 0) });
        write(page, regular, 10, 72, y, item);
      }
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(items);
  expect(paragraphs.every(({ list }) => list !== null)).toBe(true);
});

test('a lone disc is no bullet, and neither are discs of different colours', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, item] of items.entries()) {
        const y = 80 + 40 * index;
        page.drawCircle({ x: 60, y: 500 - y + 3, size: 1.8, color: rgb(index / 2, 0, 0) });
        write(page, regular, 10, 72, y, item);
      }
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(items);
  expect(paragraphs.every(({ list }) => list === null)).toBe(true);
});

test('dashes set larger and higher than their items are the bullets of a list', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, item] of items.entries()) {
        const y = 80 + 16 * index;
        write(page, regular, 15, 60, y - 2.5, '-');
        write(page, regular, 10, 72, y, item);
      }
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(items);
  expect(paragraphs.every(({ list }) => list !== null)).toBe(true);
});
