import { containsMiddle } from '../../page-model/box.ts';
import type { Box, Line } from '../../page-model/types.ts';
import type { Edge } from './edges.ts';

/** Tolerance for the ends of the rules of one table, in points. */
const sameEndPt = 2;
/** Tolerance for rules at one height, in points. */
const levelPt = 2;
/**
 * Rules of a table: at its top, below its header and at its bottom; requiring one more costs drawn tables 0.008 of F1.
 */
const minRules = 3;
/** Rules on one side without a level one on the other: those of one table would be level. */
const minApart = 2;
/** Maximum gap between parts of one rule, in points. */
const narrowestPt = 12;

/**
 * The share of rows on the baselines of labels from which they are their amounts: rules of columns may also differ in
 * height.
 */
const labelledShare = 0.6;
/** Tolerance for baselines of one row, in em. */
const sameBaselineEm = 0.2;

/** The gutter between two adjacent tables: their rules are at different heights, and both have words. */
export function ruledPair(lines: readonly Line[], level: readonly Edge[]): readonly [Box, Box] | null {
  const groups = ruleGroups(level.filter(({ soft }) => !soft));
  for (const left of groups) {
    for (const right of groups) {
      const [one, other] = [boxOf(left), boxOf(right)];
      if (other.x0 - one.x1 < narrowestPt || !areApart(left, right)) continue;
      const [first, second] = [one, other].map((box) => lines.filter((line) => containsMiddle(box, line.box)));
      // A side of numbers only is a column of amounts with rules above its totals.
      if (!first?.some(isNamed) || !second?.some(isNamed)) continue;
      const before = lines.filter(({ box }) => box.x1 <= other.x0);
      if (!areLabelled(before, second)) return [one, other];
    }
  }
  return null;
}

/** Whether most lines except headings are amounts whose labels are on the other side. */
function areLabelled(labels: readonly Line[], amounts: readonly Line[]): boolean {
  const isLevel = (a: Line, b: Line) => Math.abs(a.baseline - b.baseline) <= sameBaselineEm * a.style.sizePt;
  const values = amounts.filter((line) => !isNamed(line));
  const own = amounts.filter((line) => isNamed(line) && values.some((value) => isLevel(value, line)));
  const named = labels.filter(isNamed);
  const labelled = values.filter((value) => named.some((label) => isLevel(value, label)));
  return labelled.length > 0 && labelled.length >= labelledShare * (values.length + own.length);
}

function isNamed({ text }: Line): boolean {
  return /\p{L}{2}/u.test(text);
}

/** Rules that begin and end together, from top to bottom. */
function ruleGroups(rules: readonly Edge[]): readonly (readonly Edge[])[] {
  const groups: Edge[][] = [];
  for (const rule of rules) {
    const group = groups.find(([first]) => first !== undefined && endTogether(first, rule));
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  return groups.filter(({ length }) => length >= minRules);
}

function endTogether(first: Edge, second: Edge): boolean {
  return Math.abs(first.start - second.start) <= sameEndPt && Math.abs(first.end - second.end) <= sameEndPt;
}

function boxOf(rules: readonly Edge[]): Box {
  const heights = rules.map(({ at }) => at);
  const [{ start: x0, end: x1 } = { start: 0, end: 0 }] = rules;
  return { x0, y0: Math.min(...heights), x1, y1: Math.max(...heights) };
}

/** Side by side for most of their height, and not level. */
function areApart(left: readonly Edge[], right: readonly Edge[]): boolean {
  const [one, other] = [boxOf(left), boxOf(right)];
  const shared = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  if (shared < 0.5 * Math.min(one.y1 - one.y0, other.y1 - other.y0)) return false;
  return [
    [left, right],
    [right, left],
  ].every(([own = [], others = []]) => {
    const alone = own.filter(({ at }) => !others.some((rule) => Math.abs(rule.at - at) <= levelPt));
    return alone.length >= minApart;
  });
}
