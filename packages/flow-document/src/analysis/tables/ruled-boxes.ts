import { boxSides } from '@platen/pdf-kit/geometry';
import type { Box, Rule } from '@platen/pdf-kit/page-model';
import type { TableCell } from '@platen/pdf-kit/tables';

/** Edges this far apart, in points, are the same edge. */
const sameEdgePt = 3;
/** More level rules are those of a grid, or of a drawing. */
const mostRules = 400;

/** The boxes with a rule along each of their sides that no other level rule of the same width runs through. */
export function ruledBoxes(rules: readonly Rule[]): readonly Box[] {
  const level = rules.filter(({ orientation }) => orientation === 'horizontal').toSorted((a, b) => a.y0 - b.y0);
  if (level.length > mostRules) return [];
  const spans: Rule[][] = [];
  for (const rule of level) {
    const span = spans.find(([first]) => first !== undefined && haveSameEnds(first, rule));
    if (span === undefined) spans.push([rule]);
    else span.push(rule);
  }
  return spans
    .flatMap((span) => span.slice(1).map((bottom, index) => ({ ...boxOf(span[index] ?? bottom), y1: bottom.y0 })))
    .filter((box) => box.y1 - box.y0 > sameEdgePt)
    .filter((box) => Object.values(ruledSides(box, rules)).every((isRuled) => isRuled));
}

function haveSameEnds(first: Box, second: Box): boolean {
  return Math.abs(first.x0 - second.x0) <= sameEdgePt && Math.abs(first.x1 - second.x1) <= sameEdgePt;
}

function boxOf({ x0, y0, x1, y1 }: Rule): Box {
  return { x0, y0, x1, y1 };
}

/** Which sides of a box have a rule along them from end to end; none of no box. */
export function ruledSides(box: Box | null, rules: readonly Rule[]): TableCell['borders'] {
  if (box === null) return { top: false, right: false, bottom: false, left: false };
  const { top, right, bottom, left } = boxSides(box);
  const isRuled = (side: Box) =>
    rules.some((rule) =>
      (['x0', 'y0', 'x1', 'y1'] as const).every((end) => Math.abs(rule[end] - side[end]) <= sameEdgePt),
    );
  return {
    top: isRuled(top),
    right: isRuled(right),
    bottom: isRuled(bottom),
    left: isRuled(left),
  };
}
