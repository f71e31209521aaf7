import { expect, test } from 'vitest';
import type { Fragment } from '../src/analysis/types.ts';
import { handBreaks } from '../src/compose/hand-breaks.ts';
import type { Alignment } from '../src/model/formats.ts';

/** Centred lines of these widths in a column of 300 points; each begins with a word of 50. */
function breaksOf(widthsPt: readonly number[], alignment: Alignment = 'center') {
  const fragments = widthsPt.map((widthPt) => {
    const x0 = 150 - widthPt / 2;
    const words = [{ text: 'word', box: { x0, y0: 0, x1: x0 + 50, y1: 10 } }];
    return { words, box: { x0, y0: 0, x1: x0 + widthPt, y1: 10 }, style: { sizePt: 10 } } as unknown as Fragment;
  });
  const lines = widthsPt.map(() => ({ availablePt: 300 }));
  return [...handBreaks({ alignment, fragments }, lines)];
}

test('a centred line with room for the next word was ended by hand', () => {
  expect(breaksOf([200, 260, 120])).toEqual([0]);
});

test('a line without such room, or of running text, ended by itself', () => {
  expect(breaksOf([270, 260, 120])).toEqual([]);
  expect(breaksOf([200, 260, 120], 'left')).toEqual([]);
});

test('prose that is centred between edges of its own keeps flowing', () => {
  expect(breaksOf([200, 200, 200, 120])).toEqual([]);
});
