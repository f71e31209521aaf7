import { countSymbols, type Path, type Span } from './cheapest-path.ts';
import { endOfBlock, literalSymbols as literalCount } from './deflate-symbols.ts';

/** The least number of steps in a piece, which is not divided. */
const minSteps = 512;
/** The greatest number of pieces, above which these have more steps, since every run of pieces is evaluated. */
const maxPieces = 24;
/** The estimated size of the header of a block, and of the code length of one symbol in it, in bits. */
const blockBits = 70;
const bitsPerCode = 3.5;

/**
 * Divides a span into blocks with codes of their own, where these save more than they cost: the best division into runs of
 * pieces by dynamic programming, with the entropy of their symbols as the estimated size.
 */
export function splitBlocks(bytes: Uint8Array, path: Path, span: Span): readonly Span[] {
  const ends = pieceEnds(path, span);
  const counts = ends.slice(1).map((to, piece) => countsOf(bytes, path, { from: ends[piece] ?? 0, to }));
  const bestTo = [0];
  const startOf = [0];
  for (let to = 1; to < ends.length; to += 1) {
    const block = new Uint32Array(counts[0]?.length ?? 0);
    let best = Number.POSITIVE_INFINITY;
    for (let from = to - 1; from >= 0; from -= 1) {
      addTo(block, counts[from] as Uint32Array);
      const bits = (bestTo[from] as number) + estimateBits(block);
      if (bits < best) [best, startOf[to]] = [bits, from];
    }
    bestTo[to] = best;
  }
  const blocks: Span[] = [];
  for (let to = ends.length - 1; to > 0; to = startOf[to] as number) {
    blocks.unshift({ from: ends[startOf[to] as number] as number, to: ends[to] as number });
  }
  return blocks;
}

/** The boundaries of pieces with about the same number of steps. */
function pieceEnds({ lengths }: Path, { from, to }: Span): readonly number[] {
  let steps = 0;
  for (let position = from; position < to; position += lengths[position] as number) steps += 1;
  const perPiece = Math.max(minSteps, Math.ceil(steps / maxPieces));
  const ends = [from];
  let step = 0;
  for (let position = from; position < to; position += lengths[position] as number) {
    if (step > 0 && step % perPiece === 0) ends.push(position);
    step += 1;
  }
  return [...ends, to];
}

/** The counts of the literal/length symbols, then those of the distance symbols. */
function countsOf(bytes: Uint8Array, path: Path, span: Span): Uint32Array {
  const { literals, distances } = countSymbols(bytes, path, span);
  literals[endOfBlock] = 0;
  const counts = new Uint32Array(literals.length + distances.length);
  counts.set(literals);
  counts.set(distances, literals.length);
  return counts;
}

function addTo(sum: Uint32Array, counts: Uint32Array): void {
  for (let symbol = 0; symbol < sum.length; symbol += 1) {
    sum[symbol] = (sum[symbol] as number) + (counts[symbol] as number);
  }
}

function estimateBits(counts: Uint32Array): number {
  let bits = blockBits;
  for (const [from, to] of [
    [0, literalCount],
    [literalCount, counts.length],
  ] as const) {
    let total = 0;
    for (let symbol = from; symbol < to; symbol += 1) {
      const count = counts[symbol] as number;
      if (count === 0) continue;
      total += count;
      bits += bitsPerCode - count * Math.log2(count);
    }
    if (total > 0) bits += total * Math.log2(total);
  }
  return bits;
}
