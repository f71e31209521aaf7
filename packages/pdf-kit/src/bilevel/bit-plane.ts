/**
 * A bilevel image, 32 pixels per word, the leftmost in the most significant bit. Rows are aligned to words; their padding
 * bits are 0.
 */
export interface BitPlane {
  readonly width: number;
  readonly height: number;
  /** Words per row. */
  readonly stride: number;
  readonly words: Int32Array;
}

/** Creates a plane in which no pixel is set. */
export function createBitPlane(width: number, height: number): BitPlane {
  const stride = (width + 31) >> 5;
  return { width, height, stride, words: new Int32Array(stride * height) };
}

/** Binarises an 8-bit image: a pixel is set if it is below the threshold of its column. `thresholdsOf` gives the thresholds of a row. */
export function packBelow(
  { data, width, height }: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  thresholdsOf: (row: number) => Uint8Array,
): BitPlane {
  const plane = createBitPlane(width, height);
  for (let y = 0; y < height; y += 1) packRow(data.subarray(y * width, (y + 1) * width), thresholdsOf(y), plane, y);
  return plane;
}

function packRow(data: Uint8Array, thresholds: Uint8Array, { stride, words }: BitPlane, row: number): void {
  for (let left = 0, to = row * stride; left < data.length; left += 32, to += 1) {
    const right = Math.min(left + 32, data.length);
    let word = 0;
    for (let x = left; x < right; x += 1)
      word = (word << 1) | ((data[x] as number) < (thresholds[x] as number) ? 1 : 0);
    words[to] = word << (left + 32 - right);
  }
}

/** Binarises an 8-bit image with one threshold: a pixel is set if it is below. */
export function packBelowThreshold(
  image: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  threshold: number,
): BitPlane {
  const thresholds = new Uint8Array(image.width).fill(threshold);
  return packBelow(image, () => thresholds);
}

/** Sets the pixels that are 0 in an 8-bit image. */
export function packZeros(data: Uint8Array, width: number, height: number): BitPlane {
  return packBelowThreshold({ data, width, height }, 1);
}

/** Sets the pixels that are 0 in rows of bits as PDF stores them: aligned to bytes, the leftmost pixel in the most significant bit. */
export function zerosOfRows(rows: Uint8Array, width: number, height: number): BitPlane {
  const plane = createBitPlane(width, height);
  const { words, stride } = plane;
  const rowBytes = (width + 7) >> 3;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let byte = 0; byte < rowBytes; byte += 1, at += 1) {
      const word = y * stride + (byte >> 2);
      words[word] = (words[word] as number) | ((~(rows[at] as number) & 0xff) << (24 - 8 * (byte & 3)));
    }
  }
  clearBehindRows(plane);
  return plane;
}

/** Rows of bits as PDF stores them: 0 where a pixel is set. */
export function rowsOfZeros({ width, height, stride, words }: BitPlane): Uint8Array {
  const rowBytes = (width + 7) >> 3;
  const rows = new Uint8Array(rowBytes * height);
  const lastMask = -1 << ((8 - (width & 7)) & 7);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let byte = 0; byte < rowBytes; byte += 1, at += 1) {
      rows[at] = ~((words[y * stride + (byte >> 2)] as number) >>> (24 - 8 * (byte & 3)));
    }
    rows[at - 1] = (rows[at - 1] as number) & lastMask;
  }
  return rows;
}

/** An 8-bit image: 0 where a pixel is set, else 255. */
export function unpackZeros({ width, height, stride, words }: BitPlane): Uint8Array {
  const data = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let column = 0; column < stride; column += 1) {
      const start = y * width + 32 * column;
      let rest = words[y * stride + column] as number;
      if (rest === -1) data.fill(0, start, start + 32);
      else {
        for (; rest !== 0; rest &= ~(0x80000000 >>> Math.clz32(rest))) data[start + Math.clz32(rest)] = 0;
      }
    }
  }
  return data;
}

/** Sets the pixels of a row from column `from` up to but not including `to`. */
export function fillRun({ words, stride }: BitPlane, row: number, from: number, to: number): void {
  for (let left = from; left < to; ) {
    const right = Math.min(to, (left | 31) + 1);
    const at = row * stride + (left >> 5);
    words[at] = (words[at] as number) | runMask(left, right);
    left = right;
  }
}

/** Clears the pixels of a row from column `from` up to but not including `to`. */
export function clearRun({ words, stride }: BitPlane, row: number, from: number, to: number): void {
  for (let left = from; left < to; ) {
    const right = Math.min(to, (left | 31) + 1);
    const at = row * stride + (left >> 5);
    words[at] = (words[at] as number) & ~runMask(left, right);
    left = right;
  }
}

/** The bits from column `from` up to `to` in a word; both are in the same one. */
function runMask(from: number, to: number): number {
  return (-1 >>> (from & 31)) & (-1 << (31 - ((to - 1) & 31)));
}

/** Writes a row, or its first `columns`, into a buffer from `start` on, one byte per pixel: 1 where it is set. */
export function unpackRow(
  plane: BitPlane,
  row: number,
  target: Uint8Array,
  start: number,
  columns = plane.width,
): void {
  const { words, stride } = plane;
  const end = start + Math.min(columns, plane.width);
  target.fill(0, start, end);
  for (let word = 0; word < stride; word += 1) {
    let rest = words[row * stride + word] as number;
    const base = start + 32 * word;
    while (rest !== 0) {
      const lead = Math.clz32(rest);
      if (base + lead >= end) return;
      target[base + lead] = 1;
      rest &= ~(0x80000000 >>> lead);
    }
  }
}

/** The number of pixels that are set. */
export function countBits({ words }: BitPlane): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    if (word !== 0) count += populationCount(word);
  }
  return count;
}

/**
 * The number of pixels that differ between two planes whose top left corners are aligned, within the area of both. Stops
 * early, with `bound` or more, once there are that many.
 */
export function countDifferences(one: BitPlane, other: BitPlane, bound = Number.POSITIVE_INFINITY): number {
  const width = Math.min(one.width, other.width);
  const height = Math.min(one.height, other.height);
  const last = ((width + 31) >> 5) - 1;
  const mask = lastWordMask(width);
  let count = 0;
  for (let row = 0; row < height && count < bound; row += 1) {
    const [from, to] = [row * one.stride, row * other.stride];
    for (let at = 0; at <= last; at += 1) {
      const difference = (one.words[from + at] as number) ^ (other.words[to + at] as number);
      if (difference !== 0) count += populationCount(at === last ? difference & mask : difference);
    }
  }
  return count;
}

/** The number of bits set in a word. */
function populationCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The pixels that are not set. */
export function invert(plane: BitPlane): BitPlane {
  const result = { ...plane, words: plane.words.map((word) => ~word) };
  clearBehindRows(result);
  return result;
}

/** Clears the padding bits of each row. */
export function clearBehindRows({ width, height, stride, words }: BitPlane): void {
  const mask = lastWordMask(width);
  for (let row = 1; row <= height; row += 1) words[row * stride - 1] = (words[row * stride - 1] as number) & mask;
}

/** The bits of the last word of a row that are pixels; the others are padding. */
function lastWordMask(width: number): number {
  return -1 << ((32 - (width & 31)) & 31);
}
