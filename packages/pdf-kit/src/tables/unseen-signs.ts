import { containsMiddle } from '../page-model/box.ts';
import { partOfWord } from '../page-model/text/part-of-word.ts';
import type { Line, Page, Word } from '../page-model/types.ts';
import { isWhite } from './rules/edges.ts';

/**
 * The page without invisible signs, white on white, after words of another colour: some statements put such full stops
 * after amounts (`725.80.`), which would then not be numbers.
 */
export function withoutUnseenSigns(page: Page): Page {
  const lines = page.lines.map((line): Line => {
    const words = line.words.map((word) => withoutSigns(word, page));
    return words.every((word, index) => word === line.words[index]) ? line : { ...line, words };
  });
  return lines.every((line, index) => line === page.lines[index]) ? page : { ...page, lines };
}

function withoutSigns(word: Word, { fills, pictures }: Page): Word {
  const seen = word.glyphs.findLastIndex(({ style }) => !isWhite(style.color));
  const signs = word.glyphs.slice(seen + 1);
  if (seen < 0 || signs.length === 0 || signs.some(({ text }) => !/^\p{P}$/u.test(text))) return word;
  const isOnColor = signs.some(
    (sign) =>
      fills.some(({ box, color }) => !isWhite(color) && containsMiddle(box, sign.box)) ||
      pictures.some(({ box }) => containsMiddle(box, sign.box)),
  );
  return isOnColor ? word : { ...partOfWord(word, word.glyphs.slice(0, seen + 1)), spaceAfter: word.spaceAfter };
}
