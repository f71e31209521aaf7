import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import type { BitPlane } from './bit-plane.ts';
import type { Instance } from './choose-symbols.ts';
import { encodeInteger, encodeSymbolNumber, integerContexts } from './integer-coder.ts';
import { encodeRefinement, refinementContexts, refinementPixels } from './refinement.ts';

/** Rows whose shapes go together, as a power of two. */
const stripBits = 3;
const stripRows = 2 ** stripBits;

/** Where the contexts of each kind of number begin. */
const at = (kind: number) => refinementContexts + kind * integerContexts;
const contexts = {
  strips: at(0),
  firsts: at(1),
  steps: at(2),
  rows: at(3),
  isRefined: at(4),
  widths: at(5),
  heights: at(6),
  rightwards: at(7),
  downwards: at(8),
  symbols: at(9),
};

/** The data of a text region (ITU-T T.88, 7.4.3) that is as large as the page, without where it is. */
export function encodeTextRegion(symbols: readonly BitPlane[], instances: readonly Instance[]): Uint8Array {
  const symbolBits = Math.ceil(Math.log2(symbols.length));
  const encoder = new ArithmeticEncoder(contexts.symbols + 2 ** symbolBits);
  const refines = instances.some(({ isRefined }) => isRefined);
  // A shape is where its lower left corner is, so that letters of a line are in one strip.
  const rowOf = ({ place }: Instance) => place.y + place.bits.height - 1;
  const stripOf = (instance: Instance) => Math.floor(rowOf(instance) / stripRows);
  const ordered = [...instances].sort((one, other) => stripOf(one) - stripOf(other) || one.place.x - other.place.x);
  // The strip before the first is sent negated.
  encodeInteger(encoder, contexts.strips, 0);
  let [strip, first, pen] = [0, 0, 0];
  let isFirst = true;
  for (const [index, instance] of ordered.entries()) {
    const { place, symbol, isRefined } = instance;
    const { bits, x } = place;
    if (isFirst) {
      encodeInteger(encoder, contexts.strips, stripOf(instance) - strip);
      strip = stripOf(instance);
      encodeInteger(encoder, contexts.firsts, x - first);
      first = x;
    } else encodeInteger(encoder, contexts.steps, x - pen);
    pen = x + bits.width - 1;
    encodeInteger(encoder, contexts.rows, rowOf(instance) - strip * stripRows);
    encodeSymbolNumber(encoder, contexts.symbols, symbol, symbolBits);
    if (refines) encodeInteger(encoder, contexts.isRefined, isRefined ? 1 : 0);
    if (isRefined) encodeRefined(bits, symbols[symbol] as BitPlane);
    const next = ordered[index + 1];
    isFirst = next === undefined || stripOf(next) !== strip;
    if (isFirst) encodeInteger(encoder, contexts.steps, null);
  }

  function encodeRefined(bits: BitPlane, symbol: BitPlane): void {
    const [wider, higher] = [bits.width - symbol.width, bits.height - symbol.height];
    encodeInteger(encoder, contexts.widths, wider);
    encodeInteger(encoder, contexts.heights, higher);
    // The symbol is laid in the middle, and moved from there to the same corner.
    encodeInteger(encoder, contexts.rightwards, -(wider >> 1));
    encodeInteger(encoder, contexts.downwards, -(higher >> 1));
    encodeRefinement(encoder, 0, bits, symbol);
  }

  const flags = Buffer.alloc(2);
  flags.writeUInt16BE((refines ? 2 : 0) | (stripBits << 2));
  const count = Buffer.alloc(4);
  count.writeUInt32BE(instances.length);
  return Buffer.concat([flags, refines ? refinementPixels : Buffer.alloc(0), count, encoder.finish()]);
}
