/**
 * Like `Promise.all`, but at most `concurrency` calls run at the same time: for lists that a request can make long. After a
 * failure, no further call begins. When all calls that began have ended, it rejects with the first failure.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  call: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const entries = items.entries();
  const failures: unknown[] = [];
  // All lanes take from one iterator.
  const lane = async () => {
    for (const [index, item] of entries) {
      try {
        results[index] = await call(item, index);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
