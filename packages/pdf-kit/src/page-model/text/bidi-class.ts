import { isRightToLeft, isWordSpace } from './normalize-text.ts';

/**
 * What a character does in text of two directions, after UAX 9: letters of either direction, digits, what belongs to a
 * number between two digits (`separator`) or beside one (`sign`), spaces, and all that follows its neighbours.
 */
export type BidiClass = 'right' | 'left' | 'digit' | 'separator' | 'sign' | 'space' | 'neutral';

const digit = /^[\p{Nd}\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]/u;
const separator = /^[+\-.,:/\u00a0\u060c\u066b\u066c\u2212]$/u;
const sign = /^[#%\u00b0\u2030-\u2034\u066a\p{Sc}]$/u;

/** The class of a glyph by its text. Combining marks are of the letter they stand on. */
export function bidiClassOf(text: string): BidiClass {
  if (isWordSpace(text)) return 'space';
  if (digit.test(text)) return 'digit';
  if (separator.test(text)) return 'separator';
  if (sign.test(text)) return 'sign';
  if (isRightToLeft(text)) return 'right';
  return /[\p{L}\p{M}]/u.test(text) ? 'left' : 'neutral';
}
