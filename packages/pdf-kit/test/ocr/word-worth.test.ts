import { expect, test } from 'vitest';
import { wordsWorth } from '../../src/ocr/word-worth.ts';

const worthOf = (text: string, confidence = 0.9) =>
  wordsWorth([{ text, confidence, box: { x0: 0, y0: 0, x1: 9, y1: 9 } }]);

test('a word gains by its letters when it is likely right, and costs when it is not', () => {
  expect(worthOf('seven')).toBeGreaterThan(worthOf('six'));
  expect(worthOf('seven', 0.2)).toBeLessThan(0);
});

test.each(['|600.85', '381.15|', '~~~~~~~'])(
  '%s, with a rule or specks in it, is worth less than letters alone',
  (text) => {
    expect(worthOf(text)).toBeLessThan(worthOf(text.replace(/[|~]/g, '0')));
  },
);
