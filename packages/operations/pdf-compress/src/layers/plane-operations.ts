import { type BitPlane, clearBehindRows, createBitPlane, invert } from '@platen/pdf-kit/bilevel';

/** The pixels within reach of those that are set, in both directions; `reach` is below 32. */
export function widen(plane: BitPlane, reach: number): BitPlane {
  const { width, height, stride, words } = plane;
  const across = createBitPlane(width, height);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < stride; column += 1, at += 1) {
      const word = words[at] as number;
      const before = column === 0 ? 0 : (words[at - 1] as number);
      const after = column + 1 === stride ? 0 : (words[at + 1] as number);
      if ((word | before | after) === 0) continue;
      let wide = word;
      for (let by = 1; by <= reach; by += 1) {
        wide |= (word >>> by) | (before << (32 - by)) | (word << by) | (after >>> (32 - by));
      }
      across.words[at] = wide;
    }
  }
  const result = createBitPlane(width, height);
  for (let row = 0; row < height; row += 1) {
    const last = Math.min(height - 1, row + reach);
    for (let from = Math.max(0, row - reach); from <= last; from += 1) {
      for (let column = 0; column < stride; column += 1) {
        const to = row * stride + column;
        result.words[to] = (result.words[to] as number) | (across.words[from * stride + column] as number);
      }
    }
  }
  clearBehindRows(result);
  return result;
}

/** The pixels that have at least two neighbours among those that are set. */
export function dropDust(plane: BitPlane): BitPlane {
  const { width, height, stride, words } = plane;
  const result = createBitPlane(width, height);
  // The sum of three neighbours of a row as two bits; those of three rows are added bit by bit, 32 pixels at a time.
  const [ones, twos] = [new Int32Array(words.length + 2 * stride), new Int32Array(words.length + 2 * stride)];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    const left = leftOf(plane, at);
    const right = rightOf(plane, at);
    ones[at + stride] = word ^ left ^ right;
    twos[at + stride] = (word & left) | (word & right) | (left & right);
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    if (word === 0) continue;
    const above = ones[at] as number;
    const own = ones[at + stride] as number;
    const below = ones[at + 2 * stride] as number;
    const carry = (above & own) | (above & below) | (own & below);
    const a = twos[at] as number;
    const b = twos[at + stride] as number;
    const c = twos[at + 2 * stride] as number;
    const some = carry | a | b | c;
    const several = (carry & a) | ((carry | a) & b) | ((carry | a | b) & c);
    // Three with the pixel itself: a two and a one, or two twos.
    result.words[at] = word & (several | (some & (above ^ own ^ below)));
  }
  return result;
}

/** The pixels that are set and have all four neighbours set. */
export function innerPixels(plane: BitPlane): BitPlane {
  const { width, height, stride, words } = plane;
  const result = createBitPlane(width, height);
  for (let at = stride; at < words.length - stride; at += 1) {
    const word = words[at] as number;
    if (word === 0) continue;
    const vertical = (words[at - stride] as number) & (words[at + stride] as number);
    result.words[at] = word & vertical & leftOf(plane, at) & rightOf(plane, at);
  }
  return result;
}

/** Each pixel of a word replaced by the one before it. */
function leftOf({ words, stride }: BitPlane, at: number): number {
  return ((words[at] as number) >>> 1) | (at % stride === 0 ? 0 : (words[at - 1] as number) << 31);
}

function rightOf({ words, stride }: BitPlane, at: number): number {
  return ((words[at] as number) << 1) | ((at + 1) % stride === 0 ? 0 : (words[at + 1] as number) >>> 31);
}

/** A plane of half the resolution: pixels of which any of the four is set. */
export function halveAny(plane: BitPlane): BitPlane {
  const { width, height, stride, words } = plane;
  const half = createBitPlane(Math.ceil(width / 2), Math.ceil(height / 2));
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < stride; column += 1) {
      const word = words[row * stride + column] as number;
      if (word === 0) continue;
      const to = (row >> 1) * half.stride + (column >> 1);
      half.words[to] = (half.words[to] as number) | (halveWord(word) << (column % 2 === 0 ? 16 : 0));
    }
  }
  return half;
}

/** The same with pixels of which all are set. */
export function halveAll(plane: BitPlane): BitPlane {
  return invert(halveAny(invert(plane)));
}

/** What a picture is to another one of its size, or of half of it: 1 or 2. */
export function scaleOf({ width }: { readonly width: number }, coarse: { readonly width: number }): number {
  return width === coarse.width ? 1 : 2;
}

/** A plane at the size of a picture that has it, or half of it: there any of the four pixels counts. */
export function atSizeOf(picture: { readonly width: number }, plane: BitPlane): BitPlane {
  return scaleOf(plane, picture) === 1 ? plane : halveAny(plane);
}

/** 16 bits, each set where one of two neighbours is. */
function halveWord(word: number): number {
  let bits = ((word | (word << 1)) >>> 1) & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}
