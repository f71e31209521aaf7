/**
 * A page of two values, 32 pixels a word, the leftmost in the highest bit. Rows begin on a word; the bits behind the last
 * pixel of a row are 0.
 */
export interface BitPlane {
  readonly width: number;
  readonly height: number;
  /** Words of a row. */
  readonly stride: number;
  readonly words: Int32Array;
}

/** A plane of zeros. */
export function createBitPlane(width: number, height: number): BitPlane {
  const stride = (width + 31) >> 5;
  return { width, height, stride, words: new Int32Array(stride * height) };
}

/** The pixels, one a byte, that are below the bound of their column; `boundsOf` gives those of a row. */
export function packBelow(
  { data, width, height }: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  boundsOf: (row: number) => Uint8Array,
): BitPlane {
  const plane = createBitPlane(width, height);
  for (let y = 0; y < height; y += 1) packRow(data.subarray(y * width, (y + 1) * width), boundsOf(y), plane, y);
  return plane;
}

function packRow(data: Uint8Array, bounds: Uint8Array, { stride, words }: BitPlane, row: number): void {
  for (let left = 0, to = row * stride; left < data.length; left += 32, to += 1) {
    const right = Math.min(left + 32, data.length);
    let word = 0;
    for (let x = left; x < right; x += 1) word = (word << 1) | ((data[x] as number) < (bounds[x] as number) ? 1 : 0);
    words[to] = word << (left + 32 - right);
  }
}

/** The pixels, one a byte, that are 0. */
export function packZeros(data: Uint8Array, width: number, height: number): BitPlane {
  const bounds = new Uint8Array(width).fill(1);
  return packBelow({ data, width, height }, () => bounds);
}

/** The zeros of rows of bits that begin on a byte, the leftmost in the highest bit: as PDF stores them. */
export function zerosOfRows(rows: Uint8Array, width: number, height: number): BitPlane {
  const plane = createBitPlane(width, height);
  const { words, stride } = plane;
  const rowBytes = (width + 7) >> 3;
  const beyond = -1 << ((32 - (width & 31)) & 31);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let byte = 0; byte < rowBytes; byte += 1, at += 1) {
      const word = y * stride + (byte >> 2);
      words[word] = (words[word] as number) | ((~(rows[at] as number) & 0xff) << (24 - 8 * (byte & 3)));
    }
    const last = (y + 1) * stride - 1;
    words[last] = (words[last] as number) & beyond;
  }
  return plane;
}

/** Rows of bits as PDF stores them, with zeros where the plane is set. */
export function rowsOfZeros({ width, height, stride, words }: BitPlane): Uint8Array {
  const rowBytes = (width + 7) >> 3;
  const rows = new Uint8Array(rowBytes * height);
  const beyond = -1 << ((8 - (width & 7)) & 7);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let byte = 0; byte < rowBytes; byte += 1, at += 1) {
      rows[at] = ~((words[y * stride + (byte >> 2)] as number) >>> (24 - 8 * (byte & 3)));
    }
    rows[at - 1] = (rows[at - 1] as number) & beyond;
  }
  return rows;
}

/** The whole as one byte a pixel: 0 where it is set, else 255. */
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

/** Sets the pixels of a row from one column up to another, that one left out. */
export function fillRun({ words, stride }: BitPlane, row: number, from: number, to: number): void {
  for (let left = from; left < to; ) {
    const right = Math.min(to, (left | 31) + 1);
    const at = row * stride + (left >> 5);
    words[at] = (words[at] as number) | runMask(left, right);
    left = right;
  }
}

/** The same, but clears them. */
export function clearRun({ words, stride }: BitPlane, row: number, from: number, to: number): void {
  for (let left = from; left < to; ) {
    const right = Math.min(to, (left | 31) + 1);
    const at = row * stride + (left >> 5);
    words[at] = (words[at] as number) & ~runMask(left, right);
    left = right;
  }
}

/** The bits from one column up to another in the word of both. */
function runMask(from: number, to: number): number {
  return (-1 >>> (from & 31)) & (-1 << (31 - ((to - 1) & 31)));
}

/** Writes a row, or its first `columns`, one pixel a byte, to a place in a buffer. */
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

/** Pixels that are set. */
export function countBits({ words }: BitPlane): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    if (word !== 0) count += bitsOf(word);
  }
  return count;
}

/**
 * Pixels that differ between two planes in the same top left corner, as far as both reach. Ends early, with `bound` or more, when there
 * are that many.
 */
export function countDifferences(one: BitPlane, other: BitPlane, bound = Number.POSITIVE_INFINITY): number {
  const width = Math.min(one.width, other.width);
  const height = Math.min(one.height, other.height);
  const last = ((width + 31) >> 5) - 1;
  const mask = -1 << ((32 - (width & 31)) & 31);
  let count = 0;
  for (let row = 0; row < height && count < bound; row += 1) {
    const [from, to] = [row * one.stride, row * other.stride];
    for (let at = 0; at <= last; at += 1) {
      const difference = (one.words[from + at] as number) ^ (other.words[to + at] as number);
      if (difference !== 0) count += bitsOf(at === last ? difference & mask : difference);
    }
  }
  return count;
}

/** How many bits of a word are set. */
function bitsOf(word: number): number {
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

/** Clears the bits behind the last pixel of each row. */
export function clearBehindRows({ width, height, stride, words }: BitPlane): void {
  const mask = -1 << ((32 - (width & 31)) & 31);
  for (let row = 1; row <= height; row += 1) words[row * stride - 1] = (words[row * stride - 1] as number) & mask;
}
