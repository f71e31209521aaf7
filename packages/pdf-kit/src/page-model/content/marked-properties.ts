import { createLexer, type Lexer } from '../../objects/lexer.ts';
import { createTokenCache } from '../../objects/token-cache.ts';

/** Properties of marked content that stand in a resource dictionary, by their name there. */
export type NamedActualText = (name: string) => string | null;

/**
 * The `ActualText` of each `BDC` of a content stream, in order; null for those without (ISO 32000-2, 14.6 and 14.9.4).
 * Tolerant: what cannot be understood is passed over.
 */
export function readActualTexts(content: Uint8Array, named: NamedActualText): readonly (string | null)[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const lexer = createLexer(bytes, createTokenCache());
  const texts: (string | null)[] = [];
  let operands = noOperands();
  for (lexer.skipSpace(); lexer.position < bytes.length; lexer.skipSpace()) {
    const operator = readOperand(lexer, bytes, operands);
    if (operator === null) continue;
    if (operator === 'BDC') texts.push(operands.inline ? operands.actualText : named(operands.names[1] ?? ''));
    if (operator === 'BI') lexer.position = inlineImageEnd(bytes, lexer.position);
    operands = noOperands();
  }
  return texts;
}

/** What stood before an operator, as far as `BDC` cares. */
interface Operands {
  /** Names outside dictionaries. */
  readonly names: string[];
  /** There was a dictionary. */
  inline: boolean;
  actualText: string | null;
  /** How deep in dictionaries the next token is, and the key before it. */
  depth: number;
  key: string | null;
}

function noOperands(): Operands {
  return { names: [], inline: false, actualText: null, depth: 0, key: null };
}

/** Reads one token: adds it to the operands, or gives it back where it is an operator. */
function readOperand(lexer: Lexer, bytes: Buffer, operands: Operands): string | null {
  if (lexer.matches('<<')) {
    lexer.position += 2;
    operands.depth += 1;
    operands.inline = true;
  } else if (lexer.matches('>>')) {
    lexer.position += 2;
    operands.depth -= 1;
  } else if (lexer.matches('/')) {
    const name = lexer.readName().decodeText();
    if (operands.depth === 0) operands.names.push(name);
    else operands.key = operands.depth === 1 ? name : null;
  } else if (lexer.matches('(') || lexer.matches('<')) {
    const text = lexer.matches('(') ? lexer.readString() : lexer.readHexString();
    if (operands.depth === 1 && operands.key === 'ActualText') operands.actualText = text.decodeText();
  } else {
    const isWord = /[A-Za-z'"]/.test(String.fromCharCode(bytes[lexer.position] ?? 0));
    const word = lexer.readWord();
    if (isWord && operands.depth === 0 && !/^(true|false|null)$/.test(word)) return word;
  }
  return null;
}

/** Past the `EI` that stands between white space; the bytes of an image may hold others. */
function inlineImageEnd(bytes: Buffer, from: number): number {
  const isSpace = (byte: number | undefined) =>
    byte === undefined || byte === 0 || byte === 32 || (byte > 8 && byte < 14);
  for (let end = bytes.indexOf('EI', from); end >= 0; end = bytes.indexOf('EI', end + 1)) {
    if (isSpace(bytes[end - 1]) && isSpace(bytes[end + 2])) return end + 2;
  }
  return bytes.length;
}
