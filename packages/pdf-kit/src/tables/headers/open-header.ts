import { containsMiddle } from '../../page-model/box.ts';
import type { Box, Line } from '../../page-model/types.ts';
import { placeWords } from '../compose-table.ts';
import { isHeadingText } from '../is-heading-text.ts';
import type { Edge } from '../rules/edges.ts';
import { withHeaderRows } from '../stack-rows.ts';
import type { Table } from '../types.ts';
import { isInColumn } from './header-boxes.ts';

/** Maximum gap between the borders of headings and the grid, in points: no line of text fits in it. */
const reachPt = 6;
/** Tolerance for their alignment with the borders of the grid and with each other, in points. */
const alignedPt = 1.5;
/** Maximum height of a header of five lines, in points. */
const tallestPt = 64;
/** Minimum number of columns: two are as often labels and values. */
const minColumns = 3;
/** Minimum share of columns that have a heading. */
const headedShare = 0.6;
/** How far text may extend beyond its cell, in points. */
const outsidePt = 2;

/**
 * Adds to a grid without a header the headings above it if the borders between its columns continue there after a gap,
 * with no rule on top: all lines of a heading are between two of them. Null if there are none.
 */
export function withOpenHeader(table: Table, lines: readonly Line[], upright: readonly Edge[]): Table | null {
  const { columnCuts, columnCount } = table;
  if (table.kind !== 'ruled' || table.angle !== 0 || table.headerRows > 0 || columnCount < minColumns) return null;
  const band = bandAbove(table, upright);
  if (band === null) return null;
  const words = placeWords(lines.filter(({ angle }) => angle === 0)).filter(({ word }) =>
    containsMiddle(band, word.box),
  );
  const headings = columnCuts
    .slice(1)
    .map((_, column) => ({ column, words: words.filter(({ word }) => isInColumn(word.box, columnCuts, column)) }))
    .filter((heading) => heading.words.length > 0);
  const isWithin = ({ column, words: own }: (typeof headings)[number]) =>
    own.every(
      ({ word: { box } }) =>
        box.x0 >= (columnCuts[column] ?? 0) - outsidePt && box.x1 <= (columnCuts[column + 1] ?? 0) + outsidePt,
    );
  if (headings.length < headedShare * columnCount || !headings.every(isWithin)) return null;
  const cells = headings.map((heading) => ({ ...heading, row: 0, rowSpan: 1, columnSpan: 1 }));
  const headed = withHeaderRows(table, [band.y0], cells);
  const isHeader = headed.cells.every(({ row, text }) => row > 0 || isHeadingText(text));
  return isHeader ? headed : null;
}

/** The band of the borders right above a grid, if there is one between every two columns and all are level. */
function bandAbove({ box, columnCuts }: Table, upright: readonly Edge[]): Box | null {
  const above = columnCuts
    .slice(1, -1)
    .map((cut) =>
      upright.find(
        ({ at, end, soft }) =>
          !soft && Math.abs(at - cut) <= alignedPt && end < box.y0 + alignedPt && end >= box.y0 - reachPt,
      ),
    )
    .filter((edge) => edge !== undefined);
  const [first] = above;
  const isLevel = ({ start, end }: Edge) =>
    first !== undefined && Math.abs(start - first.start) <= alignedPt && Math.abs(end - first.end) <= alignedPt;
  if (first === undefined || above.length < columnCuts.length - 2 || !above.every(isLevel)) return null;
  return first.end - first.start > tallestPt ? null : { ...box, y0: first.start, y1: first.end };
}
