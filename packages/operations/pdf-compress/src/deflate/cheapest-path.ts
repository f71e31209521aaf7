import {
  distanceSymbols,
  distanceTable,
  endOfBlock,
  literalSymbols,
  literalTable,
  maxMatchLength,
  minMatchLength,
  symbolOfDistance,
  symbolOfLength,
} from './deflate-symbols.ts';
import type { Matches } from './find-matches.ts';

// `as number`: indexes are in bounds by construction, and checks would cost time in the innermost loops.

/** The bytes of a range from `from` up to `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An LZ77 parse of a range: the length of the step at a position, and the distance of its match; 0 for a literal. */
export interface Path {
  readonly lengths: Uint16Array;
  readonly distances: Uint16Array;
}

/** How often each symbol is used. */
export interface SymbolCounts {
  readonly literals: Uint32Array;
  readonly distances: Uint32Array;
}

/** The bits of each symbol, its extra bits included. */
export interface SymbolCosts {
  readonly literals: Float64Array;
  readonly distances: Float64Array;
}

/** Lazy matching, for a first parse: takes the longest match, unless there is a longer one at the next position. */
export function findLongestPath({ starts, lengths, distances }: Matches, { from, to }: Span, path: Path): void {
  const longestAt = (position: number) => {
    const end = starts[position + 1] as number;
    return position < to && end > (starts[position] as number)
      ? Math.min(lengths[end - 1] as number, to - position)
      : 0;
  };
  for (let position = from; position < to; ) {
    const length = longestAt(position);
    const isMatch = length > 0 && longestAt(position + 1) <= length;
    path.lengths[position] = isMatch ? length : 1;
    path.distances[position] = isMatch ? (distances[(starts[position + 1] as number) - 1] as number) : 0;
    position += isMatch ? length : 1;
  }
}

/** Optimal parsing: finds the parse of a span that takes the fewest bits and writes it into `path`. No match extends past the span. */
export function findCheapestPath(
  bytes: Uint8Array,
  matches: Matches,
  { from, to }: Span,
  costs: SymbolCosts,
  path: Path,
): void {
  const { starts, lengths, distances } = matches;
  const costOfLength = new Float64Array(symbolOfLength.length);
  for (let length = minMatchLength; length <= maxMatchLength; length += 1) {
    costOfLength[length] = costs.literals[symbolOfLength[length] as number] as number;
  }
  const remaining = new Float64Array(to - from + 1);
  for (let position = to - 1; position >= from; position -= 1) {
    const at = position - from;
    let best = (costs.literals[bytes[position] as number] as number) + (remaining[at + 1] as number);
    let bestLength = 1;
    let bestDistance = 0;
    const limit = Math.min(maxMatchLength, to - position);
    const end = starts[position + 1] as number;
    // Matches are sorted by length and distance: for each length, the nearest match of at least that length is used.
    let length = minMatchLength;
    for (let match = starts[position] as number; match < end; match += 1) {
      const distance = distances[match] as number;
      const costOfDistance = costs.distances[symbolOfDistance(distance)] as number;
      const longest = Math.min(limit, lengths[match] as number);
      for (; length <= longest; length += 1) {
        const cost = costOfDistance + (costOfLength[length] as number) + (remaining[at + length] as number);
        if (cost < best) {
          best = cost;
          bestLength = length;
          bestDistance = distance;
        }
      }
    }
    remaining[at] = best;
    path.lengths[position] = bestLength;
    path.distances[position] = bestDistance;
  }
}

/** Counts the symbols of the parse of a span, and its end-of-block symbol. */
export function countSymbols(bytes: Uint8Array, path: Path, { from, to }: Span): SymbolCounts {
  const counts = { literals: new Uint32Array(literalSymbols), distances: new Uint32Array(distanceSymbols) };
  const { literals, distances } = counts;
  for (let position = from; position < to; ) {
    const length = path.lengths[position] as number;
    if (length === 1) (literals[bytes[position] as number] as number)++;
    else {
      (literals[symbolOfLength[length] as number] as number)++;
      (distances[symbolOfDistance(path.distances[position] as number)] as number)++;
    }
    position += length;
  }
  literals[endOfBlock] = 1;
  return counts;
}

/** The entropy of each symbol, in bits; unused symbols cost as if used once. */
export function costsOf({ literals, distances }: SymbolCounts): SymbolCosts {
  return {
    literals: withExtraBits(entropyBits(literals), literalTable.extraBits),
    distances: withExtraBits(entropyBits(distances), distanceTable.extraBits),
  };
}

function entropyBits(counts: Uint32Array): Float64Array {
  let total = 0;
  for (const count of counts) total += count;
  const unused = Math.log2(Math.max(1, total));
  const bits = new Float64Array(counts.length).fill(unused);
  for (let symbol = 0; symbol < counts.length; symbol += 1) {
    const count = counts[symbol] as number;
    if (count > 1) bits[symbol] = unused - Math.log2(count);
  }
  return bits;
}

function withExtraBits(bits: Float64Array, extraBits: Uint8Array): Float64Array {
  for (let symbol = 0; symbol < bits.length; symbol += 1) {
    bits[symbol] = (bits[symbol] as number) + (extraBits[symbol] as number);
  }
  return bits;
}
