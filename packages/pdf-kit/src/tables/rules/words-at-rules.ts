import { partOfWord } from '../../page-model/text/part-of-word.ts';
import type { Line, Page, Rule, Word } from '../../page-model/types.ts';

/** How far a rule between two digits may be inside one of them, as a share of its width. */
const insideShare = 0.35;
const number = /^[-+(]?\d[\d.,]*[%)]?$/;

/** Splits words of two numbers at the vertical rule between them: narrow cells leave no space. */
export function splitWordsAtRules(page: Page): Page {
  const uprights = page.rules.filter(({ orientation }) => orientation === 'vertical');
  if (uprights.length === 0) return page;
  const lines = page.lines.map((line): Line => {
    if (line.angle !== 0 || line.direction === 'rtl') return line;
    const words = line.words.flatMap((word) => splitAt(word, uprights));
    return words.length === line.words.length ? line : { ...line, words };
  });
  return { ...page, lines };
}

function splitAt(word: Word, uprights: readonly Rule[]): Word[] {
  if (!/^\W?\d.*[.,].*\d/.test(word.text)) return [word];
  const middle = (word.box.y0 + word.box.y1) / 2;
  for (const { x0: at, y0, y1 } of uprights) {
    if (at <= word.box.x0 || at >= word.box.x1 || y0 > middle || y1 < middle) continue;
    const isLeft = ({ box }: Word['glyphs'][number]) => (box.x0 + box.x1) / 2 < at;
    const isCut = word.glyphs.some(({ box }) => Math.min(at - box.x0, box.x1 - at) > insideShare * (box.x1 - box.x0));
    const parts = [word.glyphs.filter(isLeft), word.glyphs.filter((glyph) => !isLeft(glyph))].map((glyphs) =>
      partOfWord(word, glyphs),
    );
    if (!isCut && parts.every(({ text }) => number.test(text))) return parts.flatMap((part) => splitAt(part, uprights));
  }
  return [word];
}
