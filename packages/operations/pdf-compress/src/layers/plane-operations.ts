import { type BitPlane, clearBehindRows, createBitPlane } from '@platen/pdf-kit/bilevel';

/** Dilates by a square of `reach` pixels in every direction; `reach` is below 32. */
export function dilate(plane: BitPlane, reach: number): BitPlane {
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

/** Keeps the pixels that have at least two of their eight neighbours set. */
export function despeckle(plane: BitPlane): BitPlane {
  const { width, height, stride, words } = plane;
  const result = createBitPlane(width, height);
  // The sum of three pixels of a row as two bits, `ones` and `twos`; the sums of three rows are added bitwise, 32 pixels at a time.
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
    // At least three with the pixel itself: a two and a one, or two twos.
    result.words[at] = word & (several | (some & (above ^ own ^ below)));
  }
  return result;
}

/** Erodes by a cross: keeps the pixels whose four neighbours are set. */
export function erode(plane: BitPlane): BitPlane {
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

/** The left neighbour of each pixel of a word. */
function leftOf({ words, stride }: BitPlane, at: number): number {
  return ((words[at] as number) >>> 1) | (at % stride === 0 ? 0 : (words[at - 1] as number) << 31);
}

/** The right neighbour of each pixel of a word. */
function rightOf({ words, stride }: BitPlane, at: number): number {
  return ((words[at] as number) << 1) | ((at + 1) % stride === 0 ? 0 : (words[at + 1] as number) >>> 31);
}

/** Halves a plane: a pixel is set if any of its four is. */
export function halvePlane(plane: BitPlane): BitPlane {
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

/** How many times as large an image is as another of the same size or half of it: 1 or 2. */
export function scaleOf({ width }: { readonly width: number }, coarse: { readonly width: number }): number {
  return width === coarse.width ? 1 : 2;
}

/** A plane at the size of an image that has the same size, or half of it. */
export function atSizeOf(picture: { readonly width: number }, plane: BitPlane): BitPlane {
  return scaleOf(plane, picture) === 1 ? plane : halvePlane(plane);
}

/** Combines pairs of adjacent bits by OR into 16 bits. */
function halveWord(word: number): number {
  let bits = ((word | (word << 1)) >>> 1) & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}
