import { boxHeight, boxWidth } from '../box.ts';
import { createPlaceIndex, type PlaceIndex } from '../place-index.ts';
import type { Box, Fill, Rule } from '../types.ts';
import { dashedRules } from './merge-rules.ts';

/** The largest dot of a line, in points: browsers draw dotted borders of up to four pixels by squares of this size. */
const largestDotPt = 3.1;
/** The side of a box around one line of text has this many dots; ratings have fewer, or further apart: in lengths of a dot. */
const leastDots = 5;
const widestStep = 2.6;
/** A line has hardly any dots beside its own; a pattern of dots has a row beside each: as a share, and in steps. */
const besideShare = 0.25;
const besideSteps = 1.5;

/** The fills of a page without the rows of dots that draw lines, and these lines as dashed rules. */
export interface DottedRules {
  readonly fills: readonly Fill[];
  readonly rules: readonly Rule[];
}

/** Finds dotted lines that are drawn dot by dot, as small squares. */
export function findDottedRules(fills: readonly Fill[]): DottedRules {
  const dots = fills.filter(isDot);
  const rules: Rule[] = [];
  const taken = new Set<Fill>();
  for (const orientation of ['horizontal', 'vertical'] as const) {
    const open = dots.filter((dot) => !taken.has(dot));
    const dashes = open.map((fill): Dot => ({ fill, ...placeOf(fill.box, orientation) }));
    const byRule = new Map(dashes.map((dot) => [asRule(dot, orientation), dot]));
    const near = createPlaceIndex(
      dashes.map((dot) => [dot, { x0: dot.start, x1: dot.end, y0: dot.across, y1: dot.across }]),
    );
    for (const { rule, row } of dashedRules([...byRule.keys()], leastDots)) {
      const own = row.flatMap((dash) => byRule.get(dash) ?? []);
      const line = withEnds(own, near);
      if (line === null) continue;
      rules.push({ ...rule, ...endsOf(line, orientation) });
      for (const { fill } of line) taken.add(fill);
    }
  }
  return rules.length === 0 ? { fills, rules } : { fills: fills.filter((fill) => !taken.has(fill)), rules };
}

/** A small square, along and across a line. */
interface Dot {
  readonly fill: Fill;
  readonly start: number;
  readonly end: number;
  readonly across: number;
  readonly widthPt: number;
}

function isDot({ box, patterned }: Fill): boolean {
  return patterned === undefined && boxWidth(box) <= largestDotPt && boxHeight(box) <= largestDotPt;
}

function placeOf({ x0, y0, x1, y1 }: Box, orientation: Rule['orientation']): Omit<Dot, 'fill'> {
  return orientation === 'horizontal'
    ? { start: x0, end: x1, across: (y0 + y1) / 2, widthPt: y1 - y0 }
    : { start: y0, end: y1, across: (x0 + x1) / 2, widthPt: x1 - x0 };
}

function asRule(dot: Dot, orientation: Rule['orientation']): Rule {
  return { orientation, ...endsOf([dot], orientation), widthPt: dot.widthPt, color: dot.fill.color, dashed: true };
}

function endsOf(dots: readonly Dot[], orientation: Rule['orientation']): Pick<Rule, 'x0' | 'y0' | 'x1' | 'y1'> {
  const across = dots[0]?.across ?? 0;
  const start = Math.min(...dots.map((dot) => dot.start));
  const end = Math.max(...dots.map((dot) => dot.end));
  return orientation === 'horizontal'
    ? { x0: start, x1: end, y0: across, y1: across }
    : { x0: across, x1: across, y0: start, y1: end };
}

/** The dots of a line with those at its ends, which may be shorter or longer; null for a row of a pattern of dots. */
function withEnds(row: readonly Dot[], near: PlaceIndex<Dot>): readonly Dot[] | null {
  const [first, second] = row;
  const last = row.at(-1);
  if (first === undefined || second === undefined || last === undefined) return null;
  const stepPt = second.start - first.start;
  if (stepPt > widestStep * (first.end - first.start)) return null;
  const own = new Set(row);
  const reachPt = besideSteps * stepPt;
  const around = near
    .touching({
      x0: first.start - stepPt,
      x1: last.end + stepPt,
      y0: first.across - reachPt,
      y1: first.across + reachPt,
    })
    .filter((dot) => !own.has(dot));
  const isLevel = (dot: Dot) => Math.abs(dot.across - first.across) < first.widthPt / 2;
  if (around.filter((dot) => !isLevel(dot)).length > besideShare * row.length) return null;
  const ends = around.filter(
    (dot) =>
      isLevel(dot) &&
      dot.fill.color === first.fill.color &&
      Math.max(first.start - dot.end, dot.start - last.end) <= stepPt,
  );
  return [...row, ...ends];
}
