import { setTimeout as delay } from 'node:timers/promises';
import { queueUnavailable } from './queue-unavailable.ts';

/** A caller that waits for an item of one of these operations. */
interface Taker<Item> {
  readonly operations: readonly string[];
  readonly answer: (item: Item | null) => void;
  readonly fail: (error: Error) => void;
}

/** What takers wait for, and how it is got. */
export interface TakersSettings<Item> {
  /** Of the next items of these operations, `limit` at most in all, how many each operation has. */
  nextUp(operations: readonly string[], limit: number): Promise<ReadonlyMap<string, number>>;
  /** At most `limit` items of an operation, none when nothing may be handed out now. */
  fetch(operation: string, limit: number): Promise<readonly Item[]>;
  /** An item that nobody waits for any more. */
  giveBack(item: Item): Promise<void>;
}

/** The lanes of a node that wait for items, served by one loop: an idle node costs one statement from time to time. */
export interface Takers<Item> {
  /** Null when the signal aborts or `end` is called. */
  wait(operations: readonly string[], signal: AbortSignal): Promise<Item | null>;
  /** Items of these operations may have come; of any when not given. */
  wake(operations?: readonly string[]): void;
  /** The operations that callers wait for. */
  wanted(): readonly string[];
  end(): void;
}

/** From one round of fetches to the next: lanes that become free together, or nearly so, are served by one. */
const roundIntervalMs = 20;

// Long: one loop over what it shares with its methods.
export function createTakers<Item>({ nextUp, fetch, giveBack }: TakersSettings<Item>): Takers<Item> {
  const takers = new Set<Taker<Item>>();
  /** Operations of which all items were handed out, and of which nothing was heard since. */
  const empty = new Set<string>();
  let isServing = false;
  let servedAt = Number.NEGATIVE_INFINITY;

  const waitersOf = (operation: string) => [...takers].filter(({ operations }) => operations.includes(operation));
  const wanted = () => [...new Set([...takers].flatMap(({ operations }) => operations))];

  /** As long as a caller waits and there may be items. */
  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    try {
      while (dueOperations().length > 0) {
        await until(servedAt + roundIntervalMs);
        servedAt = performance.now();
        await serveRound(dueOperations());
      }
    } catch (error) {
      const failed = [...takers];
      takers.clear();
      empty.clear(); // The next caller finds out.
      for (const { fail } of failed) fail(error instanceof Error ? error : queueUnavailable(error));
    } finally {
      isServing = false;
    }
  }

  const dueOperations = () => wanted().filter((operation) => !empty.has(operation));

  /** The next items of all these operations together: in the order of the queue, whatever their operation. */
  async function serveRound(operations: readonly string[]): Promise<void> {
    const limit = takers.size;
    // Before it is looked: what is heard of meanwhile is looked for again.
    for (const operation of operations) empty.add(operation);
    const next = await nextUp(operations, limit);
    const chosen = [...next.values()].reduce((sum, count) => sum + count, 0);
    for (const [operation, count] of next) {
      const wantedCount = Math.min(count, waitersOf(operation).length);
      if (wantedCount === 0) continue;
      const items = await fetch(operation, wantedCount);
      // Another node was quicker; there may be more behind what it took.
      if (items.length < wantedCount) empty.delete(operation);
      await handOut(operation, items);
    }
    if (chosen >= limit) for (const operation of operations) empty.delete(operation);
  }

  async function handOut(operation: string, items: readonly Item[]): Promise<void> {
    for (const item of items) {
      const [taker] = waitersOf(operation);
      if (taker === undefined) {
        await giveBack(item);
        continue;
      }
      takers.delete(taker);
      taker.answer(item);
    }
  }

  return {
    async wait(operations, signal) {
      if (signal.aborted) return null;
      const { promise, resolve, reject } = Promise.withResolvers<Item | null>();
      const taker: Taker<Item> = { operations, answer: resolve, fail: reject };
      const leave = () => {
        if (takers.delete(taker)) resolve(null);
      };
      takers.add(taker);
      signal.addEventListener('abort', leave, { once: true });
      void serve();
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
    wake(operations) {
      if (operations === undefined) empty.clear();
      else for (const operation of operations) empty.delete(operation);
      void serve();
    },
    wanted,
    end() {
      const left = [...takers];
      takers.clear();
      for (const { answer } of left) answer(null);
    },
  };
}

/** Resolves at this time of the monotonic clock, at once when it has passed. */
async function until(time: number): Promise<void> {
  const leftMs = time - performance.now();
  if (leftMs > 0) await delay(leftMs);
}
