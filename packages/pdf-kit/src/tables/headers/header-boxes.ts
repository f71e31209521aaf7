import { boxHeight, boxWidth, containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import type { Box, Fill, Line, Page } from '../../page-model/types.ts';
import { type PieceKind, pieceKind } from '../ledger/piece-kind.ts';
import { distinctFills, isWhite, maxFills, type PageEdges } from '../rules/edges.ts';
import { connectedEdges, createGrid } from '../rules/grid.ts';
import type { HeaderBoxes } from '../types.ts';
import { stripesAmong } from './striped-rows.ts';

/** Tolerance for the top and bottom of boxes in one row, in points. */
const levelPt = 1.5;
/** The gap between neighbouring boxes: cells of a web page have 2 pt, those of designed invoices up to 6. */
const widestGapPt = 8;
/** Maximum distance of the rows of one header, and tolerance for their widths, in points. */
const stackedPt = 3;
/** Minimum number of boxes: two side by side are as often a label and its value. */
const minBoxes = 3;
/** Headings have at most about five lines, and no box is narrower than a word. */
const heightPt = { least: 6, most: 64 };
const narrowestPt = 8;
/** This share of the boxes has a heading: the first or last may be empty. */
const headedShare = 0.6;
const maxWords = 7;
const notHeadings: ReadonlySet<PieceKind> = new Set(['number', 'date', 'time', 'mark']);

/** Rows of headings on a page, each heading in a filled or ruled box, outside `taken`. */
export function findHeaderBoxes(page: Page, edges: PageEdges, taken: readonly Box[]): HeaderBoxes[] {
  const found: HeaderBoxes[] = [];
  const filled = filledRows(page.fills);
  const stripes = stripesAmong(filled, page.fills, (row) => areHeadings(row, page.lines));
  for (const row of [...filled.filter((each) => !stripes.has(each)), ...ruledRows(edges)]) {
    const isTaken = [...taken, ...found.map(({ box }) => box)].some((other) => containsMiddle(other, row.box));
    if (!isTaken && areHeadings(row, page.lines)) found.push(row);
  }
  return stack(found);
}

/** Fills side by side. */
function filledRows(fills: readonly Fill[]): HeaderBoxes[] {
  const boxes = distinctFills(fills.filter(({ color, box }) => !isWhite(color) && isBoxSized(box)))
    .slice(0, maxFills)
    .map(({ box }) => box)
    .sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const rows: Box[][] = [];
  for (const box of boxes) {
    const row = rows.find(
      ([first]) =>
        first !== undefined && Math.abs(first.y0 - box.y0) <= levelPt && Math.abs(first.y1 - box.y1) <= levelPt,
    );
    if (row === undefined) rows.push([box]);
    else row.push(box);
  }
  const found = joinTaller(
    rows.flatMap((row) => runs(withoutGrounds(row))),
    boxes,
  );
  return found.flatMap((run) => (run.length < minBoxes ? [] : [meet(run)]));
}

/** Joins the boxes below group headings with the boxes beside them that are as high as both. */
function joinTaller(found: readonly (readonly Box[])[], boxes: readonly Box[]): (readonly Box[])[] {
  const joined: (readonly Box[])[] = [];
  for (const run of found.toSorted(([a], [b]) => (a?.x0 ?? 0) - (b?.x0 ?? 0))) {
    const index = joined.findIndex((before) => isBeside(before, run, boxes));
    if (index < 0) joined.push(run);
    else joined[index] = [...(joined[index] ?? []), ...run];
  }
  return joined;
}

/** Whether boxes end level with those to their left, and a box over the lower ones makes up for their heights. */
function isBeside(left: readonly Box[], right: readonly Box[], boxes: readonly Box[]): boolean {
  const [before, after] = [left.at(-1), right[0]];
  if (before === undefined || after === undefined) return false;
  const gapPt = after.x0 - before.x1;
  if (gapPt < -1 || gapPt > widestGapPt || Math.abs(before.y1 - after.y1) > levelPt) return false;
  const [lower, higher] = before.y0 > after.y0 ? [before, after] : [after, before];
  return boxes.some(
    ({ x0, x1, y0, y1 }) =>
      Math.abs(y0 - higher.y0) <= levelPt && Math.abs(lower.y0 - y1) <= stackedPt && x0 < lower.x1 && x1 > lower.x0,
  );
}

/** Grids of a single row, which may have no outer borders. */
function ruledRows(edges: PageEdges): HeaderBoxes[] {
  return connectedEdges(edges).flatMap((group) => {
    const { xs: upright, ys } = createGrid(group);
    const starts = group.horizontal.map(({ start }) => start);
    const ends = group.horizontal.map(({ end }) => end);
    const [first, last] = [upright[0] ?? 0, upright.at(-1) ?? 0];
    const before = Math.max(...starts) < first - narrowestPt ? [Math.min(...starts)] : [];
    const behind = Math.min(...ends) > last + narrowestPt ? [Math.max(...ends)] : [];
    const xs = [...before, ...upright, ...behind];
    const cuts = xs.filter((x, index) => index === 0 || x - (xs[index - 1] ?? x) >= narrowestPt);
    const box = { x0: xs[0] ?? 0, y0: ys[0] ?? 0, x1: xs.at(-1) ?? 0, y1: ys.at(-1) ?? 0 };
    return ys.length === 2 && cuts.length > minBoxes && isHigh(box) ? [{ box, cuts }] : [];
  });
}

function isBoxSized(box: Box): boolean {
  return boxWidth(box) >= narrowestPt && isHigh(box);
}

function isHigh(box: Box): boolean {
  return boxHeight(box) >= heightPt.least && boxHeight(box) <= heightPt.most;
}

/** The boxes that contain no smaller one. */
function withoutGrounds(row: readonly Box[]): Box[] {
  return row.filter(
    (box) => !row.some((other) => other !== box && containsMiddle(box, other) && boxWidth(other) < boxWidth(box) - 1),
  );
}

/** Boxes that are next to each other, left to right. */
function runs(row: readonly Box[]): Box[][] {
  const found: Box[][] = [];
  for (const box of row.toSorted((a, b) => a.x0 - b.x0)) {
    const last = found.at(-1)?.at(-1);
    if (last !== undefined && box.x0 - last.x0 < 1) continue;
    if (last !== undefined && box.x0 - last.x1 <= widestGapPt) found.at(-1)?.push(box);
    else found.push([box]);
  }
  return found;
}

function meet(run: readonly Box[]): HeaderBoxes {
  const between = run.slice(1).map(({ x0 }, index) => (x0 + (run[index]?.x1 ?? x0)) / 2);
  const box = uniteBoxes(run);
  return { box, cuts: [box.x0, ...between, box.x1] };
}

/** Stacked rows are one header if the boxes of one are unions of boxes of the other. */
function stack(rows: readonly HeaderBoxes[]): HeaderBoxes[] {
  const stacked: HeaderBoxes[] = [];
  for (const row of rows.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    const index = stacked.findIndex(
      ({ box }) =>
        Math.abs(row.box.y0 - box.y1) <= stackedPt &&
        Math.abs(row.box.x0 - box.x0) <= stackedPt &&
        Math.abs(row.box.x1 - box.x1) <= stackedPt,
    );
    const above = stacked[index];
    if (above === undefined) {
      stacked.push(row);
      continue;
    }
    const [finer, coarser] = above.cuts.length < row.cuts.length ? [row, above] : [above, row];
    const isOne = coarser.cuts.every((cut) => finer.cuts.some((other) => Math.abs(other - cut) <= stackedPt));
    stacked.splice(index, 1, ...(isOne ? [{ box: uniteBoxes([above.box, row.box]), cuts: finer.cuts }] : []));
  }
  return stacked;
}

/** Whether the middle of a word is between two neighbouring cuts. */
export function isInColumn({ x0, x1 }: Box, cuts: readonly number[], column: number): boolean {
  const middle = (x0 + x1) / 2;
  return middle >= (cuts[column] ?? 0) && middle < (cuts[column + 1] ?? 0);
}

/** Whether most boxes hold a few words that are not amounts and are within their box. */
function areHeadings({ box, cuts }: HeaderBoxes, lines: readonly Line[]): boolean {
  const own = lines.filter((line) => line.angle === 0).flatMap(({ words }) => words);
  const inside = own.filter((word) => containsMiddle(box, word.box));
  const columns = cuts.slice(1).map((_, column) => inside.filter((word) => isInColumn(word.box, cuts, column)));
  const filled = columns.filter(({ length }) => length > 0);
  const isHeading = (words: (typeof columns)[number]) => {
    const kind = pieceKind(words.map(({ text }) => text).join(' '));
    return words.length <= maxWords && !notHeadings.has(kind);
  };
  const isWithin = (words: (typeof columns)[number], column: number) =>
    words.every(({ box: word }) => word.x0 >= (cuts[column] ?? 0) - 2 && word.x1 <= (cuts[column + 1] ?? 0) + 2);
  return (
    filled.length >= Math.max(2, headedShare * columns.length) && filled.every(isHeading) && columns.every(isWithin)
  );
}
