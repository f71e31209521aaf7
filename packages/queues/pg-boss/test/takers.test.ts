import { expect, test } from 'vitest';
import { createTakers } from '../src/takers.ts';

test('what comes while items are fetched is looked for again', async () => {
  const waiting: string[] = [];
  let looks = 0;
  const takers = createTakers<string>({
    async nextUp() {
      looks += 1;
      if (looks === 1) {
        // Too late for this look.
        queueMicrotask(() => {
          waiting.push('late');
          takers.wake(['ocr']);
        });
        return new Map();
      }
      return new Map(waiting.length > 0 ? [['ocr', waiting.length]] : []);
    },
    fetch: async (_operation, limit) => waiting.splice(0, limit),
    giveBack: async () => {},
  });
  expect(await takers.wait(['ocr'], new AbortController().signal)).toBe('late');
});

test('an item that another node took first does not end the search', async () => {
  let fetches = 0;
  const takers = createTakers<string>({
    nextUp: async () => new Map([['ocr', 1]]),
    async fetch() {
      fetches += 1;
      return fetches === 1 ? [] : ['second'];
    },
    giveBack: async () => {},
  });
  expect(await takers.wait(['ocr'], new AbortController().signal)).toBe('second');
});
