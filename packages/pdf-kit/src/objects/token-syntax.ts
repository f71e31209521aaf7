import { isDigit } from './byte-classes.ts';

/** The syntax of single tokens, as functions without state. */

const LF = 10;
const CR = 13;
const OPEN_PAREN = 0x28;
const CLOSE_PAREN = 0x29;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;

/** The largest power of ten that a number holds exactly. */
const maxExactPower = 1e22;

/** The offset of the parenthesis that closes a literal string, whose content begins at `start`. */
export function literalEnd(bytes: Buffer, start: number): number {
  let depth = 1;
  let position = start;
  for (; position < bytes.length; position++) {
    const byte = bytes[position];
    if (byte === BACKSLASH) position++;
    else if (byte === OPEN_PAREN) depth++;
    else if (byte === CLOSE_PAREN && --depth === 0) break;
  }
  return Math.min(position, bytes.length);
}

/** A number with a sign or a point. Doubled signs count once, and it ends at a second point or a sign inside. */
export function parseReal(bytes: Buffer, start: number, end: number): number {
  let position = start;
  while (bytes[position] === PLUS || bytes[position] === MINUS) position++;
  const first = position;
  let digits = 0;
  let divisor = 0;
  for (; position < end; position++) {
    const byte = bytes[position] as number;
    if (isDigit(byte)) {
      digits = digits * 10 + byte - 0x30;
      divisor *= 10;
    } else if (byte === POINT && divisor === 0) divisor = 1;
    else break;
  }
  // One division of two exact numbers rounds once. Beyond that the decimal text is parsed as a whole, which does too.
  const isExact = digits <= Number.MAX_SAFE_INTEGER && divisor <= maxExactPower;
  const magnitude = isExact ? digits / Math.max(1, divisor) : Number(bytes.toString('latin1', first, position));
  return bytes[start] === MINUS ? -magnitude : magnitude;
}

/** A name with its `#20` escapes undone. */
export function decodeNameEscapes(raw: string): string {
  return raw.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * Where a stream of unknown length ends: its last byte before the end of line, and the `endstream` after it; failing
 * that its `endobj`, the next object, or the end of the file. Streams never overlap: a thousand without an end would be
 * the whole file each.
 */
export function searchStreamEnd(bytes: Buffer, start: number): { readonly end: number; readonly keyword: number } {
  const rest = bytes.subarray(start, nextObject(bytes, start));
  const found = ['endstream', 'endobj'].map((word) => rest.indexOf(word, 0, 'latin1')).find((at) => at >= 0);
  const keyword = start + (found ?? rest.length);
  let end = keyword;
  if (bytes[end - 1] === LF && end > start) end--;
  if (bytes[end - 1] === CR && end > start) end--;
  return { end, keyword };
}

/** The longest header of an object: ten digits and five, and a space after each. */
const headerBytes = 17;

function nextObject(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(' obj', start, 'latin1'); at >= 0; at = bytes.indexOf(' obj', at + 1, 'latin1')) {
    const from = Math.max(start, at - headerBytes);
    const header = /\s(\d{1,10} \d{1,5})$/.exec(bytes.toString('latin1', from, at));
    if (header !== null) return at - (header[1]?.length ?? 0);
  }
  return bytes.length;
}
