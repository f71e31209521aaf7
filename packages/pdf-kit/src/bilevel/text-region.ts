import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import type { BitPlane } from './bit-plane.ts';
import type { SymbolInstance } from './choose-symbols.ts';
import { encodeInteger, encodeSymbolId, integerContexts } from './integer-coder.ts';
import { encodeRefinement, refinementContexts, refinementPixels } from './refinement.ts';

/** Rows of a strip, as a power of two. */
const stripBits = 3;
const stripRows = 2 ** stripBits;

/** The first contexts of each kind of integer; behind the last come those of the symbol IDs. */
const at = (kind: number) => refinementContexts + kind * integerContexts;
const contexts = {
  /** IADT: strips since the previous one. */
  strips: at(0),
  /** IAFS: the first instance of a strip, from the first of the previous strip. */
  firsts: at(1),
  /** IADS: any other instance, from the end of the one before. */
  steps: at(2),
  /** IAIT: the row within the strip. */
  rows: at(3),
  /** IARI: whether a refinement follows. */
  isRefined: at(4),
  /** IARDW, IARDH, IARDX, IARDY: how the size and position of a refinement differ from those of its symbol. */
  widths: at(5),
  heights: at(6),
  rightwards: at(7),
  downwards: at(8),
  /** IAID. */
  symbols: at(9),
};

/** The data of a text region (ITU-T T.88, 7.4.3), without its region information. */
export function encodeTextRegion(symbols: readonly BitPlane[], instances: readonly SymbolInstance[]): Uint8Array {
  const symbolBits = Math.ceil(Math.log2(symbols.length));
  const encoder = new ArithmeticEncoder(contexts.symbols + 2 ** symbolBits);
  const refines = instances.some(({ isRefined }) => isRefined);
  // The reference corner is the bottom left one, so that the letters of a line are in one strip.
  const rowOf = ({ place }: SymbolInstance) => place.y + place.bits.height - 1;
  const stripOf = (instance: SymbolInstance) => Math.floor(rowOf(instance) / stripRows);
  const ordered = [...instances].sort((one, other) => stripOf(one) - stripOf(other) || one.place.x - other.place.x);
  // The initial strip, negated.
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
    encodeSymbolId(encoder, contexts.symbols, symbol, symbolBits);
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
    // The reference is centred by default; these offsets align the corners.
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
