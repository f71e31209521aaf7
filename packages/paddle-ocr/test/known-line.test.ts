import { expect, test } from 'vitest';
import { knownLine } from '../src/known-line.ts';

const region = { centreX: 200, centreY: 50, length: 200, height: 20, angle: 0 };

function word(text: string, x0: number, x1: number, middle = 50) {
  return { text, confidence: 0.95, box: { x0, y0: middle - 7, x1, y1: middle + 7 } };
}

test('known words that fill a region are its line, from left to right', () => {
  const words = [word('amount', 160, 230), word('Net', 108, 152), word('due', 238, 294)];
  const line = knownLine(region, [...words, word('above', 108, 294, 20)]);
  expect(line?.words.map(({ text }) => text)).toEqual(['Net', 'amount', 'due']);
  // The very words, so that one can tell which were given.
  expect(line?.words[0]).toBe(words[1]);
});

test('a region with a gap as wide as a short word is read', () => {
  expect(knownLine(region, [word('Net', 108, 152), word('due', 238, 294)])).toBeNull();
  expect(knownLine(region, [word('Net', 108, 152), word('amount', 160, 230)])).toBeNull();
  expect(knownLine(region, [])).toBeNull();
});

test('known words fill a region that is skewed', () => {
  const skewed = { ...region, angle: 0.05 };
  const words = [word('Net', 108, 152, 46.5), word('amount', 160, 230, 49.7), word('due', 238, 294, 53.3)];
  const line = knownLine(skewed, words);
  expect(line?.words).toHaveLength(3);
  expect((line?.baseline.y1 ?? 0) - (line?.baseline.y0 ?? 0)).toBeCloseTo(10, 0);
});
