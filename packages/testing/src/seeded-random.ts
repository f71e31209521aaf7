import { mulberry32 } from '@platen/core/internal';

/** Random choices that are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Choices by mulberry32: 32 bits of state, good enough to choose damage with. */
export function createSeededRandom(seed: number): SeededRandom {
  const next = mulberry32(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
  };
}
