// Sources of character classes. Unicode assigns the length mark ー and the middle dot ・ of kana to no script.
const cjkLetters = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc';
/** With punctuation and full-width forms. */
const cjk = `${cjkLetters}\\u3000-\\u303f\\u30fb\\uff00-\\uff9f\\uffe0-\\uffe6`;
const southEastAsian = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

const unspacedLetter = new RegExp(`[${cjkLetters}${southEastAsian}]`, 'u');
const cjkStart = new RegExp(`^[${cjk}]`, 'u');
const cjkEnd = new RegExp(`[${cjk}]$`, 'u');
const southEastAsianSeam = new RegExp(`[${southEastAsian}]\\n[${southEastAsian}]`, 'u');

/** Whether a text has letters of a script that puts no spaces between words; Korean is not one of them. */
export function hasUnspacedLetters(text: string): boolean {
  return unspacedLetter.test(text);
}

/** Whether a text begins with a character of Chinese or Japanese, or with their punctuation. */
export function startsWithCjk(text: string): boolean {
  return cjkStart.test(text);
}

/** Whether a text ends with a character of Chinese or Japanese, or with their punctuation. */
export function endsWithCjk(text: string): boolean {
  return cjkEnd.test(text);
}

/** Whether a line breaks inside text of Thai, Lao, Khmer or Burmese, which has spaces between phrases only. */
export function breaksSouthEastAsian(last: string, next: string): boolean {
  return southEastAsianSeam.test(`${last}\n${next}`);
}
