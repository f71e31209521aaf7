import type { Box, Line, Rule, Word } from '@platen/pdf-kit/page-model';
import type { Band, Column, Item } from '../types.ts';

/** A blank begins this close behind its label, in points, */
const behindPt = 10;
/** and is so far below the baseline of it at most, in points, and in em: browsers set rules at the foot of the line. */
const belowPt = 4;
const belowEm = 0.7;

function isBehind({ x0 }: Pick<Box, 'x0'>, x1: number): boolean {
  return x0 > x1 - 2 && x0 < x1 + behindPt;
}

type WrittenLine = Pick<Line, 'baseline' | 'words' | 'style'>;

/** Leaders are level with the dots of a text, or in the middle of small letters: in em above the baseline. */
const leaderRiseEm = 0.35;

/** A level rule; dashed ones lead to what is behind them. */
export type LevelRule = Box & Partial<Pick<Rule, 'dashed'>>;

function isBelow({ y0, dashed }: Pick<LevelRule, 'y0' | 'dashed'>, { baseline, style }: WrittenLine): boolean {
  const risePt = dashed === true ? leaderRiseEm * style.sizePt : 1;
  return y0 > baseline - risePt && y0 < baseline + Math.max(belowPt, belowEm * style.sizePt);
}

/** The word that a level rule is the line to write on behind. */
export function blankBehind(rule: LevelRule, line: WrittenLine): Word | undefined {
  return isBelow(rule, line) ? line.words.find(({ box }) => isBehind(rule, box.x1)) : undefined;
}

/** Whether a rule is the line to write on behind a word. */
export function isBlank(rule: Rule, lines: readonly Line[]): boolean {
  if (rule.orientation !== 'horizontal') return false;
  return lines.some((line) => line.angle === 0 && blankBehind(rule, line) !== undefined);
}

/** How far pieces of text reach with the blanks behind them: labels, or what is written on the blank if it is a piece of its own. */
function reachesOf(items: readonly Item[], rules: readonly Rule[]): ReadonlyMap<Item, number> {
  const reaches = new Map<Item, number>();
  for (const item of items) {
    if (item.kind !== 'text') continue;
    const { words } = item;
    const below = rules.filter((rule) => rule.orientation === 'horizontal' && isBelow(rule, item));
    for (const { box } of words) {
      const blank = below.find((rule) => isBehind(rule, box.x1));
      if (blank === undefined) continue;
      const written = items.filter((other) => other !== item && isOn(blank, other));
      const last = written.reduce((rightmost, other) => (other.box.x1 > rightmost.box.x1 ? other : rightmost), item);
      reaches.set(last, Math.max(last.box.x1, blank.x1, reaches.get(last) ?? 0));
    }
  }
  return reaches;
}

/** Whether a piece of text begins on a blank. */
function isOn(blank: Rule, item: Item): boolean {
  if (item.kind !== 'text' || Math.abs(item.baseline - blank.y0) > belowPt) return false;
  return item.box.x0 >= blank.x0 - 2 && item.box.x0 < blank.x1;
}

/**
 * Bands of items in which the pieces of text reach over the blanks behind them: what follows a blank is on its line, and
 * in no column of its own.
 */
export function withBlanks(
  items: readonly Item[],
  rules: readonly Rule[],
  bandsOf: (items: readonly Item[]) => readonly Band[],
): readonly Band[] {
  const short = new Map<Item, Item>();
  const reaches = reachesOf(items, rules);
  const reaching = items.map((item): Item => {
    const x1 = reaches.get(item);
    if (x1 === undefined || x1 === item.box.x1) return item;
    const long = { ...item, box: { ...item.box, x1 } };
    short.set(long, item);
    return long;
  });
  if (short.size === 0) return bandsOf(items);
  const restored = (column: Column): Column => ({
    ...column,
    items: column.items.map((item) => short.get(item) ?? item),
  });
  return bandsOf(reaching).map((band) => ({
    ...band,
    columns: band.columns.map((column) => ({
      ...column,
      stretches: column.stretches.map(restored),
      asides: column.asides.map(restored),
    })),
  }));
}
