import { expect, test } from 'vitest';
import { tablesOf, texts } from './tables-of.ts';

test('groups of columns whose rules are level are one table, though only one of them is shaded to a grid', async () => {
  const found = await tablesOf((pen) => {
    for (let row = 0; row <= 6; row += 1) {
      const y = 100 + 16 * row;
      pen.line(60, y, 260, y);
      pen.line(272, y, 400, y);
      if (row === 6) break;
      pen.fill(160, y, 210, y + 16, [0.95, 0.95, 0.95]);
      pen.fill(210, y, 260, y + 16, [0.95, 0.95, 0.95]);
      pen.text(`Region ${'ABCDEF'[row]}`, 64, y + 12);
      pen.right(String(1200 + row), 205, y + 12);
      pen.right(String(300 + row), 255, y + 12);
      pen.right(`(${40 + row})`, 330, y + 12);
      pen.right(String(7 * row), 395, y + 12);
    }
  });
  expect(found.map((table) => texts(table)[2])).toEqual([['Region C', '1202', '302', '(42)', '14']]);
});

test('tables side by side whose rules stand at heights of their own are two, with cells of several lines', async () => {
  const found = await tablesOf((pen) => {
    for (const y of [100, 118, 136, 154, 184]) pen.line(40, y, 270, y);
    for (const y of [100, 118, 160, 178, 196]) pen.line(310, y, 540, y);
    const write = (x: number, rows: readonly (readonly [number, string, ...string[]])[]) => {
      for (const [y, label, ...lines] of rows) {
        pen.text(label, x, y);
        for (const [index, line] of lines.entries()) pen.text(line, x + 80, y + 12 * index);
      }
    };
    write(44, [
      [112, 'Trade', 'Where it counts'],
      [130, 'Grocers', 'all of the larger ones'],
      [148, 'Fuel', 'every pump'],
      [166, 'On line', 'those whose names are known well', 'and some that are new'],
    ]);
    write(314, [
      [112, 'Trade', 'Where it counts'],
      [130, 'Coffee', 'in the houses of the large chains,', 'in those by the stations too,', 'and on the ships'],
      [172, 'Bread', 'two bakers'],
      [190, 'Corner', 'most shops'],
    ]);
  });
  expect(found.map(({ rowCount, columnCount }) => [rowCount, columnCount])).toEqual([
    [4, 2],
    [4, 2],
  ]);
});
