import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

test('the space behind a currency sign parts no column, though it is in line with all narrower amounts', async () => {
  const size = 8;
  const items = [
    ['Sleeve, brown', '2', '99,99', '199,98'],
    ['Notebook and mouse', '1', '2.321,00', '2.321,00'],
    ['Licence for home use', '1', '124,99', '124,99'],
    ['Port replicator', '1', '159,99', '159,99'],
    ['Notebook for games', '1', '1.999,00', '1.999,00'],
    ['Backpack, grey', '1', '79,99', '79,99'],
  ] as const;
  const amount = (pen: Pen, text: string, x: number, y: number) => {
    pen.right(text, x, y, { size });
    // Each sign ends 2 pt before its amount; the widest begin where the others have nothing.
    pen.right('€', x - (text.length > 6 ? 33.6 : 26), y, { size });
  };
  const [table, ...others] = await tablesOf((pen) => {
    pen.text('Article', 45, 100, { size });
    ['Count', 'Price each', 'Price'].forEach((text, index) => {
      pen.right(text, [385, 450, 549][index] ?? 0, 100, { size });
    });
    items.forEach(([name, count, each, price], index) => {
      const y = 116 + 15 * index + (index > 1 ? 8 : 0) + (index > 2 ? 8 : 0);
      pen.text(name, 45, y, { size });
      pen.right(count, 385, y, { size });
      amount(pen, each, 450, y);
      amount(pen, price, 549, y);
    });
    // Lines with a count between the records.
    [139, 162].forEach((y) => {
      pen.text('Part of the article above', 60, y, { size });
      pen.right('1', 385, y, { size });
    });
  });
  expect(others).toEqual([]);
  const rows = (table === undefined ? [] : texts(table)).filter((row) => row.some((text) => text.includes('€')));
  expect(rows.map((row) => row.map((text) => text.replaceAll(/\s/g, '')).slice(2))).toEqual(
    items.map(([, , each, price]) => [`€${each}`, `€${price}`]),
  );
});
