/** Scripts whose words readers part at will, or not at all: each letter counts. */
const letterByLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/** Letters of Hangul by themselves; Unicode joins neighbours to syllables. */
const hangulLetters = /[\u1100-\u11ff\u3130-\u318f]/gu;
/** Soft hyphens, kashidas, and marks of joining and direction. */
const invisible = /[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Letters and digits between signs, whatever their case, accents and form. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .replaceAll(hangulLetters, ' $& ')
    .replaceAll(invisible, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC');
  const words = plain.replaceAll(letterByLetter, ' $& ').match(/[\p{L}\p{N}]+/gu) ?? [];
  // Readers spell the ligature of lam and alef in either order.
  return words.map((word) => (/\p{Script=Arabic}/u.test(word) ? [...word].sort().join('') : word));
}
