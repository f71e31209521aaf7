import { limitExceeded } from '@platen/core';
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  type PDFString,
} from 'pdf-lib';
import { isDigit } from './byte-classes.ts';
import { createLexer } from './lexer.ts';
import type { TokenCache } from './token-cache.ts';
import { searchStreamEnd } from './token-syntax.ts';

/** Decrypts the strings and streams of one indirect object. */
export interface ObjectDecryptor {
  string(bytes: Uint8Array): Uint8Array;
  stream(dict: PDFDict, bytes: Uint8Array): Uint8Array;
}

export interface ObjectParserSettings {
  readonly context: PDFContext;
  /** Shared by all parsers of a file: each object stream has one. */
  readonly tokens: TokenCache;
  readonly maxNesting: number;
  readonly fileName: string | undefined;
  /** The value of an indirect `/Length`; null where there is none. */
  readonly resolveLength: (ref: PDFRef) => number | null;
  /** Called for every stream whose `/Length` was wrong. */
  readonly onRepair: () => void;
  /** Called with the bytes of each object that is read, without those of streams. */
  readonly onRead: (bytes: number) => void;
}

/** The header and value of one indirect object. */
export interface IndirectObject {
  readonly objectNumber: number;
  readonly generation: number;
  readonly object: PDFObject;
}

/** Reads PDF objects out of bytes. Streams are views of the bytes, not copies. */
export interface ObjectParser {
  /** The object at an offset; `decryptor` null leaves strings and streams as they are. */
  readObject(offset: number, decryptor: ObjectDecryptor | null): PDFObject;
  /** The `n g obj … endobj` at an offset, or null when there is none. */
  readIndirect(
    offset: number,
    decryptorFor: ((objectNumber: number, generation: number) => ObjectDecryptor) | null,
  ): IndirectObject | null;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const OPEN_PAREN = 0x28;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * A parser over `bytes`. It is lenient where real files are wrong (missing `endobj`, wrong `/Length`, stray words) and
 * strict where leniency costs memory: nesting deeper than `maxNesting` rejects with `damaged_file`.
 */
// Long: the methods of one parser share its lexer.
export function createObjectParser(bytes: Buffer, settings: ObjectParserSettings): ObjectParser {
  const { context, maxNesting } = settings;
  const { length } = bytes;
  const lexer = createLexer(bytes, settings.tokens);
  let decryptor: ObjectDecryptor | null = null;

  return {
    readObject(offset, objectDecryptor) {
      lexer.position = offset;
      decryptor = objectDecryptor;
      const value = readValue(0) ?? PDFNull;
      settings.onRead(lexer.position - offset);
      return value;
    },
    readIndirect(offset, decryptorFor) {
      lexer.position = offset;
      const objectNumber = lexer.readUnsigned();
      const generation = objectNumber === null ? null : lexer.readUnsigned();
      if (objectNumber === null || generation === null) return null;
      lexer.skipSpace();
      if (!lexer.matches('obj')) return null;
      lexer.position += 3;
      decryptor = decryptorFor === null ? null : decryptorFor(objectNumber, generation);
      const value = readValue(0) ?? PDFNull;
      settings.onRead(lexer.position - offset);
      const object = value instanceof PDFDict ? readStreamAfter(value) : value;
      return { objectNumber, generation, object };
    },
  };

  /** The next value; null at the end of the data or before a closing bracket. Unknown keywords are read as the object `null`. */
  function readValue(depth: number): PDFObject | null {
    lexer.skipSpace();
    const { position } = lexer;
    if (position >= length) return null;
    const byte = bytes[position] as number;
    if (byte === SLASH) return lexer.readName();
    if (isDigit(byte)) return lexer.readNumberOrRef();
    if (byte === LESS) return bytes[position + 1] === LESS ? readDict(depth + 1) : decrypted(lexer.readHexString());
    if (byte === OPEN_PAREN) return decrypted(lexer.readString());
    if (byte === OPEN_BRACKET) return readArray(depth + 1);
    if (byte === CLOSE_BRACKET || byte === GREATER) return null;
    if (byte === 0x2b || byte === 0x2d || byte === 0x2e) return lexer.readNumber();
    return readWord();
  }

  function readWord(): PDFObject | null {
    const start = lexer.position;
    const word = lexer.readWord();
    if (word === 'true') return PDFBool.True;
    if (word === 'false') return PDFBool.False;
    if (word === 'endobj' || word === 'endstream' || word === 'stream' || word === 'obj') {
      lexer.position = start;
      return null;
    }
    return PDFNull;
  }

  function decrypted(text: PDFString | PDFHexString): PDFString | PDFHexString {
    return decryptor === null ? text : hexString(decryptor.string(text.asBytes()));
  }

  function readArray(depth: number): PDFArray {
    checkNesting(depth);
    lexer.position++;
    const array = PDFArray.withContext(context);
    for (;;) {
      const value = readValue(depth);
      if (value !== null) array.push(value);
      else if (bytes[lexer.position] === GREATER) lexer.position++;
      else break;
    }
    if (bytes[lexer.position] === CLOSE_BRACKET) lexer.position++;
    return array;
  }

  function readDict(depth: number): PDFDict {
    checkNesting(depth);
    lexer.position += 2;
    const map = new Map<PDFName, PDFObject>();
    for (;;) {
      lexer.skipSpace();
      const byte = bytes[lexer.position];
      if (byte === SLASH) {
        const key = lexer.readName();
        const value = readValue(depth);
        if (value !== null && value !== PDFNull) map.set(key, value);
      } else if (byte === GREATER) {
        lexer.position += bytes[lexer.position + 1] === GREATER ? 2 : 1;
        break;
      } else if (byte === CLOSE_BRACKET) {
        lexer.position++;
      } else if (readValue(depth) === null) {
        break;
      }
    }
    return PDFDict.fromMapWithContext(map, context);
  }

  function checkNesting(depth: number): void {
    if (depth <= maxNesting) return;
    throw limitExceeded('damaged_file', `The file nests objects more than ${maxNesting} deep`, {
      limit: 'maxNesting',
      allowed: maxNesting,
      fileName: settings.fileName,
    });
  }

  /** The stream that follows its dictionary, or the dictionary when none does. */
  function readStreamAfter(dict: PDFDict): PDFObject {
    const afterDict = lexer.position;
    lexer.skipSpace();
    if (!lexer.matches('stream')) {
      lexer.position = afterDict;
      return dict;
    }
    let start = lexer.position + 6;
    while (bytes[start] === SPACE) start++;
    if (bytes[start] === CR) start++;
    if (bytes[start] === LF) start++;
    const contents = bytes.subarray(start, streamEnd(dict, start));
    return PDFRawStream.of(dict, decryptor === null ? contents : decryptor.stream(dict, contents));
  }

  function streamEnd(dict: PDFDict, start: number): number {
    const declared = dict.get(PDFName.Length);
    const declaredLength = declared instanceof PDFRef ? resolveLength(declared) : numberOf(declared);
    if (declaredLength !== null && declaredLength >= 0 && start + declaredLength <= length) {
      lexer.position = start + declaredLength;
      lexer.skipSpace();
      if (lexer.matches('endstream') || lexer.matches('endobj')) return start + declaredLength;
    }
    settings.onRepair();
    const found = searchStreamEnd(bytes, start);
    lexer.position = found.keyword;
    return found.end;
  }

  /** Resolves an indirect `/Length`, which moves this same parser to another object and back. */
  function resolveLength(ref: PDFRef): number | null {
    const [savedPosition, savedDecryptor] = [lexer.position, decryptor];
    const value = settings.resolveLength(ref);
    lexer.position = savedPosition;
    decryptor = savedDecryptor;
    return value;
  }
}

function hexString(bytes: Uint8Array): PDFHexString {
  return PDFHexString.of(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex'));
}

function numberOf(object: PDFObject | undefined): number | null {
  return object instanceof PDFNumber ? object.asNumber() : null;
}
