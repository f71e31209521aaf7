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

export function createTakers<Item>({ fetch, giveBack }: TakersSettings<Item>): Takers<Item> {
  const takers = new Set<Taker<Item>>();
  /** Operations whose last fetch came back with less than it asked for, and of which nothing was heard since. */
  const empty = new Set<string>();
  let isServing = false;
  let servedAt = Number.NEGATIVE_INFINITY;

  const waitersOf = (operation: string) => [...takers].filter(({ operations }) => operations.includes(operation));
  const wanted = () => [...new Set([...takers].flatMap(({ operations }) => operations))];

  /** One operation after the other, as long as a caller waits and there may be items. */
  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    try {
      while (dueOperations().length > 0) {
        await until(servedAt + roundIntervalMs);
        servedAt = performance.now();
        for (const operation of dueOperations()) await serveOperation(operation);
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

  async function serveOperation(operation: string): Promise<void> {
    const limit = waitersOf(operation).length;
    if (limit === 0) return;
    // Before the fetch: what is heard of meanwhile is looked for again.
    empty.add(operation);
    const items = await fetch(operation, limit);
    if (items.length === limit) empty.delete(operation);
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
