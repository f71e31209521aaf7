import type { DrawnGlyph } from '../content/page-content.ts';
import type { Word } from '../types.ts';
import { bidiClassOf } from './bidi-class.ts';
import { isRightToLeft } from './normalize-text.ts';

/** Fewer right-to-left letters than this share of the others are a word that left-to-right text quotes. */
const leastShare = 0.2;

/**
 * Which way a line is read: that of most of its letters. On a page in a right-to-left script, a line that begins at the
 * right with such a word is read from there even if most of it is names in Latin letters.
 */
export function directionOf(words: readonly Word[], onRightToLeftPage = false): 'ltr' | 'rtl' {
  if (!words.some(({ text }) => isRightToLeft(text))) return 'ltr';
  const kinds = words.flatMap(({ text }) => [...text].map(bidiClassOf));
  const right = kinds.filter((kind) => kind === 'right').length;
  const left = kinds.filter((kind) => kind === 'left').length;
  if (right > left) return 'rtl';
  return onRightToLeftPage && right >= leastShare * left && isRightToLeft(rightmostText(words)) ? 'rtl' : 'ltr';
}

/** Whether most letters of a page are of a right-to-left script. */
export function isRightToLeftPage(glyphs: readonly DrawnGlyph[]): boolean {
  const right = glyphs.filter(({ text }) => isRightToLeft(text)).length;
  return right > 0 && right > glyphs.filter(({ text }) => /\p{L}/u.test(text)).length / 2;
}

/** The word furthest to the right that has letters. */
function rightmostText(words: readonly Word[]): string {
  const lettered = words.filter(({ text }) => /\p{L}/u.test(text));
  return lettered.reduce((a, b) => (b.box.x1 > a.box.x1 ? b : a)).text;
}
