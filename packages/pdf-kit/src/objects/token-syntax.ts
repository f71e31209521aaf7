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
 * that its `endobj`, or the end of the file.
 */
export function searchStreamEnd(bytes: Buffer, start: number): { readonly end: number; readonly keyword: number } {
  let keyword = bytes.indexOf('endstream', start, 'latin1');
  if (keyword < 0) keyword = bytes.indexOf('endobj', start, 'latin1');
  if (keyword < 0) keyword = bytes.length;
  let end = keyword;
  if (bytes[end - 1] === LF && end > start) end--;
  if (bytes[end - 1] === CR && end > start) end--;
  return { end, keyword };
}
