import type { Page } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { createFurnitureCounter } from '../src/analysis/running/furniture.ts';

/** The running lines of pages of 500 points that have these lines, in tens of points, at these heights. */
function runningLines(...pages: readonly (readonly (readonly [string, number])[])[]): readonly (readonly string[])[] {
  const read = pages.map((lines, index) => {
    const found = lines.map(([text, y]) => {
      const box = { x0: 50, y0: y - 8, x1: 50 + 5 * text.length, y1: y + 2 };
      return { text, box, baseline: y, style: { sizePt: 10 }, angle: 0, words: [{ text, box }] };
    });
    return { number: index + 1, heightPt: 500, lines: found, rules: [] } as unknown as Page;
  });
  const counter = createFurnitureCounter();
  for (const page of read) counter.count(page);
  const facts = counter.facts(read.length);
  return read.map((page) => page.lines.filter((line) => facts.find(page, line) !== null).map(({ text }) => text));
}

const text = [
  ['A line of prose', 250],
  ['and another one', 262],
] as const;

test('a head of one page is a running line where others are in its place', () => {
  const heads = ['Contents', 'Roles', 'Contents', 'Laws of the sea', 'Contents'];
  expect(runningLines(...heads.map((head) => [[head, 30] as const, ...text]))).toEqual(heads.map((head) => [head]));
});

test('a line elsewhere, or with text close below it, is none', () => {
  const heads = [30, 30, 30, 30].map((y) => [['Contents', y] as const, ...text]);
  expect(runningLines(...heads, [['Roles', 33], ...text]).at(-1)).toEqual([]);
  expect(
    runningLines(...heads, [
      ['Roles', 30],
      ['and what they are', 42],
    ]).at(-1),
  ).toEqual([]);
});

test('what is beside the number of a page, in its row, is a running line', () => {
  const pages = [
    [['The title of a paper', 30]],
    [
      ['56', 30],
      ['Two authors', 30],
    ],
    [
      ['Records', 30],
      ['57', 30],
    ],
  ] as const;
  expect(runningLines(...pages.map((heads) => [...heads, ...text]))).toEqual([
    [],
    ['56', 'Two authors'],
    ['Records', '57'],
  ]);
  expect(runningLines([['Title', 30], ...text], [['56', 30], ['1 Aims', 36], ...text], [['57', 30], ...text])).toEqual([
    [],
    ['56'],
    ['57'],
  ]);
});
