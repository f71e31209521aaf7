/** Choices that come out the same for the same seed. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Mulberry32, by Tommy Ettinger (public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // The first numbers of neighbouring seeds are alike.
  for (let turn = 0; turn < 8; turn += 1) next();
  return {
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}

/** A seed from a name: FNV-1a. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
