import { expect, test } from 'vitest';
import { tablesOf, texts } from './tables-of.ts';

/** A grid of three columns and as many rows of 30 points, with texts in its cells. */
function gridOf(rowCount: number, cells: readonly (readonly [number, number, string])[]) {
  return tablesOf((pen) => {
    for (let row = 0; row <= rowCount; row += 1) pen.line(60, 100 + 30 * row, 420, 100 + 30 * row);
    for (const x of [60, 180, 300, 420]) pen.line(x, 100, x, 100 + 30 * rowCount);
    for (const [row, column, text] of cells) pen.text(text, 66 + 120 * column, 118 + 30 * row);
  });
}

test('a row of labels over an empty one, and labels beside empty cells, are the table of a form', async () => {
  const signatures = ['Name', 'Date', 'Signature'].map((text, column) => [0, column, text] as const);
  expect((await gridOf(2, signatures)).map(texts)).toEqual([
    [
      ['Name', 'Date', 'Signature'],
      ['', '', ''],
    ],
  ]);
  const fields = ['Name', 'Town'].map((text, row) => [row, 0, text] as const);
  expect((await gridOf(2, fields)).map(texts)).toEqual([
    [
      ['Name', '', ''],
      ['Town', '', ''],
    ],
  ]);
});

test('a grid of few texts here and there is no table', async () => {
  expect(
    await gridOf(3, [
      [0, 1, 'A title'],
      [2, 0, 'A note'],
    ]),
  ).toEqual([]);
});
