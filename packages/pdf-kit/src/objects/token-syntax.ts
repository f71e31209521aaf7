/** How single tokens are written, and where they end: what the object parser needs to know of no state for. */

const LF = 10;
const CR = 13;
const OPEN_PAREN = 0x28;
const CLOSE_PAREN = 0x29;
const BACKSLASH = 0x5c;

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
export function parseReal(text: string): number {
  const match = /^[+-]*(\d*\.?\d*)/.exec(text);
  const magnitude = Number(match?.[1] === '.' ? 0 : (match?.[1] ?? 0));
  return text.startsWith('-') ? -magnitude : magnitude;
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
