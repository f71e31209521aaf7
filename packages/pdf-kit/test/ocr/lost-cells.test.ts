import { expect, test } from 'vitest';
import { tablesWithLostCells } from '../../src/ocr/lost-cells.ts';
import { withRows } from '../../src/ocr/with-rows.ts';
import type { GreyRaster, RasterLine } from '../../src/ocr.ts';

const size = { widthPx: 600, heightPx: 400, dpi: 200 };

/** A page with a stroke as high as a digit at each place. */
function pageWith(digits: readonly (readonly [number, number])[]): GreyRaster {
  const data = new Uint8Array(size.widthPx * size.heightPx).fill(255);
  for (const [x, y] of digits) {
    for (let row = y; row < y + 14; row += 1) data.fill(0, row * size.widthPx + x, row * size.widthPx + x + 5);
  }
  return { ...size, data };
}

/** A line of one word, 22 high. */
function line(text: string, x: number, y: number, paragraph = 0): RasterLine {
  const box = { x0: x, y0: y, x1: x + 120, y1: y + 16 };
  const words = [{ text, confidence: 0.95, box }];
  return { words, baseline: { x0: x, y0: y + 16, x1: x + 120, y1: y + 16 }, heightPx: 22, direction: 'ltr', paragraph };
}

const textOf = (lines: readonly RasterLine[]) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));
const rows = [100, 140, 180, 220];
const names = ['Bolts', 'Nuts', 'Nails', 'Screws'].map((name, index) => line(name, 60, rows[index] ?? 0));
const prices = ['1.20', '0.80', '2.10', '3.40'].map((price, index) => line(price, 400, rows[index] ?? 0, 1));
const heading = line('Delivery', 60, 20);

test('digits below each other that are level with words but in none make a table with lost cells, all rows of it', () => {
  const page = pageWith([100, 140, 180].map((y) => [300, y + 1] as const));
  const [table, ...others] = tablesWithLostCells(page, [heading, ...names, ...prices], 22);
  expect(others).toEqual([]);
  expect([table?.x0, table?.x1]).toEqual([0, 600]);
  expect(table?.y0).toBeGreaterThan(36);
  expect(table?.y0).toBeLessThan(100);
  // The last row lacks nothing.
  expect(table?.y1).toBeGreaterThan(236);
});

test.each([
  ['nothing else', []],
  [
    'two specks',
    [
      [300, 101],
      [300, 141],
    ],
  ],
  [
    'digits that are level with nothing',
    [
      [300, 60],
      [300, 280],
      [300, 320],
    ],
  ],
  [
    'digits that are not below each other',
    [
      [200, 101],
      [300, 141],
      [340, 181],
    ],
  ],
  [
    'digits of words that were read',
    [
      [62, 101],
      [62, 141],
      [62, 181],
    ],
  ],
] as const)('a page with %s lacks no cells', (_what, digits) => {
  expect(tablesWithLostCells(pageWith(digits), [heading, ...names, ...prices], 22)).toEqual([]);
});

test('a table is divided as it was read in rows, and what is around it stays', () => {
  const below = line('Thank you', 60, 300, 2);
  const read = rows.map((y, index) => {
    const words = [line(`${index + 1}`, 300, y), names[index], prices[index]].flatMap((cell) => cell?.words ?? []);
    return { ...line('', 60, y), words: words.toSorted((a, b) => a.box.x0 - b.box.x0) };
  });
  const parts = [{ x0: 0, y0: 90, x1: 600, y1: 240 }];
  expect(textOf(withRows([heading, ...names, ...prices, below], read, parts))).toEqual([
    'Delivery',
    'Bolts 1 1.20',
    'Nuts 2 0.80',
    'Nails 3 2.10',
    'Screws 4 3.40',
    'Thank you',
  ]);
});

test('a column of digits that was read as text up the page is lost, too, and no word of it stays', () => {
  const words = [{ text: 'on', confidence: 0.85, box: { x0: 298, y0: 100, x1: 308, y1: 200 } }];
  const upwards = { ...line('', 298, 100), words, baseline: { x0: 308, y0: 200, x1: 308, y1: 100 } };
  const lines = [...names, upwards, ...prices];
  const tables = tablesWithLostCells(pageWith([100, 140, 180].map((y) => [300, y + 1] as const)), lines, 22);
  expect(tables).toHaveLength(1);
  const read = rows.map((y, index) => {
    const digit = { text: `${index + 1}`, confidence: 0.9, box: { x0: 300, y0: y, x1: 306, y1: y + 16 } };
    return { ...line('', 60, y), words: [...(names[index]?.words ?? []), digit, ...(prices[index]?.words ?? [])] };
  });
  expect(textOf(withRows(lines, read, tables))[0]).toBe('Bolts 1 1.20');
  expect(textOf(withRows(lines, read, tables)).join(' ')).not.toContain('on');
});
