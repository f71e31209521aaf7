import type { DrawnGlyph } from '../content/page-content.ts';
import type { Word } from '../types.ts';
import { bidiClassOf } from './bidi-class.ts';
import { isRightToLeft } from './normalize-text.ts';

/** Fewer right-to-left letters than this share of the others are a word that left-to-right text quotes. */
const leastShare = 0.2;

/**
 * Which way a line is read: that of most of its letters. On a page in a right-to-left script, a line that begins at the
 * right with such a word is read from there even if most of it is names in Latin letters, and so is one of Arabic digits.
 */
export function directionOf(words: readonly Word[], onRightToLeftPage = false): 'ltr' | 'rtl' {
  if (!words.some(({ text }) => isRightToLeft(text))) return 'ltr';
  const kinds = words.flatMap(({ text }) => [...text].map(bidiClassOf));
  const right = kinds.filter((kind) => kind === 'right').length;
  const left = kinds.filter((kind) => kind === 'left').length;
  if (right > left) return 'rtl';
  return onRightToLeftPage && right >= leastShare * left && beginsAtRight(words) ? 'rtl' : 'ltr';
}

/** Whether most letters of a page are of a right-to-left script. */
export function isRightToLeftPage(glyphs: readonly DrawnGlyph[]): boolean {
  const right = glyphs.filter(({ text }) => isRightToLeft(text)).length;
  return right > 0 && right > glyphs.filter(({ text }) => /\p{L}/u.test(text)).length / 2;
}

/** Whether the rightmost word with letters has right-to-left ones; also of a line without letters, such as a page number. */
function beginsAtRight(words: readonly Word[]): boolean {
  const [rightmost] = words.filter(({ text }) => /\p{L}/u.test(text)).sort((a, b) => b.box.x1 - a.box.x1);
  return rightmost === undefined || isRightToLeft(rightmost.text);
}
