import type { Line, Rule } from '@platen/pdf-kit/page-model';
import type { Band, Column, Item } from '../types.ts';

/** A blank begins this close behind its label, in points, */
const behindPt = 10;
/** and is so far below the baseline of it at most. */
const belowPt = 4;

/** The line to write on behind a piece of text, as forms have it; undefined where there is none. */
function blankBehind(
  { x1, baseline }: { readonly x1: number; readonly baseline: number },
  rules: readonly Rule[],
): Rule | undefined {
  return rules.find(
    (rule) =>
      rule.orientation === 'horizontal' &&
      rule.y0 > baseline - 1 &&
      rule.y0 < baseline + belowPt &&
      rule.x0 > x1 - 2 &&
      rule.x0 < x1 + behindPt,
  );
}

/** Whether a rule is the line to write on behind a word. */
export function isBlank(rule: Rule, lines: readonly Line[]): boolean {
  return lines.some(
    ({ angle, baseline, words }) =>
      angle === 0 && words.some(({ box }) => blankBehind({ x1: box.x1, baseline }, [rule]) !== undefined),
  );
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
  const reaching = items.map((item): Item => {
    const blank = item.kind === 'text' ? blankBehind({ x1: item.box.x1, baseline: item.baseline }, rules) : undefined;
    if (blank === undefined) return item;
    const long = { ...item, box: { ...item.box, x1: blank.x1 } };
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
