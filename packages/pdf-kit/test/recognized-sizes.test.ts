import { expect, test } from 'vitest';
import { recognizedSizes } from '../src/page-model/text/recognized-sizes.ts';

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
