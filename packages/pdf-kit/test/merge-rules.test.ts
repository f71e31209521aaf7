import { expect, test } from 'vitest';
import { mergeRules } from '../src/page-model/content/merge-rules.ts';
import type { Rule } from '../src/page-model.ts';

function dashes(count: number, lengthPt: number, stepPt: number): readonly Rule[] {
  return Array.from({ length: count }, (_, index) => {
    const x0 = 50 + index * stepPt;
    return {
      orientation: 'horizontal',
      x0,
      x1: x0 + lengthPt,
      y0: 80,
      y1: 80,
      widthPt: 0.6,
      color: '#d1d1d1',
      dashed: false,
    };
  });
}

test('a line drawn dash by dash is one dashed rule', () => {
  expect(mergeRules(dashes(38, 2.5, 5))).toEqual([{ ...dashes(1, 2.5, 5)[0], x1: 50 + 37 * 5 + 2.5, dashed: true }]);
});

test('blanks for single letters, few dashes and uneven ones stay rules of their own', () => {
  expect(mergeRules(dashes(12, 12, 16))).toHaveLength(12);
  expect(mergeRules(dashes(5, 2.5, 5))).toHaveLength(5);
  expect(mergeRules(dashes(20, 2.5, 12))).toHaveLength(20);
});
