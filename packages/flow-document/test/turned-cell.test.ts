import type { Line, Word } from '@platen/pdf-kit/page-model';
import type { TableCell } from '@platen/pdf-kit/tables';
import { expect, test } from 'vitest';
import { turnedCell } from '../src/compose/turned-cell.ts';

const style = { sizePt: 10 } as Word['style'];

/** A word of two glyphs whose pen goes from one point to the other. */
function word(text: string, from: { x: number; y: number }, to: { x: number; y: number }): Word {
  const box = {
    x0: Math.min(from.x, to.x) - 8,
    y0: Math.min(from.y, to.y),
    x1: Math.max(from.x, to.x),
    y1: Math.max(from.y, to.y),
  };
  const glyphs = [from, to].map((origin) => ({ origin, box, style, text: 'x' }));
  return { text, box, glyphs, style, spaceAfter: false } as unknown as Word;
}

function cell(words: readonly Word[]): TableCell {
  const box = { x0: 100, y0: 50, x1: 140, y1: 150 };
  return { box, lines: [{ words, box, angle: 0, direction: 'ltr' } as unknown as Line] } as unknown as TableCell;
}

test('words that climb are lines of a cell that is read upwards', () => {
  const turned = turnedCell(
    cell([
      word('profit', { x: 130, y: 140 }, { x: 130, y: 110 }),
      word('operating', { x: 118, y: 105 }, { x: 118, y: 60 }),
      word('Net', { x: 118, y: 140 }, { x: 118, y: 120 }),
    ]),
  );
  expect(turned?.direction).toBe('upwards');
  expect(turned?.lines.map(({ text }) => text)).toEqual(['Net operating', 'profit']);
  expect(turned?.box).toEqual({ x0: 0, y0: 0, x1: 100, y1: 40 });
  expect(turned?.lines.map(({ baseline }) => baseline)).toEqual([18, 30]);
});

test('a cell of level words is not turned', () => {
  expect(turnedCell(cell([word('Net', { x: 105, y: 60 }, { x: 120, y: 60 })]))).toBeNull();
});
