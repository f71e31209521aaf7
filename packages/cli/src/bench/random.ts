import { mulberry32 } from '@platen/core/internal';

/** Choices that come out the same for the same seed. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Choices by mulberry32. */
export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  // The first numbers of neighbouring seeds are alike.
  for (let turn = 0; turn < 8; turn += 1) next();
  return {
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
