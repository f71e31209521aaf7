import type { Column, FigureItem, Fragment } from './types.ts';

/** Lines of a column that stand beside the same pictures, with the edges these leave them. */
export interface LineRun {
  readonly column: Column;
  readonly fragments: readonly Fragment[];
}

/** Edges this far apart, in points, are the same edge. */
const sameEdgePt = 2;
/** What is no higher than this, in lines, stands in its line. */
const lowestLines = 1.6;

/** Parts lines where a picture begins or ends beside them: each part has a narrower column, as a paragraph has indents. */
export function runsBesideFigures(fragments: readonly Fragment[], column: Column): readonly LineRun[] {
  const figures = column.items.filter((item) => item.kind === 'figure' && !item.behindText) as readonly FigureItem[];
  if (figures.length === 0) return [{ column, fragments }];
  const runs: { column: Column; fragments: Fragment[] }[] = [];
  for (const fragment of fragments) {
    const narrowed = narrowedColumn(fragment, figures, column);
    const last = runs.at(-1);
    if (last !== undefined && isSameWidth(last.column, narrowed)) last.fragments.push(fragment);
    else runs.push({ column: narrowed, fragments: [fragment] });
  }
  return runs;
}

function narrowedColumn({ box, style }: Fragment, figures: readonly FigureItem[], column: Column): Column {
  const beside = figures.filter(({ box: own }) => {
    const sharedPt = Math.min(own.y1, box.y1) - Math.max(own.y0, box.y0);
    return sharedPt > 0.4 * (box.y1 - box.y0) && own.y1 - own.y0 > lowestLines * style.sizePt;
  });
  const right = beside.filter(({ box: own }) => own.x0 > box.x1 - sameEdgePt).map(({ box: own }) => own.x0);
  const left = beside.filter(({ box: own }) => own.x1 < box.x0 + sameEdgePt).map(({ box: own }) => own.x1);
  return {
    ...column,
    x0: Math.max(column.x0, ...left),
    x1: Math.min(column.x1, ...right),
    reachX1: Math.min(column.reachX1, ...right),
  };
}

function isSameWidth(first: Column, second: Column): boolean {
  return Math.abs(first.x0 - second.x0) < sameEdgePt && Math.abs(first.x1 - second.x1) < sameEdgePt;
}
