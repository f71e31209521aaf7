import { sharedHeight, sharedWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Glyph, Word } from '@platen/pdf-kit/page-model';
import { inkOf } from './formula-pieces.ts';
import { bigOperatorPattern, hangsDown } from './math-glyphs.ts';

/** What a formula is read from: a name, a number, a sign, or a part that was read already. */
export interface Atom {
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
  readonly sizePt: number;
  /** It is around the middle of its row, whatever its baseline: a large operator or bracket. */
  readonly isTall: boolean;
}

/** The atoms of some words: runs of letters and of digits in one font, and single signs. */
export function atomsOf(words: Iterable<Word>): readonly Atom[] {
  const atoms: Atom[] = [];
  for (const { glyphs } of words) {
    let previous: Glyph | null = null;
    for (const glyph of glyphs) {
      const last = atoms.at(-1);
      const atom = atomOf(glyph);
      if (last !== undefined && previous !== null && isOneName(previous, glyph))
        atoms[atoms.length - 1] = joined(last, atom);
      else if (last !== undefined && isAccentOf(atom, last)) atoms[atoms.length - 1] = accented(last, atom);
      else atoms.push(atom);
      previous = glyph;
    }
  }
  return withWholeBrackets(atoms);
}

/** Pieces that tall brackets are put together from, by the bracket. The private codes are those of the Symbol font. */
const bracketPieces: readonly (readonly [RegExp, string])[] = [
  [/^[⎛⎜⎝\uf8eb-\uf8ed]$/u, '('],
  [/^[⎞⎟⎠\uf8f6-\uf8f8]$/u, ')'],
  [/^[⎡⎢⎣\uf8ee-\uf8f0]$/u, '['],
  [/^[⎤⎥⎦\uf8f9-\uf8fb]$/u, ']'],
  [/^[⎧⎨⎩⎪\uf8f1-\uf8f4]$/u, '{'],
  [/^[⎫⎬⎭\uf8fc-\uf8fe]$/u, '}'],
];

function atomOf(glyph: Glyph): Atom {
  const piece = bracketPieces.find(([pattern]) => pattern.test(glyph.text));
  // Letters of the mathematical alphabets are read as letters.
  const text = piece?.[1] ?? glyph.text.replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'));
  return {
    text,
    box: inkOf(glyph),
    baseline: glyph.origin.y,
    sizePt: glyph.style.sizePt,
    isTall: piece !== undefined || hangsDown(glyph) || bigOperatorPattern.test(text),
  };
}

function isOneName(previous: Glyph, { text, origin, style }: Glyph): boolean {
  const alike = [/^\p{L}+$/u, /^[\d.]$/].some((kind) => kind.test(text) && kind.test(previous.text));
  return alike && previous.style === style && Math.abs(previous.origin.y - origin.y) < 0.5;
}

/** Accents that are set over letters as signs of their own, and what combines with the letter instead. */
const accents = new Map([
  ['¯', '\u0304'],
  ['ˉ', '\u0304'],
  ['ˆ', '\u0302'],
  ['^', '\u0302'],
  ['˜', '\u0303'],
  ['~', '\u0303'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['⃗', '\u20d7'],
]);

function isAccentOf({ text, box }: Atom, letter: Atom): boolean {
  return accents.has(text) && sharedWidth(box, letter.box) > 0.5 * (box.x1 - box.x0);
}

function accented(letter: Atom, { text }: Atom): Atom {
  return { ...letter, text: `${letter.text}${accents.get(text) ?? ''}`.normalize('NFC') };
}

function joined(first: Atom, second: Atom): Atom {
  return { ...first, text: first.text + second.text, box: uniteBoxes([first.box, second.box]) };
}

/** The pieces of a bracket, one above the other, as one. */
function withWholeBrackets(atoms: readonly Atom[]): readonly Atom[] {
  const whole: Atom[] = [];
  for (const atom of atoms) {
    const below = whole.findIndex((other) => areOneBracket(atom, other));
    const other = whole[below];
    if (other === undefined) whole.push(atom);
    else whole[below] = { ...other, box: uniteBoxes([other.box, atom.box]) };
  }
  return whole;
}

function areOneBracket(first: Atom, second: Atom): boolean {
  const isBracket = first.isTall && second.isTall && /^[([{}\])|∣‖∥]$/u.test(first.text) && first.text === second.text;
  const width = first.box.x1 - first.box.x0;
  return (
    isBracket &&
    sharedWidth(first.box, second.box) > 0.7 * width &&
    sharedHeight(first.box, second.box) > -0.5 * first.sizePt
  );
}
