import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import type { BitPlane } from './bit-plane.ts';
import { adaptivePixels, encodeGeneric, genericContexts } from './generic-region.ts';
import { encodeInteger, integerContexts } from './integer-coder.ts';

/** Where the contexts of the integers begin: differences of height and width, lengths of exported runs. */
const heights = genericContexts;
const widths = heights + integerContexts;
const exported = widths + integerContexts;

/** The data of a symbol dictionary (ITU-T T.88, 7.4.2). `symbols` are sorted by height. */
export function encodeSymbolDictionary(symbols: readonly BitPlane[]): Uint8Array {
  const encoder = new ArithmeticEncoder(exported + integerContexts);
  let height = 0;
  for (let next = 0; next < symbols.length; ) {
    const first = symbols[next] as BitPlane;
    encodeInteger(encoder, heights, first.height - height);
    height = first.height;
    let width = 0;
    for (; symbols[next]?.height === height; next += 1) {
      const symbol = symbols[next] as BitPlane;
      encodeInteger(encoder, widths, symbol.width - width);
      width = symbol.width;
      encodeGeneric(encoder, symbol, false);
    }
    encodeInteger(encoder, widths, null);
  }
  // None is held back, then all of them are handed on.
  encodeInteger(encoder, exported, 0);
  encodeInteger(encoder, exported, symbols.length);
  const head = Buffer.alloc(18);
  head.set(adaptivePixels, 2);
  head.writeUInt32BE(symbols.length, 10);
  head.writeUInt32BE(symbols.length, 14);
  return Buffer.concat([head, encoder.finish()]);
}
