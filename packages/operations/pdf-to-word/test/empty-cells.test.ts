import { expect, test } from 'vitest';
import { convertDrawn, drawTable, write } from './docx.ts';

test('the line of an empty cell makes its row no higher than it was', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      drawTable(page, 40, 200);
      for (const [row, column] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [2, 0],
        [2, 1],
      ] as const) {
        write(page, regular, 10, 45 + 60 * column, 214 + 20 * row, `${row}${column}`);
      }
    },
  ]);
  const empty = /<w:tc>(?:(?!<w:t[ >]|<\/w:tc>).)*<\/w:tc>/s.exec(xml)?.[0];
  const [, line] = /<w:spacing w:before="0" w:after="0" w:line="(\d+)" w:lineRule="exact"\/>/.exec(empty ?? '') ?? [];
  expect(Number(line) / 20).toBeLessThan(20);
  expect(Number(line) / 20).toBeGreaterThan(15);
  expect(empty).not.toContain('<w:sz ');
});
