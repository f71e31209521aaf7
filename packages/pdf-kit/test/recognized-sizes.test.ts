import { expect, test } from 'vitest';
import { recognizedSizes } from '../src/page-model/text/recognized-sizes.ts';
import type { Rule } from '../src/page-model.ts';

/** A word as high as print of 10 points has it. */
function word(text: string, heightPt: number) {
  return { text, box: { x0: 0, y0: 0, x1: 30, y1: heightPt }, confidence: 1 };
}

test('lines of one size have it whatever letters they hold', () => {
  expect(
    recognizedSizes([[word('SUMMARY', 7.2)], [word('page', 7.3)], [word('one', 5.2)], [word('Play', 9.3)]]),
  ).toEqual([10, 10, 10, 10]);
});

test('what measuring makes of one size is one size, and another stays another', () => {
  expect(recognizedSizes([[word('The', 7.2)], [word('The', 7.5)], [word('Title', 13)]])).toEqual([10, 10, 18]);
});

test('large words that were read with doubt have the size of the page', () => {
  const large = { ...word('Title', 40), box: { x0: 0, y0: 0, x1: 110, y1: 40 } };
  const text = Array.from({ length: 6 }, () => [word('The', 7.2), word('words', 7.2)]);
  expect(recognizedSizes([[large], ...text])[0]).toBeGreaterThan(40);
  expect(recognizedSizes([[{ ...large, confidence: 0.4 }], ...text])[0]).toBe(10);
});

test('words that were read with a level rule have the size of the page, underlined ones their own', () => {
  const text = Array.from({ length: 6 }, () => [word('The', 7.2), word('words', 7.2)]);
  const rule = (y: number): Rule => ({
    ...{ orientation: 'horizontal', color: '#000000', widthPt: 1, dashed: false },
    ...{ x0: 0, x1: 60, y0: y, y1: y },
  });
  const inBox = [{ ...word('N/A', 14), box: { x0: 0, y0: 100, x1: 24, y1: 114 } }];
  expect(recognizedSizes([inBox, ...text], [rule(99.8), rule(114.5)])[0]).toBe(10);
  expect(recognizedSizes([inBox, ...text], [rule(116)])[0]).toBe(15);
});

test('a word boxed with the rule above it is as large as its width says', () => {
  const boxed = { ...word('Draw', 7.2), box: { x0: 0, y0: -18, x1: 24, y1: 7.2 } };
  expect(recognizedSizes([[boxed], [word('Weight', 9.3)], [word('Tobacco', 7.2)]])[0]).toBeLessThan(12);
});
