import { expect, test } from 'vitest';
import { createSpaceTable } from '../src/compose/space-table.ts';

test('spaces that are nearly alike are the same one', () => {
  const { shared } = createSpaceTable();
  expect([12.34, 12.1, 12.6, 6, 12.4].map(shared)).toEqual([12.3, 12.3, 12.3, 6, 12.3]);
});

test('what is off goes to the next space, so that a page does not drift', () => {
  const { shared } = createSpaceTable();
  let [stood, set] = [0, 0];
  for (let index = 0; index < 100; index++) {
    stood += 12 + 0.3 * Math.sin(index);
    set += shared(stood - set);
  }
  expect(Math.abs(stood - set)).toBeLessThan(0.5);
});
