// Sources of character classes. Which scripts put no spaces between words is another question: `unspaced-scripts.ts` of
// pdf-kit, where Hangul is none of them.
/** CJK punctuation, kana and ideographs. */
const squares = '\\u3000-\\u30ff\\u3400-\\u9fff';
const hangulSyllables = '\\uac00-\\ud7a3';
const fullWidthForms = '\\uff01-\\uff60';
const halfAndFullWidthForms = '\\uff00-\\uffef';

const letters = new RegExp(`[${squares}${hangulSyllables}]`, 'g');
const letterOrForm = new RegExp(`[${squares}${hangulSyllables}${halfAndFullWidthForms}]`);
const breakableEnd = new RegExp(`[${squares}${hangulSyllables}${fullWidthForms}]$`);
const fullSquare = new RegExp(`[\\u22ef${squares}${fullWidthForms}]`);
const hangulSyllable = new RegExp(`[${hangulSyllables}]`);

/** The share of East Asian characters in a text, half-width and full-width forms not counted. */
export function eastAsianShare(text: string): number {
  return (text.match(letters)?.length ?? 0) / Math.max(1, text.length);
}

/** Whether a text has an East Asian character, or a half-width or full-width form. */
export function hasEastAsian(text: string): boolean {
  return letterOrForm.test(text);
}

/** Whether a line may break after a text because of its last character: Hangul as well, in every word processor. */
export function endsWithEastAsian(text: string): boolean {
  return breakableEnd.test(text);
}

/** Whether a character fills a square in every face: full-width forms and the centred ellipsis do, Hangul does not quite. */
export function isSquareCharacter(character: string): boolean {
  return fullSquare.test(character);
}

/** Whether a character is a syllable of Hangul. */
export function isHangulSyllable(character: string): boolean {
  return hangulSyllable.test(character);
}
