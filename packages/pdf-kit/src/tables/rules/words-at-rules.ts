import { partOfWord } from '../../page-model/text/part-of-word.ts';
import type { Line, Page, Rule, Word } from '../../page-model/types.ts';

/** How far a rule between two letters may be inside one of them, as a share of its width. */
const insideShare = 0.35;
const number = /^[-+(]?\d[\d.,]*[%)]?$/;
const withDecimals = /^\W?\d.*[.,].*\d/;
/** This many words that begin at the same place, within so many points, show a left-aligned column. */
const minAligned = 3;
const alignedPt = 0.3;

/**
 * Splits words at the vertical rule inside them: narrow cells leave no space between two numbers, and spreadsheets cut
 * text off where the next cell begins, whose text then follows without a space (`Willeth405`).
 */
export function splitWordsAtRules(page: Page): Page {
  const uprights = page.rules.filter(({ orientation }) => orientation === 'vertical');
  if (uprights.length === 0) return page;
  const level = page.lines.filter(({ angle }) => angle === 0);
  const starts = level.flatMap(({ words }) => words.map(({ box }) => box.x0));
  const lines = page.lines.map((line): Line => {
    if (line.angle !== 0 || line.direction === 'rtl') return line;
    const words = line.words.flatMap((word) => splitAt(word, uprights, starts));
    return words.length === line.words.length ? line : { ...line, words };
  });
  return { ...page, lines };
}

function splitAt(word: Word, uprights: readonly Rule[], starts: readonly number[]): Word[] {
  const middle = (word.box.y0 + word.box.y1) / 2;
  for (const { x0: at, y0, y1 } of uprights) {
    if (at <= word.box.x0 || at >= word.box.x1 || y0 > middle || y1 < middle) continue;
    // The letter that is cut off may reach over the rule.
    const cell = partsOf(word, ({ box }) => box.x0 < at);
    if (cell !== null && isColumnAt(cell[1].box.x0, starts))
      return cell.flatMap((part) => splitAt(part, uprights, starts));
    const isCut = word.glyphs.some(({ box }) => Math.min(at - box.x0, box.x1 - at) > insideShare * (box.x1 - box.x0));
    const numbers = partsOf(word, ({ box }) => (box.x0 + box.x1) / 2 < at);
    if (!isCut && withDecimals.test(word.text) && numbers?.every(({ text }) => number.test(text)) === true)
      return numbers.flatMap((part) => splitAt(part, uprights, starts));
  }
  return [word];
}

function isColumnAt(x0: number, starts: readonly number[]): boolean {
  let aligned = 0;
  for (const start of starts) {
    if (Math.abs(start - x0) <= alignedPt) aligned += 1;
    if (aligned === minAligned) return true;
  }
  return false;
}

/** The part of a word left of a rule and the one right of it; null if one is empty. */
function partsOf(word: Word, isLeft: (glyph: Word['glyphs'][number]) => boolean): readonly [Word, Word] | null {
  const left = word.glyphs.filter(isLeft);
  const right = word.glyphs.filter((glyph) => !isLeft(glyph));
  if (left.length === 0 || right.length === 0) return null;
  return [
    { ...partOfWord(word, left), spaceAfter: true },
    { ...partOfWord(word, right), spaceAfter: word.spaceAfter },
  ];
}
