import { PDFHexString, type PDFName, type PDFNumber, type PDFRef, PDFString } from 'pdf-lib';
import { byteClass, byteClasses, isDigit } from './byte-classes.ts';
import type { TokenCache } from './token-cache.ts';
import { literalEnd, parseReal } from './token-syntax.ts';

/** Reads single tokens of PDF syntax (ISO 32000-1, 7.2 and 7.3) at its position, and moves past them. */
export interface Lexer {
  /** The offset of the next byte to be read. */
  position: number;
  /** Moves past white space and comments. */
  skipSpace(): void;
  /** True if these letters come next. Does not move. */
  matches(word: string): boolean;
  /** The regular characters up to the next white space or delimiter, or the delimiter that comes next. */
  readWord(): string;
  /** A name; its slash comes next. */
  readName(): PDFName;
  /** A number, or a reference `n g R`; its first digit comes next. */
  readNumberOrRef(): PDFNumber | PDFRef;
  /** A number with a sign or a decimal point. */
  readNumber(): PDFNumber;
  /** The same as a plain value: creating an object for each number takes longer than the rest of reading content. */
  readValue(): number;
  /** The next token if it consists of digits. */
  readUnsigned(): number | null;
  /** A literal string, escapes kept; its parenthesis comes next. */
  readString(): PDFString;
  /** A hexadecimal string; its bracket comes next. */
  readHexString(): PDFHexString;
}

const LF = 10;
const CR = 13;
const PERCENT = 0x25;
const MINUS = 0x2d;
const POINT = 0x2e;
const GREATER = 0x3e;
const LETTER_R = 0x52;

/** A lexer over `bytes`. Names, numbers and references come from `cache` when they occur again. */
// Long: the methods of one lexer share its position.
export function createLexer(bytes: Buffer, cache: TokenCache): Lexer {
  const { length } = bytes;
  const lexer: Lexer = {
    position: 0,
    skipSpace,
    matches,
    readWord,
    readName,
    readNumberOrRef,
    readNumber,
    readValue,
    readUnsigned,
    readString,
    readHexString,
  };
  return lexer;

  function skipSpace(): void {
    let { position } = lexer;
    while (position < length) {
      const byte = bytes[position] as number;
      if (byte === PERCENT) {
        while (position < length && bytes[position] !== LF && bytes[position] !== CR) position++;
      } else if (byteClasses[byte] === byteClass.space) {
        position++;
      } else {
        break;
      }
    }
    lexer.position = position;
  }

  function matches(word: string): boolean {
    for (let index = 0; index < word.length; index++) {
      if (bytes[lexer.position + index] !== word.charCodeAt(index)) return false;
    }
    return true;
  }

  function readWord(): string {
    const start = lexer.position;
    const end = regularEnd(start);
    lexer.position = Math.max(end, start + 1);
    return wordAt(bytes, start, lexer.position);
  }

  function readName(): PDFName {
    const start = lexer.position + 1;
    lexer.position = regularEnd(start);
    return cache.name(bytes, start, lexer.position);
  }

  function readNumberOrRef(): PDFNumber | PDFRef {
    const start = lexer.position;
    const value = readDigits();
    const next = bytes[lexer.position];
    if (next === POINT || next === MINUS) {
      lexer.position = start;
      return readNumber();
    }
    const afterNumber = lexer.position;
    skipSpace();
    if (isDigit(bytes[lexer.position])) {
      const generation = readDigits();
      skipSpace();
      const { position } = lexer;
      if (bytes[position] === LETTER_R && byteClasses[bytes[position + 1] ?? 32] !== byteClass.regular) {
        lexer.position = position + 1;
        return cache.reference(value, generation);
      }
    }
    lexer.position = afterNumber;
    return cache.number(value);
  }

  function readNumber(): PDFNumber {
    return cache.number(readValue());
  }

  function readValue(): number {
    const start = lexer.position;
    lexer.position = regularEnd(start);
    return parseReal(bytes, start, lexer.position);
  }

  function readUnsigned(): number | null {
    skipSpace();
    return isDigit(bytes[lexer.position]) ? readDigits() : null;
  }

  function readDigits(): number {
    let { position } = lexer;
    let value = 0;
    for (let byte = bytes[position]; isDigit(byte); byte = bytes[++position])
      value = value * 10 + (byte as number) - 0x30;
    lexer.position = position;
    return value;
  }

  function readString(): PDFString {
    const start = lexer.position + 1;
    const end = literalEnd(bytes, start);
    lexer.position = end + 1;
    return PDFString.of(bytes.toString('latin1', start, end));
  }

  function readHexString(): PDFHexString {
    const start = lexer.position + 1;
    const found = bytes.indexOf(GREATER, start);
    const end = found < 0 ? length : found;
    lexer.position = found < 0 ? length : found + 1;
    return PDFHexString.of(bytes.toString('latin1', start, end).replace(/[^0-9a-fA-F]/g, ''));
  }

  /** Where the run of regular characters from `start` ends. */
  function regularEnd(start: number): number {
    let end = start;
    while (end < length && byteClasses[bytes[end] as number] === byteClass.regular) end++;
    return end;
  }
}

/** Words of up to this many letters are cached: content repeats some seventy operators by the thousand. */
const maxKeptLetters = 3;
const keptWords = new Map<number, string>();
const maxKeptWords = 4_096;

function wordAt(bytes: Buffer, start: number, end: number): string {
  if (end - start > maxKeptLetters) return bytes.toString('latin1', start, end);
  let key = end - start;
  for (let position = start; position < end; position++) key = key * 256 + (bytes[position] as number);
  const known = keptWords.get(key);
  if (known !== undefined) return known;
  const word = bytes.toString('latin1', start, end);
  if (keptWords.size < maxKeptWords) keptWords.set(key, word);
  return word;
}
