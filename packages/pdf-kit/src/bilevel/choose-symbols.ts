import { type BitPlane, countDifferences } from './bit-plane.ts';
import type { PlacedShape } from './placed-shape.ts';

/** A shape on the page and the symbol it is encoded with. */
export interface SymbolInstance {
  readonly place: PlacedShape;
  readonly symbol: number;
  /** True if its pixels differ from those of the symbol, and only the difference is encoded. */
  readonly isRefined: boolean;
}

export interface SymbolChoice {
  readonly symbols: readonly BitPlane[];
  readonly instances: readonly SymbolInstance[];
}

/**
 * Maximum share of pixels in which a shape may differ from the symbol it is encoded as a refinement of. It affects only the
 * size, as refinement is lossless: on three scans 0.05 takes 3 % more, 0.12 2 %, 0.2 5 %.
 */
const maxDifference = 0.08;
/** Maximum number of symbols of similar size that a shape is compared with, the most frequent ones first. */
const maxCompared = 60;

/**
 * Chooses the symbols that shapes are encoded with: every shape that repeats, and every other one that is not similar to a
 * symbol already chosen.
 */
export function chooseSymbols(shapes: readonly PlacedShape[]): SymbolChoice {
  const distinct = new Map<string, { bits: BitPlane; places: PlacedShape[] }[]>();
  for (const place of shapes) {
    const { width, height, words } = place.bits;
    const key = `${width} ${height} ${hashOf(words)}`;
    const sameHash = distinct.get(key) ?? [];
    const same = sameHash.find(({ bits }) => countDifferences(bits, place.bits) === 0);
    if (same !== undefined) same.places.push(place);
    else distinct.set(key, [...sameHash, { bits: place.bits, places: [place] }]);
  }
  const symbols: BitPlane[] = [];
  const instances: SymbolInstance[] = [];
  const bySize = new Map<string, number[]>();
  // The most frequent shapes come first, as others are likely to resemble them.
  const kinds = [...distinct.values()].flat().sort((one, other) => other.places.length - one.places.length);
  for (const { bits, places } of kinds) {
    const similar = places.length === 1 ? findSimilar(bits, symbols, bySize) : null;
    const symbol = similar ?? symbols.push(bits) - 1;
    if (similar === null) addToSize(bySize, bits, symbol);
    for (const place of places) instances.push({ place, symbol, isRefined: similar !== null });
  }
  return { symbols, instances };
}

/** FNV-1a over words instead of bytes. */
function hashOf(words: Int32Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < words.length; at += 1) {
    hash = Math.imul(hash ^ (words[at] as number), 0x01000193);
    // Multiplication carries towards higher bits only: a difference in the upper half of a word would never reach the lower.
    hash ^= hash >>> 15;
  }
  return hash;
}

function addToSize(bySize: Map<string, number[]>, { width, height }: BitPlane, symbol: number): void {
  const key = `${width} ${height}`;
  const list = bySize.get(key);
  if (list === undefined) bySize.set(key, [symbol]);
  else list.push(symbol);
}

/** Differences between the size of a shape and that of its symbol, the smallest first. */
const sizeDifferences = [0, 1, -1, 2, -2].flatMap((wider) => [0, 1, -1, 2, -2].map((higher) => ({ wider, higher })));
sizeDifferences.sort((one, other) => sum(one) - sum(other));

function sum({ wider, higher }: { readonly wider: number; readonly higher: number }): number {
  return Math.abs(wider) + Math.abs(higher);
}

/** The symbol that differs least from a shape; null if none is similar. */
function findSimilar(
  shape: BitPlane,
  symbols: readonly BitPlane[],
  bySize: ReadonlyMap<string, number[]>,
): number | null {
  let best: number | null = null;
  let bound = Math.floor(maxDifference * shape.width * shape.height);
  let compared = 0;
  for (const { wider, higher } of sizeDifferences) {
    const list = bySize.get(`${shape.width + wider} ${shape.height + higher}`) ?? [];
    for (let index = 0; index < list.length && compared < maxCompared; index += 1) {
      compared += 1;
      const symbol = list[index] as number;
      const difference = countDifferences(shape, symbols[symbol] as BitPlane, bound);
      if (difference >= bound) continue;
      bound = difference;
      best = symbol;
    }
  }
  return best;
}
