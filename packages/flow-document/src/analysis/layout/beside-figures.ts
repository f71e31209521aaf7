import { boxHeight, sharedHeight } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import type { Column, FigureItem, Fragment } from '../types.ts';

/** Lines of a column that are beside the same pictures, with the edges these leave them. */
export interface LineRun {
  readonly column: Column;
  readonly fragments: readonly Fragment[];
}

/** Edges this far apart, in points, are the same edge. */
const sameEdgePt = 2;

/** Splits lines where a picture begins or ends beside them: each part has a narrower column, as a paragraph has indents. */
export function runsBesideFigures(fragments: readonly Fragment[], column: Column): readonly LineRun[] {
  const figures = column.items.filter(
    (item) => item.kind === 'figure' && standsBeside(item, fragments),
  ) as FigureItem[];
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

/** Whether several lines are beside a picture. One is on a line with a single one. */
function standsBeside({ behindText, box }: FigureItem, fragments: readonly Fragment[]): boolean {
  const beside = fragments.filter(
    (line) => sharedLines(line, box) > 0.4 && (isRightOf(box, line) || isLeftOf(box, line)),
  );
  return !behindText && beside.length > 1;
}

function narrowedColumn(line: Fragment, figures: readonly FigureItem[], column: Column): Column {
  // A line that is short because of a picture may be a little above or below it.
  const near = figures.map(({ box }) => box).filter((box) => sharedLines(line, box) > -0.3);
  const right = near.filter((box) => isRightOf(box, line)).map(({ x0 }) => x0);
  const left = near.filter((box) => isLeftOf(box, line)).map(({ x1 }) => x1);
  return {
    ...column,
    x0: Math.max(column.x0, ...left),
    x1: Math.min(column.x1, ...right),
    reachX1: Math.min(column.reachX1, ...right),
  };
}

/** How much of the height of a line something shares with it; less than nothing where it is above or below. */
function sharedLines({ box }: Fragment, figure: Box): number {
  return sharedHeight(figure, box) / boxHeight(box);
}

function isRightOf(figure: Box, { box }: Fragment): boolean {
  return figure.x0 > box.x1 - sameEdgePt;
}

function isLeftOf(figure: Box, { box }: Fragment): boolean {
  return figure.x1 < box.x0 + sameEdgePt;
}

function isSameWidth(first: Column, second: Column): boolean {
  return Math.abs(first.x0 - second.x0) < sameEdgePt && Math.abs(first.x1 - second.x1) < sameEdgePt;
}
