import { romanValue } from '../roman-value.ts';

/** This share of the steps from page to page may be exceptions. */
const fewSteps = 0.1;

/** What a number of a running line does from page to page. */
export type NumberRole = 'counting' | 'constant' | 'changing';

/**
 * The numbers a line prints, from left to right: a date is three. A roman numeral at its beginning or end is one too, and
 * its value tells whether it counts.
 */
export function printedNumbers(text: string): readonly number[] {
  return piecesOf(text).flatMap((piece) =>
    isNumeral(piece) ? [romanValue(piece.word) ?? 0] : (piece.word.match(/\d+/g) ?? []).map(Number),
  );
}

/** A text with its numbers masked. */
export function withoutNumbers(text: string): string {
  return piecesOf(text)
    .map((piece) => (isNumeral(piece) ? '#' : piece.word.replace(/\d+/g, '#')))
    .join(' ');
}

interface TextPiece {
  readonly word: string;
  /** Whether it begins or ends the line. */
  readonly isOuter: boolean;
}

function piecesOf(text: string): readonly TextPiece[] {
  const words = text.trim().split(/\s+/);
  return words.map((word, index) => ({ word, isOuter: index === 0 || index === words.length - 1 }));
}

function isNumeral({ word, isOuter }: TextPiece): boolean {
  return isOuter && isRomanNumeral(word);
}

/** A roman numeral below 400, in letters of one case. */
export function isRomanNumeral(text: string): boolean {
  const small = text.toLowerCase();
  if (text !== small && text !== text.toUpperCase()) return false;
  return text !== '' && /^c{0,3}(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/.test(small);
}

/**
 * What each number of a line does on the pages that show it, by their numbers: it counts up with them as a page number
 * does, stays what it is as a year does, or changes as the numbers of sections do.
 */
export function numberRoles(numbersByPage: ReadonlyMap<number, readonly number[]>): readonly NumberRole[] {
  const shown = [...numbersByPage].sort(([first], [second]) => first - second);
  const steps = shown.slice(1).map(([page, numbers], index) => {
    const [before, numbersBefore] = shown[index] ?? [page, numbers];
    return { pages: page - before, numbers, numbersBefore };
  });
  return (shown[0]?.[1] ?? []).map((_, index) => {
    const rises = steps.map(({ pages, numbers, numbersBefore }) => ({
      pages,
      by: (numbers[index] ?? 0) - (numbersBefore[index] ?? 0),
    }));
    // Half of the steps: a part that begins to count again, or a chapter that ends, is a step of another size.
    const isUsual = (count: number) => count >= 0.5 * rises.length;
    const stays = rises.filter(({ by }) => by === 0).length;
    // No two pages in a row have one number: months of sorted dates rise on some and stay on others.
    if (isUsual(rises.filter(({ by, pages }) => by === pages).length) && stays <= fewSteps * rises.length)
      return 'counting';
    return isUsual(stays) ? 'constant' : 'changing';
  });
}
