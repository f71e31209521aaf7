import { expect, test } from 'vitest';
import type { Word } from '../src/page-model/types.ts';
import { findRuledRegions } from '../src/tables/rules/ruled-regions.ts';
import type { TextRow } from '../src/tables/text-rows.ts';

/** A row of 10-point texts, each 40 points wide, whose top is `y0`. */
function rowAt(y0: number, ...texts: readonly string[]): TextRow {
  const chunks = texts.map((text, column) => {
    const box = { x0: 70 + 120 * column, y0, x1: 110 + 120 * column, y1: y0 + 10 };
    const words = [{ text, box }] as unknown as Word[];
    return { words, box, text, sizePt: 10, baseline: y0 + 8, bold: false };
  });
  return { chunks, box: { x0: 70, y0, x1: 120 * texts.length - 10, y1: y0 + 10 }, baseline: y0 + 8, sizePt: 10 };
}

/** Rules across three columns at these heights. */
const rulesAt = (...heights: readonly number[]) => heights.map((at) => ({ at, start: 70, end: 360, soft: false }));

const above = [rowAt(105, 'Shop', 'Open', 'Shut'), rowAt(125, 'North', '12', '3'), rowAt(138, 'South', '8', '21')];
const below = [rowAt(215, 'Month', 'Sold', 'Left'), rowAt(235, 'May', '120', '31'), rowAt(248, 'June', '80', '210')];
const level = rulesAt(100, 120, 152, 210, 230, 262);

test('a note below a table and the title of the next part them, though rules of one width are above and below', () => {
  const between = [rowAt(162, 'The shops'), rowAt(192, 'Table 2')];
  const regions = findRuledRegions([...above, ...between, ...below], level, new Set());
  expect(regions.map(({ rows }) => rows.map(({ chunks }) => chunks[0]?.text))).toEqual([
    ['Shop', 'North', 'South'],
    ['Month', 'May', 'June'],
  ]);
});

test('a heading of two lines between rules does not part a table', () => {
  const between = [rowAt(170, 'Sales of'), rowAt(182, 'the shops')];
  const regions = findRuledRegions([...above, ...between, ...below], level, new Set());
  expect(regions.map(({ rows }) => rows.length)).toEqual([8]);
});
