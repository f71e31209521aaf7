import type { Box, Rule } from '@platen/pdf-kit/page-model';

/** A border is drawn half its width outside of a picture, in points. */
const nearPt = 1.5;

/** The rules along the four edges of a picture, its border, where they are drawn alike; otherwise none. */
export function pictureFrame({ x0, y0, x1, y1 }: Box, rules: readonly Rule[]): readonly Rule[] {
  const edges: readonly Box[] = [
    { x0, x1, y0, y1: y0 },
    { x0: x1, x1, y0, y1 },
    { x0, x1, y0: y1, y1 },
    { x0, x1: x0, y0, y1 },
  ];
  const found = edges.flatMap((edge) => rules.find((rule) => liesAlong(rule, edge)) ?? []);
  const [first] = found;
  const areAlike = found.every((rule) => rule.color === first?.color && rule.dashed === first.dashed);
  return found.length === edges.length && areAlike ? found : [];
}

function liesAlong(rule: Rule, edge: Box): boolean {
  return (['x0', 'y0', 'x1', 'y1'] as const).every((side) => Math.abs(rule[side] - edge[side]) <= nearPt);
}
