import { breaksSouthEastAsian, endsWithCjk, startsWithCjk } from '@platen/pdf-kit/page-model';

export const hyphenPattern = /[\u00ad\u2010-]$/;

/** Whether a line ends in the hyphen of a word. */
export function endsWithHyphen(text: string): boolean {
  return hyphenPattern.test(text) && /\p{L}[\u00ad\u2010-]$/u.test(text);
}

/** What a document tells of hyphens at the ends of its lines. */
export interface Hyphenation {
  /** Whether a word occurs somewhere in one piece: a hyphen at a line end then only breaks it. */
  knowsWord(word: string): boolean;
  /** False in a document whose lines end with the hyphens of compounds alone. */
  readonly breaksWords: boolean;
}

/** Whether the hyphen at a line end only breaks a word: the joined word is known, or nothing speaks for a compound. */
export function isBrokenWord(last: string, next: string, { knowsWord, breaksWords }: Hyphenation): boolean {
  if (!endsWithHyphen(last)) return false;
  if (last.endsWith('\u00ad')) return true;
  const { stem, tail } = partsAt(last, next);
  if (tail === '') return false;
  if (knowsWord(stem + tail)) return true;
  if (!breaksWords || knowsWord(`${stem}-${tail}`)) return false;
  return /^\p{Ll}/u.test(tail) && !/[\u2010-]/.test(last.slice(0, -1));
}

/** The word that a hyphen at a line end breaks, if it does; null where none may continue. */
export function joinedAcross(last: string, next: string): string | null {
  const { stem, tail } = partsAt(last, next);
  return stem === '' || tail === '' ? null : stem + tail;
}

/** The letters before a hyphen at a line end, and those that begin the next line. */
function partsAt(last: string, next: string) {
  const stem = /\p{L}+[\u00ad\u2010-]$/u.exec(last)?.[0].slice(0, -1) ?? '';
  return { stem, tail: /^\p{L}+/u.exec(next)?.[0] ?? '' };
}

/** Whether lines are joined with a space: those of Chinese and Japanese are not, nor is text of Thai, Lao, Khmer or Burmese. */
export function needsSpace(last: string, next: string): boolean {
  return !(endsWithCjk(last) || startsWithCjk(next) || breaksSouthEastAsian(last, next));
}
