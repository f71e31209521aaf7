import { processingFailed } from '@platen/core';
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
  PDFString,
} from 'pdf-lib';
import { byteClass, byteClasses, isDigit } from './byte-classes.ts';
import { decodeNameEscapes, literalEnd, parseReal, searchStreamEnd } from './token-syntax.ts';

/** Decrypts the strings and streams of one indirect object. */
export interface ObjectDecryptor {
  string(bytes: Uint8Array): Uint8Array;
  stream(dict: PDFDict, bytes: Uint8Array): Uint8Array;
}

export interface ObjectParserSettings {
  readonly context: PDFContext;
  readonly maxNesting: number;
  readonly fileName: string | undefined;
  /** The value of an indirect `/Length`; null where there is none. */
  readonly resolveLength: (ref: PDFRef) => number | null;
  /** Told of every stream whose `/Length` was wrong. */
  readonly onRepair: () => void;
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

/** The numbers most files are full of, made once. */
const smallNumbers = Array.from({ length: 1024 }, (_, value) => PDFNumber.of(value));

const LF = 10;
const CR = 13;
const PERCENT = 0x25;
const OPEN_PAREN = 0x28;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LETTER_R = 0x52;

/**
 * A parser over `bytes`. It is lenient where real files are wrong (missing `endobj`, wrong `/Length`, stray words) and
 * strict where leniency costs memory: nesting deeper than `maxNesting` rejects with `damaged_file`.
 */
export function createObjectParser(bytes: Buffer, settings: ObjectParserSettings): ObjectParser {
  const { context, maxNesting } = settings;
  const length = bytes.length;
  const refs = new Map<number, PDFRef>();
  let position = 0;
  let decryptor: ObjectDecryptor | null = null;

  return {
    readObject(offset, objectDecryptor) {
      position = offset;
      decryptor = objectDecryptor;
      return readValue(0) ?? PDFNull;
    },
    readIndirect(offset, decryptorFor) {
      position = offset;
      const objectNumber = readUnsigned();
      const generation = objectNumber === null ? null : readUnsigned();
      if (objectNumber === null || generation === null) return null;
      skipSpace();
      if (!matches('obj')) return null;
      position += 3;
      decryptor = decryptorFor === null ? null : decryptorFor(objectNumber, generation);
      const value = readValue(0) ?? PDFNull;
      const object = value instanceof PDFDict ? readStreamAfter(value) : value;
      return { objectNumber, generation, object };
    },
  };

  /** The next value; null at the end of the data or before a closing bracket. Words that mean nothing are `null`. */
  function readValue(depth: number): PDFObject | null {
    skipSpace();
    if (position >= length) return null;
    const byte = bytes[position] as number;
    if (byte === SLASH) return readName();
    if (isDigit(byte)) return readNumberOrRef();
    if (byte === LESS) return bytes[position + 1] === LESS ? readDict(depth + 1) : readHexString();
    if (byte === OPEN_PAREN) return readString();
    if (byte === OPEN_BRACKET) return readArray(depth + 1);
    if (byte === CLOSE_BRACKET || byte === GREATER) return null;
    if (byte === 0x2b || byte === 0x2d || byte === 0x2e) return readNumber();
    return readWord();
  }

  function readWord(): PDFObject | null {
    const start = position;
    while (position < length && byteClasses[bytes[position] as number] === byteClass.regular) position++;
    if (position === start) position++;
    const word = bytes.toString('latin1', start, position);
    if (word === 'true') return PDFBool.True;
    if (word === 'false') return PDFBool.False;
    if (word === 'endobj' || word === 'endstream' || word === 'stream' || word === 'obj') {
      position = start;
      return null;
    }
    return PDFNull;
  }

  function readName(): PDFName {
    const start = ++position;
    while (position < length && byteClasses[bytes[position] as number] === byteClass.regular) position++;
    const raw = bytes.toString('latin1', start, position);
    return PDFName.of(raw.includes('#') ? decodeNameEscapes(raw) : raw);
  }

  function readNumberOrRef(): PDFObject {
    const start = position;
    const value = readDigits();
    const next = bytes[position];
    if (next === 0x2e || next === 0x2d) {
      position = start;
      return readNumber();
    }
    const afterNumber = position;
    skipSpace();
    if (isDigit(bytes[position])) {
      const generation = readDigits();
      skipSpace();
      if (bytes[position] === LETTER_R && byteClasses[bytes[position + 1] ?? 32] !== byteClass.regular) {
        position++;
        return refOf(value, generation);
      }
    }
    position = afterNumber;
    return smallNumbers[value] ?? PDFNumber.of(value);
  }

  function readDigits(): number {
    let value = 0;
    while (isDigit(bytes[position])) value = value * 10 + (bytes[position++] as number) - 0x30;
    return value;
  }

  function readNumber(): PDFNumber {
    const start = position;
    while (position < length && byteClasses[bytes[position] as number] === byteClass.regular) position++;
    return PDFNumber.of(parseReal(bytes.toString('latin1', start, position)));
  }

  function refOf(objectNumber: number, generation: number): PDFRef {
    if (generation !== 0) return PDFRef.of(objectNumber, generation);
    const known = refs.get(objectNumber);
    if (known !== undefined) return known;
    const ref = PDFRef.of(objectNumber);
    refs.set(objectNumber, ref);
    return ref;
  }

  function readString(): PDFObject {
    const start = ++position;
    const end = literalEnd(bytes, start);
    position = end + 1;
    const value = PDFString.of(bytes.toString('latin1', start, end));
    return decryptor === null ? value : hexString(decryptor.string(value.asBytes()));
  }

  function readHexString(): PDFObject {
    const start = ++position;
    const end = bytes.indexOf(GREATER, start);
    position = end < 0 ? length : end + 1;
    const digits = bytes.toString('latin1', start, end < 0 ? length : end).replace(/[^0-9a-fA-F]/g, '');
    const value = PDFHexString.of(digits);
    return decryptor === null ? value : hexString(decryptor.string(value.asBytes()));
  }

  function readArray(depth: number): PDFArray {
    checkNesting(depth);
    position++;
    const array = PDFArray.withContext(context);
    for (;;) {
      const value = readValue(depth);
      if (value !== null) array.push(value);
      else if (bytes[position] === GREATER) position++;
      else break;
    }
    if (bytes[position] === CLOSE_BRACKET) position++;
    return array;
  }

  function readDict(depth: number): PDFDict {
    checkNesting(depth);
    position += 2;
    const map = new Map<PDFName, PDFObject>();
    for (;;) {
      skipSpace();
      const byte = bytes[position];
      if (byte === SLASH) {
        const key = readName();
        const value = readValue(depth);
        if (value !== null && value !== PDFNull) map.set(key, value);
      } else if (byte === GREATER) {
        position += bytes[position + 1] === GREATER ? 2 : 1;
        break;
      } else if (byte === CLOSE_BRACKET) {
        position++;
      } else if (readValue(depth) === null) {
        break;
      }
    }
    return PDFDict.fromMapWithContext(map, context);
  }

  function checkNesting(depth: number): void {
    if (depth <= maxNesting) return;
    throw processingFailed('damaged_file', `The file nests objects more than ${maxNesting} deep`, {
      ...(settings.fileName === undefined ? {} : { fileName: settings.fileName }),
    });
  }

  /** The stream that follows its dictionary, or the dictionary when none does. */
  function readStreamAfter(dict: PDFDict): PDFObject {
    const afterDict = position;
    skipSpace();
    if (!matches('stream')) {
      position = afterDict;
      return dict;
    }
    position += 6;
    while (bytes[position] === 32) position++;
    if (bytes[position] === CR) position++;
    if (bytes[position] === LF) position++;
    const start = position;
    const end = streamEnd(dict, start);
    const contents = bytes.subarray(start, end);
    const objectDecryptor = decryptor;
    return PDFRawStream.of(dict, objectDecryptor === null ? contents : objectDecryptor.stream(dict, contents));
  }

  function streamEnd(dict: PDFDict, start: number): number {
    const declared = dict.get(PDFName.Length);
    const declaredLength = declared instanceof PDFRef ? resolveLength(declared) : numberOf(declared);
    if (declaredLength !== null && declaredLength >= 0 && start + declaredLength <= length) {
      position = start + declaredLength;
      skipSpace();
      if (matches('endstream') || matches('endobj')) return start + declaredLength;
    }
    settings.onRepair();
    const found = searchStreamEnd(bytes, start);
    position = found.keyword;
    return found.end;
  }

  function resolveLength(ref: PDFRef): number | null {
    const [savedPosition, savedDecryptor] = [position, decryptor];
    const value = settings.resolveLength(ref);
    position = savedPosition;
    decryptor = savedDecryptor;
    return value;
  }

  function readUnsigned(): number | null {
    skipSpace();
    return isDigit(bytes[position]) ? readDigits() : null;
  }

  function matches(word: string): boolean {
    for (let index = 0; index < word.length; index++) {
      if (bytes[position + index] !== word.charCodeAt(index)) return false;
    }
    return true;
  }

  function skipSpace(): void {
    while (position < length) {
      const byte = bytes[position] as number;
      if (byte === PERCENT) {
        while (position < length && bytes[position] !== LF && bytes[position] !== CR) position++;
      } else if (byteClasses[byte] === byteClass.space) {
        position++;
      } else {
        return;
      }
    }
  }
}

function hexString(bytes: Uint8Array): PDFHexString {
  return PDFHexString.of(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex'));
}

function numberOf(object: PDFObject | undefined): number | null {
  return object instanceof PDFNumber ? object.asNumber() : null;
}
