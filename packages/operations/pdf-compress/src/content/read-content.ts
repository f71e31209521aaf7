/** A name operand, such as `/Im1`; one object for each name within one stream. */
export interface ContentName {
  readonly name: string;
}

/** An operand of a content stream: number, name, string (its bytes), array. Anything else is null. */
export type Operand = number | ContentName | Uint8Array | readonly Operand[] | null;

/** Called for each operator with its operands, which are good until it returns. */
export type OperatorListener = (operator: string, operands: readonly Operand[]) => void;

/** Past this many operands something is broken: the specification allows 33, a block of a CMap has up to 300. */
const maxOperands = 512;
const maxNesting = 32;

/** Character classes of ISO 32000-2, 7.2.3: 1 white space, 2 delimiter, 0 regular. */
const characterClass = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) characterClass[code] = 1;
for (const code of Buffer.from('()<>[]{}/%')) characterClass[code] = 2;

/**
 * Reads the operators of a content stream one after the other. Tolerant: what cannot be understood is skipped, as
 * viewers do. Inline images arrive as one operator `BI` without operands.
 */
export function readContent(bytes: Uint8Array, listener: OperatorListener): void {
  const reader = createReader(bytes);
  let operands: Operand[] = [];
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (token.kind === 'operand') {
      if (operands.length < maxOperands) operands.push(token.value);
      continue;
    }
    if (token.operator === 'BI') reader.skipInlineImage();
    listener(token.operator, operands);
    operands = [];
  }
}

type Token = { readonly kind: 'operand'; readonly value: Operand } | { readonly kind: 'operator'; operator: string };

interface ContentReader {
  next(): Token | null;
  skipInlineImage(): void;
}

function createReader(bytes: Uint8Array): ContentReader {
  const names = new Map<string, ContentName>();
  let position = 0;

  function next(): Token | null {
    skipBlank();
    if (position >= bytes.length) return null;
    const code = bytes[position] ?? 0;
    if (characterClass[code] === 2) return operand(readDelimited(code, 0));
    const word = readWord();
    const number = parseNumber(word);
    if (number !== null) return operand(number);
    return word === 'true' || word === 'false' || word === 'null'
      ? operand(null)
      : { kind: 'operator', operator: word };
  }

  function readDelimited(code: number, depth: number): Operand {
    position += 1;
    switch (code) {
      case 0x2f:
        return readNameToken();
      case 0x28:
        return readLiteralString();
      case 0x5b:
        return readArray(depth);
      case 0x3c:
        if (bytes[position] !== 0x3c) return readHexString();
        position += 1;
        skipDictionary(depth);
        return null;
      default:
        return null;
    }
  }

  function readArray(depth: number): Operand {
    const items: Operand[] = [];
    for (;;) {
      skipBlank();
      if (position >= bytes.length || depth > maxNesting) return items;
      const code = bytes[position] ?? 0;
      if (code === 0x5d) {
        position += 1;
        return items;
      }
      items.push(characterClass[code] === 2 ? readDelimited(code, depth + 1) : parseNumber(readWord()));
    }
  }

  function skipDictionary(depth: number): void {
    for (;;) {
      skipBlank();
      if (position >= bytes.length || depth > maxNesting) return;
      const code = bytes[position] ?? 0;
      if (code === 0x3e) {
        position += bytes[position + 1] === 0x3e ? 2 : 1;
        return;
      }
      if (characterClass[code] === 2) readDelimited(code, depth + 1);
      else readWord();
    }
  }

  function readNameToken(): ContentName {
    const start = position;
    while (position < bytes.length && characterClass[bytes[position] ?? 0] === 0) position += 1;
    const raw = latin1(bytes, start, position);
    let name = names.get(raw);
    if (name === undefined) {
      name = { name: raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) };
      names.set(raw, name);
    }
    return name;
  }

  function readLiteralString(): Uint8Array {
    const out: number[] = [];
    let depth = 1;
    while (position < bytes.length) {
      const code = bytes[position++] ?? 0;
      if (code === 0x28) depth += 1;
      else if (code === 0x29 && --depth === 0) break;
      if (code === 0x5c) readEscape(out);
      else out.push(code);
    }
    return Uint8Array.from(out);
  }

  function readEscape(out: number[]): void {
    const code = bytes[position++] ?? 0;
    const simple = escapes.get(code);
    if (simple !== undefined) out.push(simple);
    else if (code >= 0x30 && code <= 0x37) {
      let value = code - 0x30;
      for (let digits = 1; digits < 3; digits += 1) {
        const digit = (bytes[position] ?? 0) - 0x30;
        if (digit < 0 || digit > 7) break;
        value = value * 8 + digit;
        position += 1;
      }
      out.push(value & 255);
    } else if (code === 0x0d) {
      if (bytes[position] === 0x0a) position += 1;
    } else if (code !== 0x0a) out.push(code);
  }

  function readHexString(): Uint8Array {
    const digits: number[] = [];
    while (position < bytes.length) {
      const code = bytes[position++] ?? 0;
      if (code === 0x3e) break;
      const digit = parseInt(String.fromCharCode(code), 16);
      if (!Number.isNaN(digit)) digits.push(digit);
    }
    const out = new Uint8Array((digits.length + 1) >> 1);
    digits.forEach((digit, index) => {
      out[index >> 1] = (out[index >> 1] ?? 0) | (index % 2 === 0 ? digit << 4 : digit);
    });
    return out;
  }

  function readWord(): string {
    const start = position;
    while (position < bytes.length && characterClass[bytes[position] ?? 0] === 0) position += 1;
    return latin1(bytes, start, position);
  }

  function skipBlank(): void {
    while (position < bytes.length) {
      const code = bytes[position] ?? 0;
      if (code === 0x25) {
        while (position < bytes.length && bytes[position] !== 0x0a && bytes[position] !== 0x0d) position += 1;
      } else if (characterClass[code] === 1) position += 1;
      else return;
    }
  }

  /** The data may hold anything: it ends at the first `EI` between blanks that is followed by readable text. */
  function skipInlineImage(): void {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let begin = data.indexOf('ID', position, 'latin1');
    if (begin < 0) begin = position;
    for (let end = data.indexOf('EI', begin + 2); end >= 0; end = data.indexOf('EI', end + 1)) {
      const before = characterClass[data[end - 1] ?? 0];
      if (before === 1 && isBlankOrEnd(data, end + 2) && isReadable(data.subarray(end + 2, end + 18))) {
        position = end + 2;
        return;
      }
    }
    position = bytes.length;
  }

  return { next, skipInlineImage };
}

const escapes = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

function operand(value: Operand): Token {
  return { kind: 'operand', value };
}

const numberPattern = /^[+-]*(?:\d+\.?\d*|\.\d+)(?:-\d*)?$/;

/** Numbers as viewers read them: `--5` is -5 and `1.5-3` is 1.5. Null when it is not one. */
function parseNumber(word: string): number | null {
  const first = word.charCodeAt(0);
  if (first > 0x39 || (first < 0x30 && first !== 0x2b && first !== 0x2d && first !== 0x2e)) return null;
  const plain = Number(word);
  if (!Number.isNaN(plain)) return plain;
  return numberPattern.test(word) ? Number.parseFloat(word.replace(/^[+-]*(?=-)|^\+/, '')) : null;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let index = start; index < end; index += 1) text += String.fromCharCode(bytes[index] ?? 0);
  return text;
}

function isBlankOrEnd(data: Uint8Array, index: number): boolean {
  return index >= data.length || characterClass[data[index] ?? 0] === 1;
}

function isReadable(data: Uint8Array): boolean {
  return data.every((code) => (code >= 32 && code < 127) || characterClass[code] === 1);
}
