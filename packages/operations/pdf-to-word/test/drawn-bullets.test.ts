import type { Line, Page } from '@platen/pdf-kit/page-model';
import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { withDrawnBullets } from '../../../flow-document/src/analysis/lists/drawn-bullets.ts';
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

test('the bullets of right-to-left lines are at their right', async () => {
  const lines = [80, 94].map((y0) => lineBetween(200, 340, y0, 'rtl'));
  const discs = lines.map(({ box: { y0 } }) => drawnDisc(346, y0 + 4));
  const { lines: marked, drawings } = await withDrawnBullets(pageOf(lines, discs), async () => '');
  expect(marked.map(({ text }) => text)).toEqual(['• שלום', '• שלום']);
  expect(drawings).toEqual([]);
  const left = lines.map(({ box: { y0 } }) => drawnDisc(190, y0 + 4));
  expect((await withDrawnBullets(pageOf(lines, left), async () => '')).lines).toEqual(lines);
});

test('discs that touch a larger drawing are parts of that', async () => {
  const lines = [80, 94].map((y0) => lineBetween(200, 340, y0, 'rtl'));
  const discs = lines.map(({ box: { y0 } }) => drawnDisc(346, y0 + 4));
  const [stem] = discs.map((disc) => ({
    ...disc,
    box: { ...disc.box, x0: disc.box.x1, x1: disc.box.x1 + 20, y1: 110 },
  }));
  const drawings = stem === undefined ? discs : [...discs, stem];
  const page = await withDrawnBullets(pageOf(lines, drawings), async () => '');
  expect(page.lines).toEqual(lines);
  expect(page.drawings).toEqual(drawings);
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

function lineBetween(x0: number, x1: number, y0: number, direction: Line['direction']): Line {
  const box = { x0, y0, x1, y1: y0 + 10 };
  const style = { sizePt: 10 };
  const word = { text: 'שלום', box, style, glyphs: [] };
  return { text: word.text, words: [word], box, baseline: y0 + 8, angle: 0, style, direction } as unknown as Line;
}

function drawnDisc(x0: number, y0: number) {
  return { kind: 'curve', box: { x0, y0, x1: x0 + 4, y1: y0 + 4 }, fillColor: '#000000', strokeColor: null };
}

function pageOf(lines: readonly Line[], drawings: readonly unknown[]): Page {
  return { lines, drawings, fills: [], pictures: [], unreadable: [] } as unknown as Page;
}
