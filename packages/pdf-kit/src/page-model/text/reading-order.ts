import { uniteBoxes } from '../box.ts';
import type { Glyph, Word } from '../types.ts';
import { type BidiClass, bidiClassOf } from './bidi-class.ts';
import { directionOf } from './line-direction.ts';
import { isRightToLeft } from './normalize-text.ts';

/** A glyph in page order, or the whitespace after a word. */
interface Token {
  readonly text: string;
  readonly kind: BidiClass;
  /** Null for whitespace. */
  readonly glyph: Glyph | null;
  /** The word it belongs to, or follows. */
  readonly word: Word;
}

/**
 * Turns words as they are on the page, left to right, into the order they are read in: an inverse of the Unicode
 * Bidirectional Algorithm (UAX 9) on glyphs. Text of the direction of the line is read from its start; runs against it
 * change places, and numbers are always read from the left. A word whose parts are read apart becomes several.
 */
export function toReadingOrder(words: readonly Word[], direction: 'ltr' | 'rtl' = directionOf(words)): Word[] {
  if (!words.some(({ text }) => isRightToLeft(text))) return [...words];
  const tokens = withNumbers(tokensOf(words));
  const logical = direction === 'rtl' ? readFromRight(tokens) : readFromLeft(tokens);
  return wordsOf(withoutKashidas(withMirroredBrackets(logical)));
}

function tokensOf(words: readonly Word[]): Token[] {
  return words.flatMap((word, index): Token[] => {
    const glyphs = word.glyphs.map((glyph): Token => {
      return { text: glyph.text, kind: bidiClassOf(glyph.text), glyph, word };
    });
    const space: Token = { text: word.typedSpaces ?? ' ', kind: 'space', glyph: null, word };
    return word.spaceAfter && index < words.length - 1 ? [...glyphs, space] : glyphs;
  });
}

/** Separators between two digits become digits (W4), and so do signs beside one (W5). */
function withNumbers(tokens: readonly Token[]): Token[] {
  const kinds = tokens.map(({ kind }) => kind);
  kinds.forEach((kind, index) => {
    if (kind === 'separator' && kinds[index - 1] === 'digit' && kinds[index + 1] === 'digit') kinds[index] = 'digit';
  });
  for (let index = 1; index < kinds.length; index += 1) {
    if (kinds[index] === 'sign' && kinds[index - 1] === 'digit') kinds[index] = 'digit';
  }
  for (let index = kinds.length - 2; index >= 0; index -= 1) {
    if (kinds[index] === 'sign' && kinds[index + 1] === 'digit') kinds[index] = 'digit';
  }
  return tokens.map((token, index) => ({ ...token, kind: kinds[index] ?? token.kind }));
}

/** The tokens of a right-to-left line: its stretches of Latin letters and its numbers are read from the left. */
function readFromRight(tokens: readonly Token[]): Token[] {
  const logical = stretches(tokens, (kind) => kind === 'right').map(({ inside, members }) =>
    inside ? [...members].reverse() : readLatinStretch(members),
  );
  return logical.reverse().flat();
}

/**
 * A stretch without right-to-left letters. From its first Latin letter to its last it is read from the left, and so are
 * numbers that touch those or follow them (W7). The rest belongs to the text around it, but for the numbers.
 */
function readLatinStretch(members: readonly Token[]): Token[] {
  const first = members.findIndex(({ kind }) => kind === 'left');
  if (first < 0) return readNumbers(members);
  const from = members.findLastIndex(({ kind }, index) => index < first && kind !== 'digit') + 1;
  let to = members.findLastIndex(({ kind }) => kind === 'left');
  for (let index = to + 1; index < members.length; index += 1) {
    const { kind, text } = members[index] ?? { kind: 'neutral', text: '' };
    if (kind === 'digit') to = index;
    else if (kind !== 'space' && kind !== 'separator' && !/^\p{Pd}$/u.test(text)) break;
  }
  to += closersAfter(members, from, to);
  const [before, after] = [members.slice(0, from), members.slice(to + 1)];
  return [...readNumbers(after), ...members.slice(from, to + 1), ...readNumbers(before)];
}

/** The number of brackets right after a stretch that close those it opens (N0). */
function closersAfter(members: readonly Token[], from: number, to: number): number {
  const textOf = (index: number) => members[index]?.text ?? '';
  let open = 0;
  for (let index = from; index <= to; index += 1) {
    if (/^[([{]$/.test(textOf(index))) open += 1;
    else if (/^[)\]}]$/.test(textOf(index))) open = Math.max(0, open - 1);
  }
  let count = 0;
  while (count < open && /^[)\]}]$/.test(textOf(to + count + 1))) count += 1;
  return count;
}

function readNumbers(members: readonly Token[]): Token[] {
  return stretches(members, (kind) => kind === 'digit')
    .map(({ inside, members: run }) => (inside ? run : [...run].reverse()))
    .reverse()
    .flat();
}

/** The tokens of a left-to-right line: what is between right-to-left letters is read from the right. */
function readFromLeft(tokens: readonly Token[]): Token[] {
  return stretches(tokens, (kind) => kind === 'left').flatMap(({ inside, members }) => {
    const from = members.findIndex(({ kind }) => kind === 'right');
    if (inside || from < 0) return members;
    const to = members.findLastIndex(({ kind }) => kind === 'right') + 1;
    return [...members.slice(0, from), ...readNumbers(members.slice(from, to)), ...members.slice(to)];
  });
}

/** Neighbours that the test holds for, and those it does not hold for, in turn. */
function stretches(tokens: readonly Token[], isInside: (kind: BidiClass) => boolean) {
  const found: { inside: boolean; members: Token[] }[] = [];
  for (const token of tokens) {
    const inside = isInside(token.kind);
    const last = found.at(-1);
    if (last?.inside === inside) last.members.push(token);
    else found.push({ inside, members: [token] });
  }
  return found;
}

const mirrored: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' };

/**
 * Some producers give the character of a bracket, others its shape, which is mirrored in right-to-left text. Where a
 * pair would close before it opens, shapes are given.
 */
function withMirroredBrackets(tokens: readonly Token[]): readonly Token[] {
  const isOfText = (index: number) =>
    tokens[index]?.kind === 'neutral' && mirrored[tokens[index]?.text ?? ''] !== undefined;
  const brackets = tokens.flatMap((_, index) => (isOfText(index) ? [index] : []));
  const opens = (index: number | undefined) => /^[([{]$/.test(tokens[index ?? -1]?.text ?? '');
  const pairs = brackets.slice(1).map((index, position) => [brackets[position], index] as const);
  const proper = pairs.filter(([first, second]) => opens(first) && !opens(second)).length;
  const reversed = pairs.filter(([first, second]) => !opens(first) && opens(second)).length;
  if (reversed <= proper) return tokens;
  const swapped = new Set(brackets);
  return tokens.map((token, index) => {
    const text = mirrored[token.text];
    if (!swapped.has(index) || text === undefined || token.glyph === null) return token;
    return { ...token, text, glyph: { ...token.glyph, text } };
  });
}

const kashida = '\u0640';

/** Drops the kashidas that justify a line of Arabic by stretching its words: several on a line were not typed. */
function withoutKashidas(tokens: readonly Token[]): readonly Token[] {
  const stretched = new Set(tokens.filter(({ text }) => text === kashida).map(({ word }) => word));
  return stretched.size < 2 ? tokens : tokens.filter(({ text }) => text !== kashida);
}

function wordsOf(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  let source: Word | null = null;
  let glyphs: Glyph[] = [];
  const endWord = (space: Token | null) => {
    if (source === null) return;
    const { typedSpaces: _, ...rest } = source;
    words.push({
      ...rest,
      glyphs,
      text: glyphs.map(({ text }) => text).join(''),
      box: uniteBoxes(glyphs.map(({ box }) => box)),
      spaceAfter: space !== null,
      ...(space?.word.typedSpaces === undefined ? {} : { typedSpaces: space.text }),
    });
    [source, glyphs] = [null, []];
  };
  for (const token of tokens) {
    if (token.glyph === null) {
      endWord(token);
      continue;
    }
    if (source !== token.word) endWord(null);
    source = token.word;
    glyphs.push(token.glyph);
  }
  endWord(null);
  return words.map((word, index) => (index === words.length - 1 ? { ...word, spaceAfter: true } : word));
}
