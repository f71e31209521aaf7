import { type BitPlane, countDifferences } from './bit-plane.ts';
import type { PlacedShape } from './placed-shape.ts';

/** A shape on the page, as the symbol it is or that it is told apart from. */
export interface Instance {
  readonly place: PlacedShape;
  readonly symbol: number;
  /** True where its pixels differ from those of the symbol, and are sent by what differs. */
  readonly isRefined: boolean;
}

export interface SymbolChoice {
  readonly symbols: readonly BitPlane[];
  readonly instances: readonly Instance[];
}

/**
 * Shapes are sent by what differs from a symbol where no more than this share of their pixels do. It decides on size
 * alone: every pixel comes out as it was. Of three scans 0.05 leaves 3 per cent more, 0.12 2 per cent, 0.2 5 per cent.
 */
const maxDifference = 0.08;
/** Symbols of about the same size that a shape is compared with, the most frequent ones first. */
const maxCompared = 60;

/**
 * Chooses the symbols that shapes are drawn with: each shape that is there more than once, and of the others those that
 * are not like one already chosen.
 */
export function chooseSymbols(shapes: readonly PlacedShape[]): SymbolChoice {
  const distinct = new Map<string, { bits: BitPlane; places: PlacedShape[] }[]>();
  for (const place of shapes) {
    const { width, height, words } = place.bits;
    const key = `${width} ${height} ${hashOf(words)}`;
    const alike = distinct.get(key) ?? [];
    const same = alike.find(({ bits }) => countDifferences(bits, place.bits) === 0);
    if (same !== undefined) same.places.push(place);
    else distinct.set(key, [...alike, { bits: place.bits, places: [place] }]);
  }
  const symbols: BitPlane[] = [];
  const instances: Instance[] = [];
  const bySize = new Map<string, number[]>();
  // Shapes that are there often come first: others are most like them.
  const kinds = [...distinct.values()].flat().sort((one, other) => other.places.length - one.places.length);
  for (const { bits, places } of kinds) {
    const like = places.length === 1 ? findLike(bits, symbols, bySize) : null;
    const symbol = like ?? symbols.push(bits) - 1;
    if (like === null) addToSize(bySize, bits, symbol);
    for (const place of places) instances.push({ place, symbol, isRefined: like !== null });
  }
  return { symbols, instances };
}

function hashOf(words: Int32Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < words.length; at += 1) {
    hash = Math.imul(hash ^ (words[at] as number), 0x01000193);
    // A product carries upwards only: what differs in the left half of a word alone would stay there.
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

/** Sizes that a symbol of a shape may have, the nearest ones first, as differences. */
const sizeDifferences = [0, 1, -1, 2, -2].flatMap((wider) => [0, 1, -1, 2, -2].map((higher) => ({ wider, higher })));
sizeDifferences.sort((one, other) => sum(one) - sum(other));

function sum({ wider, higher }: { readonly wider: number; readonly higher: number }): number {
  return Math.abs(wider) + Math.abs(higher);
}

/** The symbol that differs least from a shape; null when none is like it. */
function findLike(shape: BitPlane, symbols: readonly BitPlane[], bySize: ReadonlyMap<string, number[]>): number | null {
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
