import { inflateSync } from 'node:zlib';
import { decodeLzw } from './tiff-lzw.ts';

const [none, lzw, packBits] = [1, 5, 32_773];

/** Deflate: by Adobe, by its experimental number, and as PIXTIFF writes it. */
const deflates: readonly number[] = [8, 32_946, 50_013];

/**
 * Undoes a compression of bytes without loss (TIFF 6.0, sections 9 and 13; Technical Note on Deflate). At most `byteLength` bytes
 * are made. Null for another compression, and for data that is damaged.
 */
export function decompress(coded: Uint8Array, compression: number, byteLength: number): Uint8Array | null {
  if (compression === none) return coded;
  if (compression === lzw) return decodeLzw(coded, byteLength);
  if (compression === packBits) return decodePackBits(coded, byteLength);
  return deflates.includes(compression) ? inflate(coded, byteLength) : null;
}

function inflate(coded: Uint8Array, byteLength: number): Uint8Array | null {
  try {
    return inflateSync(coded, { maxOutputLength: byteLength });
  } catch {
    return null;
  }
}

/** A signed byte before each piece: one less than the number of literal bytes, or of repeats of one byte if negative. */
function decodePackBits(coded: Uint8Array, byteLength: number): Uint8Array {
  const decoded = new Uint8Array(byteLength);
  let [from, to] = [0, 0];
  while (from < coded.byteLength && to < byteLength) {
    const count = coded[from++] ?? 0;
    if (count < 128) {
      const literal = coded.subarray(from, from + Math.min(count + 1, byteLength - to));
      decoded.set(literal, to);
      from += count + 1;
      to += literal.byteLength;
    } else if (count > 128) {
      decoded.fill(coded[from++] ?? 0, to, to + 257 - count);
      to += 257 - count;
    }
  }
  return decoded.subarray(0, to);
}
