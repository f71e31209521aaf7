import type { Line, Page } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { findDefinitionList } from '../src/analysis/tables/definition-list.ts';

const page = { number: 1 } as Page;

function line(text: string, x0: number, x1: number, baseline: number): Line {
  const box = { x0, y0: baseline - 8, x1, y1: baseline + 2 };
  return { text, box, baseline, angle: 0, style: { sizePt: 10 }, words: [] } as unknown as Line;
}

/** Each text has as many lines as given; terms begin where the texts do. */
function definitions(counts: readonly number[], termAt = (y: number) => y): readonly Line[] {
  let y = 100;
  return counts.flatMap((count, index) => {
    const top = y;
    const text = Array.from({ length: count }, (_, row) => line(`text ${index}.${row}`, 200, 480, top + 12 * row));
    y += 12 * count + 12;
    return [line(`Term ${index}`, 50, 120, termAt(top)), ...text];
  });
}

test('terms beside their texts are a table of two columns, a row for each', () => {
  const table = findDefinitionList(page, definitions([3, 1, 2, 2]));
  expect(table).toMatchObject({ rowCount: 4, columnCount: 2 });
  expect(table?.cells.map(({ text }) => text.split('\n').length)).toEqual([1, 3, 1, 1, 1, 2, 1, 2]);
});

test('text that goes on from the page before has a row without a term', () => {
  const rest = [line('the end of', 200, 480, 64), line('a text', 200, 300, 76)];
  const table = findDefinitionList(page, [...rest, ...definitions([3, 1, 2, 2])]);
  expect(table?.rowCount).toBe(5);
  expect(table?.cells[0]?.text).toBe('');
});

test('columns whose paragraphs begin at heights of their own are none, nor are single values beside labels', () => {
  expect(
    findDefinitionList(
      page,
      definitions([3, 1, 2, 2], (y) => y + 7),
    ),
  ).toBeNull();
  expect(findDefinitionList(page, definitions([1, 1, 1, 1, 1]))).toBeNull();
});

test('a flush line in pieces is one line of its text', () => {
  const lines = definitions([3, 1, 2, 2]).map((one) => (one.text === 'text 0.1' ? line('text', 200, 300, 112) : one));
  const table = findDefinitionList(page, [...lines, line('0.1', 440, 480, 112)]);
  expect(table?.cells[1]?.text).toBe('text 0.0\ntext 0.1\ntext 0.2');
});

test('a line across both columns is no part of a list', () => {
  const across = line('A heading over both', 90, 400, 130);
  expect(findDefinitionList(page, [...definitions([3, 3, 2, 2]), across])).toBeNull();
});

test('three terms are a list where each has a paragraph, below text across the page', () => {
  const across = [40, 52, 64].map((y) => line('text of the whole width of the page', 50, 480, y));
  expect(findDefinitionList(page, [...across, ...definitions([4, 3, 3])])?.rowCount).toBe(3);
  expect(findDefinitionList(page, definitions([2, 1, 2]))).toBeNull();
});
