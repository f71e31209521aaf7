import { expect, test } from 'vitest';
import { joinParts, regionParts } from '../src/known-line.ts';

const region = { centreX: 200, centreY: 50, length: 200, height: 20, angle: 0 };

function word(text: string, x0: number, x1: number, middle = 50) {
  return { text, confidence: 0.95, box: { x0, y0: middle - 7, x1, y1: middle + 7 } };
}

/** Where the unread parts of a level region begin and end. */
const unreadOf = (known: readonly ReturnType<typeof word>[]) =>
  regionParts(region, known).unread.map(({ centreX, length }) => [centreX - length / 2, centreX + length / 2]);

test('nothing is read of a region that known words fill, whatever lies above it', () => {
  const words = [word('amount', 160, 230), word('Net', 108, 152), word('due', 238, 294)];
  const { known, unread } = regionParts(region, [...words, word('above', 108, 294, 20)]);
  expect(known.map(({ text }) => text)).toEqual(['Net', 'amount', 'due']);
  expect(unread).toEqual([]);
  const line = joinParts(region, known, []);
  // The very words, so that one can tell which were given.
  expect(line?.words[0]).toBe(words[1]);
});

test('a gap as wide as a short word is read, and nothing else', () => {
  expect(unreadOf([word('Net', 108, 152), word('due', 238, 294)])).toEqual([[152, 238]]);
  expect(unreadOf([word('Net', 108, 152), word('amount', 160, 230)])).toEqual([[230, 300]]);
  expect(unreadOf([])).toEqual([[100, 300]]);
});

test('what is read in a gap is put between the known words', () => {
  const { known } = regionParts(region, [word('due', 238, 294), word('Net', 108, 152)]);
  const read = { words: [word('amount', 160, 230)], baseline: { x0: 160, y0: 55, x1: 230, y1: 55 }, heightPx: 16 };
  const line = joinParts(region, known, [{ ...read, direction: 'ltr' }]);
  expect(line?.words.map(({ text }) => text)).toEqual(['Net', 'amount', 'due']);
});

test('known words fill a region that is skewed', () => {
  const skewed = { ...region, angle: 0.05 };
  const words = [word('Net', 108, 152, 46.5), word('amount', 160, 230, 49.7), word('due', 238, 294, 53.3)];
  const { known, unread } = regionParts(skewed, words);
  expect([known.length, unread]).toEqual([3, []]);
  const line = joinParts(skewed, known, []);
  expect((line?.baseline.y1 ?? 0) - (line?.baseline.y0 ?? 0)).toBeCloseTo(10, 0);
});

test('an unread part of a skewed region lies on its axis', () => {
  const skewed = { ...region, angle: 0.05 };
  const [part] = regionParts(skewed, [word('Net', 108, 152, 46.5), word('amount', 160, 230, 49.7)]).unread;
  expect(((part?.centreY ?? 0) - 50) / ((part?.centreX ?? 0) - 200)).toBeCloseTo(Math.tan(0.05), 5);
});
