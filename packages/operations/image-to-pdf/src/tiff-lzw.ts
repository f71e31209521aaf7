const [clear, end, firstFree] = [256, 257, 258];
const maxWidth = 12;

/**
 * Decodes the LZW of TIFF (TIFF 6.0, section 13), also as old writers have it: with the low bit first, and longer codes
 * one code later. At most `byteLength` bytes are made, fewer where the data ends; null if a code is invalid.
 */
export function decodeLzw(coded: Uint8Array, byteLength: number): Uint8Array | null {
  const isOld = coded[0] === 0 && ((coded[1] ?? 0) & 1) === 1;
  const nextCode = createCodeReader(coded, isOld);
  const early = isOld ? 0 : 1;
  const decoded = new Uint8Array(byteLength);
  // A code stands for the string of the code before it and the first byte of that after it, which are already decoded.
  const starts = new Uint32Array(1 << maxWidth);
  const lengths = new Uint32Array(1 << maxWidth);
  let [free, width, at] = [firstFree, 9, 0];
  let previous: number | null = null;
  while (at < byteLength) {
    const code = nextCode(width);
    if (code === null || code === end) break;
    if (code === clear) {
      [free, width, previous] = [firstFree, 9, null];
      continue;
    }
    if (code >= firstFree && (previous === null || code > free)) return null;
    if (previous !== null && free < starts.length) {
      starts[free] = at - lengthOf(previous);
      lengths[free] = lengthOf(previous) + 1;
      free += 1;
    }
    const length = Math.min(lengthOf(code), byteLength - at);
    if (code < clear) decoded[at] = code;
    // Byte by byte: the last byte of the newest string is the first one of its own copy.
    else for (let index = 0; index < length; index++) decoded[at + index] = decoded[(starts[code] ?? 0) + index] ?? 0;
    at += length;
    previous = code;
    if (free + early >= 1 << width) width = Math.min(maxWidth, width + 1);
  }
  return decoded.subarray(0, at);

  function lengthOf(code: number): number {
    return code < clear ? 1 : (lengths[code] ?? 0);
  }
}

/** Reads codes of a number of bits; null at the end of the data. */
function createCodeReader(coded: Uint8Array, lowFirst: boolean): (width: number) => number | null {
  let [at, held, heldBits] = [0, 0, 0];
  return (width) => {
    while (heldBits < width) {
      if (at === coded.byteLength) return null;
      const byte = coded[at++] ?? 0;
      held = lowFirst ? held | (byte << heldBits) : ((held << 8) | byte) & 0xfffff;
      heldBits += 8;
    }
    heldBits -= width;
    const code = (lowFirst ? held : held >> heldBits) & ((1 << width) - 1);
    if (lowFirst) held >>= width;
    return code;
  };
}
