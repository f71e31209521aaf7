import { type PDFHexString, PDFName, type PDFString } from 'pdf-lib';
import { byteClass, byteClasses, isDigit } from './byte-classes.ts';
import { createLexer, type Lexer } from './lexer.ts';
import { createTokenCache } from './token-cache.ts';

/** An operand of a content stream; null for an object that cannot be an operand. */
export type Operand =
  | number
  | boolean
  | null
  | PDFName
  | PDFString
  | PDFHexString
  | readonly Operand[]
  | ReadonlyMap<PDFName, Operand>;

/** One operator of a content stream, with the position of its bytes and those of its operands. */
export interface ContentOperator {
  readonly operator: string;
  readonly operands: readonly Operand[];
  /** Offset of the first byte of its first operand, or of the operator when it has none. */
  readonly start: number;
  /** Offset past the operator; past `EI` for an inline image. */
  readonly end: number;
}

/** Past this many operands something is broken: the specification allows 33, a block of a CMap has up to 300. */
const maxOperands = 512;
const maxNesting = 32;
/** Bytes after `EI` that must be readable for it to end an inline image; pdf.js looks at 15. */
const readableBytes = 16;

const constants: ReadonlyMap<string, Operand> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const SLASH = 0x2f;
const OPEN_PAREN = 0x28;
const LESS = 0x3c;
const GREATER = 0x3e;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * The operators of a content stream in order (ISO 32000-2, 7.8.2), or those of a CMap, which has the same syntax. Anything
 * else is skipped, as viewers do. An inline image is one operator `BI` without operands.
 */
export function* readContentStream(content: Uint8Array): Generator<ContentOperator> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const lexer = createLexer(bytes, createTokenCache());
  let operands: Operand[] = [];
  let start = -1;
  for (lexer.skipSpace(); lexer.position < bytes.length; lexer.skipSpace()) {
    if (start < 0) start = lexer.position;
    const token = readToken(lexer, bytes, 0);
    if (typeof token !== 'string') {
      if (operands.length < maxOperands) operands.push(token);
      continue;
    }
    if (token === 'BI') lexer.position = inlineImageEnd(bytes, lexer.position);
    yield { operator: token, operands, start, end: lexer.position };
    operands = [];
    start = -1;
  }
}

/** The next operand, or the keyword of an operator as a string. */
function readToken(lexer: Lexer, bytes: Buffer, depth: number): Operand | string {
  const byte = bytes[lexer.position] ?? 0;
  if (byte === SLASH) return lexer.readName();
  if (byte === OPEN_PAREN) return lexer.readString();
  if (byte === OPEN_BRACKET) return readArray(lexer, bytes, depth);
  if (byte === LESS) return bytes[lexer.position + 1] === LESS ? readDict(lexer, bytes, depth) : lexer.readHexString();
  if (isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e) return lexer.readValue();
  const word = lexer.readWord();
  if (byteClasses[byte] === byteClass.delimiter) return null;
  return constants.has(word) ? (constants.get(word) ?? null) : word;
}

function readOperand(lexer: Lexer, bytes: Buffer, depth: number): Operand {
  const token = readToken(lexer, bytes, depth);
  return typeof token === 'string' ? null : token;
}

function readArray(lexer: Lexer, bytes: Buffer, depth: number): readonly Operand[] {
  const items: Operand[] = [];
  lexer.position += 1;
  for (lexer.skipSpace(); lexer.position < bytes.length && depth <= maxNesting; lexer.skipSpace()) {
    if (bytes[lexer.position] === CLOSE_BRACKET) {
      lexer.position += 1;
      break;
    }
    items.push(readOperand(lexer, bytes, depth + 1));
  }
  return items;
}

function readDict(lexer: Lexer, bytes: Buffer, depth: number): ReadonlyMap<PDFName, Operand> {
  const entries = new Map<PDFName, Operand>();
  let key: PDFName | null = null;
  lexer.position += 2;
  for (lexer.skipSpace(); lexer.position < bytes.length && depth <= maxNesting; lexer.skipSpace()) {
    if (bytes[lexer.position] === GREATER) {
      lexer.position += bytes[lexer.position + 1] === GREATER ? 2 : 1;
      break;
    }
    const value = readOperand(lexer, bytes, depth + 1);
    if (key !== null) entries.set(key, value);
    key = key === null && value instanceof PDFName ? value : null;
  }
  return entries;
}

/**
 * The offset past the `EI` that ends an inline image, whose data may contain any bytes: the first `EI` between white space
 * that is followed by readable text, or else the first between white space.
 */
function inlineImageEnd(bytes: Buffer, from: number): number {
  const data = Math.max(from, bytes.indexOf('ID', from, 'latin1') + 2);
  let likely: number | null = null;
  for (let at = bytes.indexOf('EI', data, 'latin1'); at >= 0; at = bytes.indexOf('EI', at + 1, 'latin1')) {
    const end = at + 2;
    if (!isSpaceOrEnd(bytes, at - 1) || !isSpaceOrEnd(bytes, end)) continue;
    if (bytes.subarray(end, end + readableBytes).every(isReadable)) return end;
    likely ??= end;
  }
  return likely ?? bytes.length;
}

function isSpaceOrEnd(bytes: Buffer, index: number): boolean {
  return index >= bytes.length || byteClasses[bytes[index] ?? 0] === byteClass.space;
}

function isReadable(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byteClasses[byte] === byteClass.space;
}
