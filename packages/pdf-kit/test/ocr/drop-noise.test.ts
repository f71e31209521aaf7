import { expect, test } from 'vitest';
import { dropNoise } from '../../src/ocr/drop-noise.ts';
import type { RasterLine } from '../../src/ocr.ts';

function line(heightPx: number, ...words: readonly (readonly [string, number])[]): RasterLine {
  return {
    words: words.map(([text, confidence], index) => ({
      text,
      confidence,
      box: { x0: 100 * index, y0: 0, x1: 100 * index + 90, y1: heightPx },
    })),
    baseline: { x0: 0, y0: heightPx, x1: 500, y1: heightPx },
    heightPx,
    direction: 'ltr',
    paragraph: 0,
  };
}

const text = line(30, ['Received', 0.95], ['with', 0.96], ['thanks', 0.95], ['from', 0.93], ['customer', 0.94]);
const wordsOf = (lines: readonly RasterLine[]) => lines.flatMap(({ words }) => words.map((word) => word.text));

test('a scribble read as words goes', () => {
  expect(wordsOf(dropNoise([text, line(30, ['Zw', 0.1], ['~f', 0.2], ['eS', 0.15])]))).toEqual(wordsOf([text]));
});

test('a doubtful word in a good line stays', () => {
  const good = line(30, ['the', 0.96], ['meeting', 0.95], ["won't", 0.2], ['begin', 0.95], ['before', 0.95]);
  expect(wordsOf(dropNoise([text, good]))).toContain("won't");
});

test('a long word read with doubt makes no poor line of good ones', () => {
  const good = line(30, ['safety', 0.95], ['of', 0.96], ['the', 0.93], ['Lancastrian', 0], ['head-', 0.75]);
  expect(wordsOf(dropNoise([text, good]))).toContain('Lancastrian');
});

test('a picture read as a word of giant letters goes, a headline stays', () => {
  const headline = line(100, ['Invoice', 0.95]);
  expect(wordsOf(dropNoise([text, headline, line(100, ['ow', 0.5])]))).toEqual([...wordsOf([text]), 'Invoice']);
});

test('the rule of a table is no part of the figure beside it, and a bar between words stays', () => {
  const row = line(30, ['Total', 0.95], ['|3162.36', 0.82], ['600.85|', 0.84], ['|', 0.9], ['|x|', 0.9]);
  expect(wordsOf(dropNoise([text, row])).slice(-5)).toEqual(['Total', '3162.36', '600.85', '|', '|x|']);
});

test('points before a word are a leader, those behind one may be its own', () => {
  const row = line(
    30,
    ['Arancia', 0.95],
    ['..33,53', 0.63],
    ['...Latte', 0.9],
    ['e...', 0.9],
    ['.5', 0.9],
    ['.26,44', 0.9],
  );
  expect(wordsOf(dropNoise([text, row])).slice(-6)).toEqual(['Arancia', '33,53', 'Latte', 'e...', '.5', '26,44']);
});

test('signs read with doubt go from good lines too: ticks of an axis, but no bullet and no sign read surely', () => {
  const ticks = [line(30, ['100', 0.95], ['~', 0.17]), line(30, ['98', 0.94], ['—', 0.48])];
  expect(wordsOf(dropNoise([text, ...ticks]))).toEqual([...wordsOf([text]), '100', '98']);
  const signs = [line(30, ['•', 0.5], ['Total', 0.95], ['+', 0.9], ['tax', 0.95])];
  expect(wordsOf(dropNoise([text, ...signs])).slice(-4)).toEqual(['•', 'Total', '+', 'tax']);
});

test('where every line is read with doubt, as blackletter is, no line is noise for that', () => {
  const poor = ['Narren', 'Bedeutung', 'Komödie'].map((word) =>
    line(30, ['feien', 0.5], ['fo', 0.4], [word, 0.2], ['daß', 0.6], ['man', 0.6]),
  );
  expect(wordsOf(dropNoise(poor))).toEqual(wordsOf(poor));
});
