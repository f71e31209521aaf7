import { expect, test } from 'vitest';
import { findDottedRules } from '../src/page-model/content/dotted-rules.ts';
import type { Fill } from '../src/page-model.ts';

function square(x: number, y: number, width = 0.75, height = 0.75): Fill {
  return { box: { x0: x, y0: y, x1: x + width, y1: y + height }, color: '#8a5a2b' };
}

function dots(count: number, x: number, y: number, sizePt = 0.75): readonly Fill[] {
  return Array.from({ length: count }, (_, index) => square(x + 2 * sizePt * index, y, sizePt, sizePt));
}

test('squares in a row draw one dotted rule, with a longer one at its start', () => {
  const bar = { box: { x0: 0, y0: 0, x1: 50, y1: 20 }, color: '#ffffff' };
  const { fills, rules } = findDottedRules([bar, square(98.5, 200, 1.5), ...dots(40, 101, 200)]);
  expect(fills).toEqual([bar]);
  expect(rules).toEqual([
    {
      orientation: 'horizontal',
      x0: 98.5,
      x1: expect.closeTo(101 + 39 * 1.5 + 0.75),
      y0: 200.375,
      y1: 200.375,
      widthPt: 0.75,
      color: '#8a5a2b',
      dashed: true,
    },
  ]);
});

test('a dotted box has four sides, also around one line of text', () => {
  const side = (x: number) => Array.from({ length: 7 }, (_, index) => square(x, 103 + 3 * index, 1.5, 1.5));
  const { fills, rules } = findDottedRules([
    ...dots(60, 50, 100, 1.5),
    ...dots(60, 50, 124, 1.5),
    ...side(50),
    ...side(227),
  ]);
  expect(fills).toEqual([]);
  expect(rules.map(({ orientation }) => orientation).sort()).toEqual([
    'horizontal',
    'horizontal',
    'vertical',
    'vertical',
  ]);
});

test('rows of a pattern, bullets and ratings stay as they are drawn', () => {
  const pattern = Array.from({ length: 12 }, (_, row) => dots(12, 50, 50 + 3 * row, 1.5)).flat();
  const bullets = Array.from({ length: 9 }, (_, index) => square(50, 200 + 14 * index, 3, 3));
  const rating = Array.from({ length: 5 }, (_, index) => square(300 + 9 * index, 300, 3, 3));
  for (const drawn of [pattern, bullets, rating]) expect(findDottedRules(drawn)).toEqual({ fills: drawn, rules: [] });
});
