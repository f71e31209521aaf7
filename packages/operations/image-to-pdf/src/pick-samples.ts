import { endianness } from 'node:os';

/** Which bytes of each pixel: `count` of them after the first `from`, of `stride`. */
export interface SampleChoice {
  readonly from: number;
  readonly count: number;
  readonly stride: number;
}

/** Takes some bytes of every pixel, always into the same memory: what it returned before is overwritten. All are as they are. */
export function createSamplePicker(choice: SampleChoice): (pixels: Uint8Array) => Uint8Array {
  const { from, count, stride } = choice;
  let memory = new Uint8Array(0);
  return (pixels) => {
    if (count === stride) return pixels;
    const byteLength = (pixels.byteLength / stride) * count;
    // Whole words: the last of them may hold less than four bytes that count.
    if (memory.byteLength < byteLength) memory = new Uint8Array(Math.ceil(byteLength / 4) * 4);
    const words = from === 0 && count === 3 ? pixelWords(pixels, stride) : null;
    if (words === null) pickBytes(pixels, choice, memory);
    else dropLastBytes(words, new Int32Array(memory.buffer));
    return memory.subarray(0, byteLength);
  };
}

/** Pixels of four bytes as words that have the first byte lowest; null where that is not to be had. */
export function pixelWords(pixels: Uint8Array, stride: number): Int32Array | null {
  if (stride !== 4 || pixels.byteOffset % 4 !== 0 || endianness() !== 'LE') return null;
  return new Int32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
}

/** Four pixels of four bytes become three words: much of the work on a large screenshot, so no byte goes singly. */
function dropLastBytes(words: Int32Array, target: Int32Array): void {
  for (let from = 0, to = 0; from < words.length; from += 4, to += 3) {
    const [second, third] = [words[from + 1] ?? 0, words[from + 2] ?? 0];
    target[to] = ((words[from] ?? 0) & 0xffffff) | (second << 24);
    target[to + 1] = ((second >>> 8) & 0xffff) | (third << 16);
    target[to + 2] = ((third >>> 16) & 0xff) | ((words[from + 3] ?? 0) << 8);
  }
}

function pickBytes(pixels: Uint8Array, { from, count, stride }: SampleChoice, target: Uint8Array): void {
  for (let to = 0, at = from; at < pixels.length; to += count, at += stride) {
    for (let byte = 0; byte < count; byte++) target[to + byte] = pixels[at + byte] ?? 0;
  }
}
