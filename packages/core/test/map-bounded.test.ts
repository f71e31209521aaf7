import { mapBounded } from '@platen/core/internal';
import { expect, test } from 'vitest';

test('results come in the order of the items, with no more calls under way than allowed', async () => {
  let underWay = 0;
  let most = 0;
  const results = await mapBounded([5, 1, 4, 2, 3], 2, async (item, index) => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    underWay -= 1;
    return `${index}:${item}`;
  });
  expect(results).toEqual(['0:5', '1:1', '2:4', '3:2', '4:3']);
  expect(most).toBe(2);
});

test('after a failure nothing new begins, and what began ends before it is reported', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const mapping = mapBounded([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    if (item === 0) throw new Error('first');
    await Promise.resolve();
    ended.push(item);
  });
  await expect(mapping).rejects.toThrow('first');
  expect([begun, ended]).toEqual([[0, 1], [1]]);
});

test('an empty list is no work', async () => {
  expect(await mapBounded([], 3, async (item) => item)).toEqual([]);
});
