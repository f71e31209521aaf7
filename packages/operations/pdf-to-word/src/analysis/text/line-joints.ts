export const hyphenPattern = /[\u00ad\u2010-]$/;

/** Whether a line ends in the hyphen of a word. */
export function endsWithHyphen(text: string): boolean {
  return hyphenPattern.test(text) && /\p{L}[\u00ad\u2010-]$/u.test(text);
}

/** Whether the hyphen at a line end only breaks a word: the joined word is known, or nothing speaks for a compound. */
export function isBrokenWord(last: string, next: string, knowsWord: (word: string) => boolean): boolean {
  if (!endsWithHyphen(last)) return false;
  if (last.endsWith('\u00ad')) return true;
  const stem = /\p{L}+[\u2010-]$/u.exec(last)?.[0].slice(0, -1) ?? '';
  const tail = /^\p{L}+/u.exec(next)?.[0] ?? '';
  if (tail === '') return false;
  if (knowsWord(stem + tail)) return true;
  if (knowsWord(`${stem}-${tail}`)) return false;
  return /^\p{Ll}/u.test(tail) && !/[\u2010-]/.test(last.slice(0, -1));
}

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;

/** Lines of Chinese and Japanese are joined without a space. */
export function needsSpace(last: string, next: string): boolean {
  return !(unspacedPattern.test([...last].at(-1) ?? '') || unspacedPattern.test([...next][0] ?? ''));
}
