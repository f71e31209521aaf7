import { setTimeout as delay } from 'node:timers/promises';
import { batchCalls } from '@platen/core/internal';
import { expect, test } from 'vitest';

test('what comes while a batch is under way makes up the next, and each gets its own answer', async () => {
  const batches: (readonly number[])[] = [];
  const double = batchCalls<number, number>(
    async (numbers) => {
      batches.push(numbers);
      await delay(5);
      return numbers.map((number) => 2 * number);
    },
    { maxSize: 3 },
  );
  const first = double(1);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const rest = [2, 3, 4, 5].map(double);
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test('a batch that fails fails for its requests alone', async () => {
  const check = batchCalls<string, string>(async (words) => {
    if (words.includes('bad')) throw new Error('refused');
    return words;
  });
  const failing = Promise.allSettled(['good', 'bad'].map(check));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await check('good')).toBe('good');
});

test('a batch that does not end holds up nobody for long', async () => {
  const hang = Promise.withResolvers<readonly string[]>();
  const call = batchCalls<string, string>((words) => (words.includes('hang') ? hang.promise : Promise.resolve(words)));
  const stuck = call('hang');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(await call('next')).toBe('next');
  hang.resolve(['at last']);
  expect(await stuck).toBe('at last');
});
