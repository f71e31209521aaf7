import type { Box, Rule } from '@platen/pdf-kit/page-model';
import type { Border } from '../model/formats.ts';

/** A rule this far from an edge, in points, is drawn on it. */
const reachPt = 2;

/** What is drawn on an edge, which is a box of no width or no height. */
export type BorderOf = (edge: Box) => Border;

/** The borders of a table: each edge looks like the rule on it, or like the first of the table where none is found. */
export function tableBorders(rules: readonly Rule[], table: Box): BorderOf {
  const own = rules.filter(
    ({ x0, y0, x1, y1 }) => x0 >= table.x0 - 3 && x1 <= table.x1 + 3 && y0 >= table.y0 - 3 && y1 <= table.y1 + 3,
  );
  const usual = borderOf(own[0]);
  return (edge) => {
    const rule = own.find((candidate) => liesOn(candidate, edge));
    return rule === undefined ? usual : borderOf(rule);
  };
}

function liesOn(rule: Rule, edge: Box): boolean {
  if (rule.orientation === 'horizontal') {
    return (
      edge.y0 === edge.y1 && Math.abs(rule.y0 - edge.y0) <= reachPt && sharesHalf(rule.x0, rule.x1, edge.x0, edge.x1)
    );
  }
  return (
    edge.x0 === edge.x1 && Math.abs(rule.x0 - edge.x0) <= reachPt && sharesHalf(rule.y0, rule.y1, edge.y0, edge.y1)
  );
}

function sharesHalf(from: number, to: number, edgeFrom: number, edgeTo: number): boolean {
  return Math.min(to, edgeTo) - Math.max(from, edgeFrom) > 0.5 * (edgeTo - edgeFrom);
}

function borderOf(rule: Rule | undefined): Border {
  return {
    widthPt: Math.min(3, Math.max(0.25, rule?.widthPt ?? 0.5)),
    color: rule?.color ?? '#000000',
    style: rule?.dashed === true ? 'dashed' : 'single',
  };
}
