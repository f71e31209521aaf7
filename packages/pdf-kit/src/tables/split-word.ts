import { partOfWord } from '../page-model/text/part-of-word.ts';
import type { Word } from '../page-model/types.ts';

/**
 * Cuts a word before and after each match; `pattern` has a single group around the match. The last part keeps the
 * trailing space.
 */
export function splitWord(word: Word, pattern: RegExp): Word[] {
  if (!pattern.test(word.text)) return [word];
  const parts = word.text.split(pattern).filter((part) => part !== '');
  if (parts.length < 2 || word.glyphs.map(({ text }) => text).join('') !== word.text) return [word];
  let from = 0;
  return parts.map((text, index) => {
    let length = 0;
    let to = from;
    while (length < text.length) {
      length += word.glyphs[to]?.text.length ?? text.length;
      to += 1;
    }
    const glyphs = word.glyphs.slice(from, to);
    from = to;
    return { ...partOfWord(word, glyphs), spaceAfter: word.spaceAfter && index === parts.length - 1 };
  });
}
