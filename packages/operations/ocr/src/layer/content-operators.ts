/** One operator of a content stream, by the bytes it takes with its operands. */
export interface ContentOperator {
  readonly name: string;
  /** The operands as written, without arrays and strings: numbers and names (with their slash). */
  readonly operands: readonly string[];
  /** Offset of the first byte of its first operand. */
  readonly start: number;
  /** Offset past the operator. */
  readonly end: number;
}

const whitespace = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const delimiters = new Set(Array.from('()<>[]{}/%', (character) => character.charCodeAt(0)));

/**
 * The operators of a content stream in order (ISO 32000-1, 7.8.2). Inline images are one operator, `BI`. Strings and
 * arrays are skipped over, so that what lies in them is never taken for an operator.
 */
export function* readOperators(content: Uint8Array): Generator<ContentOperator> {
  let offset = 0;
  let start = -1;
  let operands: string[] = [];
  while (offset < content.length) {
    const byte = content[offset] ?? 0;
    if (whitespace.has(byte)) {
      offset += 1;
      continue;
    }
    if (byte === 0x25) {
      offset = lineEnd(content, offset);
      continue;
    }
    if (start < 0) start = offset;
    const end = tokenEnd(content, offset);
    const token = Buffer.from(content.buffer, content.byteOffset + offset, end - offset).toString('latin1');
    offset = end;
    if (/^[A-Za-z'"]/.test(token) && !/^(true|false|null)$/.test(token)) {
      if (token === 'BI') offset = inlineImageEnd(content, offset);
      yield { name: token, operands, start, end: offset };
      operands = [];
      start = -1;
    } else if (/^[-+.\d/]/.test(token)) {
      operands.push(token);
    }
  }
}

/** Past the token that begins at `offset`: a name or word, a whole string, or one bracket. */
function tokenEnd(content: Uint8Array, offset: number): number {
  const byte = content[offset];
  if (byte === 0x28) return stringEnd(content, offset);
  if (byte === 0x3c && content[offset + 1] !== 0x3c) return past(content, offset, 0x3e);
  if (byte !== 0x2f && byte !== undefined && delimiters.has(byte)) return offset + 1;
  let end = offset + 1;
  while (end < content.length && !isBoundary(content[end] ?? 0)) end += 1;
  return end;
}

function isBoundary(byte: number): boolean {
  return whitespace.has(byte) || delimiters.has(byte);
}

/** Past a literal string, with its escapes and nested parentheses. */
function stringEnd(content: Uint8Array, offset: number): number {
  let depth = 0;
  for (let end = offset; end < content.length; end += 1) {
    const byte = content[end];
    if (byte === 0x5c) end += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return end + 1;
    }
  }
  return content.length;
}

function past(content: Uint8Array, offset: number, byte: number): number {
  const found = content.indexOf(byte, offset);
  return found < 0 ? content.length : found + 1;
}

function lineEnd(content: Uint8Array, offset: number): number {
  let end = offset;
  while (end < content.length && content[end] !== 0x0a && content[end] !== 0x0d) end += 1;
  return end;
}

/** Past the `EI` that stands between white space; the bytes of an image may hold others. */
function inlineImageEnd(content: Uint8Array, offset: number): number {
  for (let end = offset; end + 2 < content.length; end += 1) {
    const isEnd = whitespace.has(content[end] ?? 0) && content[end + 1] === 0x45 && content[end + 2] === 0x49;
    const after = content[end + 3];
    if (isEnd && (after === undefined || whitespace.has(after))) return end + 3;
  }
  return content.length;
}
