import { boxHeight, boxWidth, containsMiddle, sharedHeight } from '../../page-model/box.ts';
import type { Box, Line, Page } from '../../page-model/types.ts';
import type { Edge, PageEdges } from './edges.ts';
import { connectedEdges, createGrid, gridBox } from './grid.ts';

/** A box of text is at least this large; a smaller one is a cell, or a tick box. */
const smallestPt = { width: 100, height: 60 };
/** Adjacent boxes overlap vertically by this share of the shorter one. */
const besideShare = 0.5;
/** Lines of two boxes may share a baseline by chance; from this share on, the boxes are columns of one table. */
const pairedShare = 0.7;
/** Tolerance for baselines of one row, in em. */
const sameBaselineEm = 0.2;
/** Tolerance for the corners of a box, in points. */
const closedPt = 3;

/**
 * Closed boxes side by side, drawn by rules or with round corners: text in one forms no rows with text in the other.
 */
export function boxesBeside(edges: PageEdges, { lines, drawings }: Pick<Page, 'lines' | 'drawings'>): Box[] {
  const isDrawn = ({ soft }: Edge) => !soft;
  const drawn = { horizontal: edges.horizontal.filter(isDrawn), vertical: edges.vertical.filter(isDrawn) };
  const ruled = connectedEdges(drawn).flatMap((group) => {
    const box = gridBox(createGrid(group));
    return isClosed(box, group) ? [box] : [];
  });
  const rounded = drawings.filter(({ roundedBox }) => roundedBox !== undefined).map(({ box }) => box);
  const boxes = [...ruled, ...rounded].filter(isLarge);
  return boxes.filter((box) => boxes.some((other) => isBeside(box, other) && !arePaired(box, other, lines)));
}

function isLarge(box: Box): boolean {
  return boxWidth(box) >= smallestPt.width && boxHeight(box) >= smallestPt.height;
}

function isClosed({ x0, x1, y0, y1 }: Box, { horizontal, vertical }: PageEdges): boolean {
  const has = (edges: readonly Edge[], at: number, start: number, end: number) =>
    edges.some(
      (edge) => Math.abs(edge.at - at) <= closedPt && edge.start <= start + closedPt && edge.end >= end - closedPt,
    );
  return (
    has(horizontal, y0, x0, x1) && has(horizontal, y1, x0, x1) && has(vertical, x0, y0, y1) && has(vertical, x1, y0, y1)
  );
}

function isBeside(a: Box, b: Box): boolean {
  return (a.x1 <= b.x0 || b.x1 <= a.x0) && sharedHeight(a, b) >= besideShare * Math.min(boxHeight(a), boxHeight(b));
}

/** Whether most lines of a box are level with one of the other: both are columns of one table. */
function arePaired(box: Box, other: Box, lines: readonly Line[]): boolean {
  const own = lines.filter((line) => containsMiddle(box, line.box));
  const beside = lines.filter((line) => containsMiddle(other, line.box));
  const [few, many] = own.length < beside.length ? [own, beside] : [beside, own];
  const paired = few.filter((line) =>
    many.some(({ baseline }) => Math.abs(baseline - line.baseline) <= sameBaselineEm * line.style.sizePt),
  );
  return few.length === 0 || paired.length >= pairedShare * few.length;
}
