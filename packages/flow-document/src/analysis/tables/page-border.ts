import type { Page, Rule } from '@platen/pdf-kit/page-model';

/** The sides of a border are at least this share of the sides of its page. */
const leastShare = 0.8;
/** Ends of rules that meet are this close, in points. */
const meetsPt = 3;

/**
 * The rules of a page without those of a border around all of it. Unlike the border of a table, no other rule meets it.
 */
export function rulesInsideBorder({ rules, widthPt, heightPt }: Page): readonly Rule[] {
  const across = rules.filter((rule) => rule.orientation === 'horizontal' && rule.x1 - rule.x0 > leastShare * widthPt);
  const along = rules.filter((rule) => rule.orientation === 'vertical' && rule.y1 - rule.y0 > leastShare * heightPt);
  const border = new Set<Rule>([...outermost(across, 'y0'), ...outermost(along, 'x0')]);
  const inner = rules.filter((rule) => !border.has(rule));
  const isWhole = border.size === 4 && [...across, ...along].length === 4;
  return isWhole && !inner.some((rule) => [...border].some((side) => meets(rule, side))) ? inner : rules;
}

/** The first and the last of some rules. */
function outermost(rules: readonly Rule[], edge: 'x0' | 'y0'): readonly Rule[] {
  const ordered = [...rules].sort((first, second) => first[edge] - second[edge]);
  return ordered.filter((_, index) => index === 0 || index === ordered.length - 1);
}

function meets(rule: Rule, side: Rule): boolean {
  const apartX = Math.max(rule.x0, side.x0) - Math.min(rule.x1, side.x1);
  const apartY = Math.max(rule.y0, side.y0) - Math.min(rule.y1, side.y1);
  return Math.max(apartX, apartY) <= meetsPt;
}
