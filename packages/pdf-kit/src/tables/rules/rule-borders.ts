import type { Rule } from '../../page-model/types.ts';
import type { Table, TableCell } from '../types.ts';

/** How far a rule may lie from the cut between two rows or columns that it draws, in points. */
const innerReachPt = 3;
/** The outermost cuts are placed by the text, so the rules that close a table may be further away. */
const outerReachPt = 16;
/** A side is ruled if rules cover this share of it: short strokes under a heading are underlines. */
const minCoverage = 0.6;

/** Marks the sides along which rules are drawn as borders, in a table whose cells were found without a grid. */
export function withRuledBorders(table: Table, rules: readonly Rule[]): Table {
  const { rowCuts, columnCuts } = table;
  const horizontal = rules.filter(({ orientation }) => orientation === 'horizontal');
  const vertical = rules.filter(({ orientation }) => orientation === 'vertical');
  const isRuledAcross = (cut: number, from: number, to: number) =>
    coverage(
      horizontal.filter(({ y0 }) => draws(y0, rowCuts, cut)).map(({ x0, x1 }) => [x0, x1]),
      columnCuts[from] ?? 0,
      columnCuts[to] ?? 0,
    ) >= minCoverage;
  const isRuledDown = (cut: number, from: number, to: number) =>
    coverage(
      vertical.filter(({ x0 }) => draws(x0, columnCuts, cut)).map(({ y0, y1 }) => [y0, y1]),
      rowCuts[from] ?? 0,
      rowCuts[to] ?? 0,
    ) >= minCoverage;
  const bordersOf = ({ row, column, rowSpan, columnSpan }: TableCell): TableCell['borders'] => ({
    top: isRuledAcross(row, column, column + columnSpan),
    bottom: isRuledAcross(row + rowSpan, column, column + columnSpan),
    left: isRuledDown(column, row, row + rowSpan),
    right: isRuledDown(column + columnSpan, row, row + rowSpan),
  });
  return { ...table, cells: table.cells.map((cell) => ({ ...cell, borders: bordersOf(cell) })) };
}

/** Whether a rule at `at` draws the cut with this index. */
function draws(at: number, cuts: readonly number[], number: number): boolean {
  const distance = at - (cuts[number] ?? Number.NaN);
  const before = number === 0 ? outerReachPt : innerReachPt;
  const after = number === cuts.length - 1 ? outerReachPt : innerReachPt;
  return distance >= -before && distance <= after;
}

/** The share of `start`–`end` that the spans cover. */
function coverage(spans: readonly (readonly [number, number])[], start: number, end: number): number {
  let covered = 0;
  let reached = start;
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const beginning = Math.max(from, reached);
    const ending = Math.min(to, end);
    if (ending <= beginning) continue;
    covered += ending - beginning;
    reached = ending;
  }
  return end > start ? covered / (end - start) : 0;
}
