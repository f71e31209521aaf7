import { expect, test } from 'vitest';
import type { Word } from '../src/page-model.ts';
import { logicalOrder } from '../src/tables/logical-order.ts';

/** Words as they are on the page, from left to right. */
function read(...texts: readonly string[]): string {
  const words = texts.map((text, index) => ({ text, box: { x0: index, y0: 0, x1: index + 1, y1: 1 } }) as Word);
  const order = logicalOrder(words);
  return texts
    .map((text, index) => ({ text, place: order[index] ?? 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text)
    .join(' ');
}

test('text from right to left is read from its last word on the page', () => {
  expect(read('القاعدي', 'الأجر')).toBe('الأجر القاعدي');
});

test('a number of two groups in it keeps its order', () => {
  expect(read('12', '345', 'ש"ח')).toBe('ש"ח 12 345');
});

test('a name from right to left in other text is turned by itself', () => {
  expect(read('Paid', 'to', 'כהן', 'דוד', 'in', 'cash')).toBe('Paid to דוד כהן in cash');
});

test('other text is left alone', () => {
  expect(read('Unit', 'price')).toBe('Unit price');
});
