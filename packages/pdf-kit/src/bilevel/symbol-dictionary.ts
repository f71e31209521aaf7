import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import type { BitPlane } from './bit-plane.ts';
import { adaptivePixels, encodeGeneric, genericContexts } from './generic-region.ts';
import { encodeInteger, integerContexts } from './integer-coder.ts';

/** The first contexts of the integers: delta height (IADH), delta width (IADW) and export run length (IAEX). */
const deltaHeights = genericContexts;
const deltaWidths = deltaHeights + integerContexts;
const exportRuns = deltaWidths + integerContexts;

/** The data of a symbol dictionary (ITU-T T.88, 7.4.2). `symbols` are sorted by height. */
export function encodeSymbolDictionary(symbols: readonly BitPlane[]): Uint8Array {
  const encoder = new ArithmeticEncoder(exportRuns + integerContexts);
  let height = 0;
  for (let next = 0; next < symbols.length; ) {
    const first = symbols[next] as BitPlane;
    encodeInteger(encoder, deltaHeights, first.height - height);
    height = first.height;
    let width = 0;
    for (; symbols[next]?.height === height; next += 1) {
      const symbol = symbols[next] as BitPlane;
      encodeInteger(encoder, deltaWidths, symbol.width - width);
      width = symbol.width;
      encodeGeneric(encoder, symbol, false);
    }
    encodeInteger(encoder, deltaWidths, null);
  }
  // Runs of symbols that are not exported and that are: none, then all.
  encodeInteger(encoder, exportRuns, 0);
  encodeInteger(encoder, exportRuns, symbols.length);
  const head = Buffer.alloc(18);
  head.set(adaptivePixels, 2);
  head.writeUInt32BE(symbols.length, 10);
  head.writeUInt32BE(symbols.length, 14);
  return Buffer.concat([head, encoder.finish()]);
}
