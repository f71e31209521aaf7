/** Match lengths and the greatest distance of deflate, less one that the window of the match finder needs. */
export const maxMatchLength = 258;
export const minMatchLength = 3;
export const maxDistance = 32_767;

export const endOfBlock = 256;
export const literalSymbols = 286;
export const distanceSymbols = 30;

/** Extra bits of the length symbols from 257 on (RFC 1951, 3.2.5). */
const lengthExtraBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];

/** The values of each symbol: from `base` on, selected by `extraBits`. Literals have no extra bits. */
interface SymbolTable {
  readonly base: Uint16Array;
  readonly extraBits: Uint8Array;
}

export const literalTable: SymbolTable = {
  base: new Uint16Array(literalSymbols),
  extraBits: new Uint8Array(literalSymbols),
};

export const distanceTable: SymbolTable = {
  base: new Uint16Array(distanceSymbols),
  extraBits: Uint8Array.from({ length: distanceSymbols }, (_, symbol) => Math.max(0, (symbol >> 1) - 1)),
};

/** The symbol of each match length. */
export const symbolOfLength = new Uint16Array(maxMatchLength + 1);

const nearDistances = 256;
/** The symbols of distances up to 256, and of the farther ones by 128s. */
const symbolOfNear = new Uint8Array(nearDistances + 1);
const symbolOfFar = new Uint8Array(nearDistances + 1);

let length = 3;
lengthExtraBits.forEach((bits, index) => {
  const symbol = 257 + index;
  // The last symbol is for 258 alone, which the one before could encode as well.
  if (index === lengthExtraBits.length - 1) length = maxMatchLength;
  literalTable.base[symbol] = length;
  literalTable.extraBits[symbol] = bits;
  for (let value = 0; value < 1 << bits && length <= maxMatchLength; value += 1) symbolOfLength[length++] = symbol;
});

let distance = 1;
for (let symbol = 0; symbol < distanceSymbols; symbol += 1) {
  distanceTable.base[symbol] = distance;
  const count = 1 << (distanceTable.extraBits[symbol] ?? 0);
  for (let value = distance; value < distance + count; value += 1) {
    if (value <= nearDistances) symbolOfNear[value] = symbol;
    else symbolOfFar[(value - 1) >> 7] = symbol;
  }
  distance += count;
}

export function symbolOfDistance(value: number): number {
  return (value <= nearDistances ? symbolOfNear[value] : symbolOfFar[(value - 1) >> 7]) as number;
}
