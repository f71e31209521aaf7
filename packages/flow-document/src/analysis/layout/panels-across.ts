import { boxArea, boxHeight, boxWidth, containsMiddle, createPlaceIndex, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Page } from '@platen/pdf-kit/page-model';

/** Lower ones, in points, are highlights and rows of tables. */
const leastHeightPt = 24;
/** Cards of one row have the same top and foot, within this, in points, and are no further apart than this. */
const [levelPt, apartPt] = [2, 24];
/** What covers more of the page, as a share, is its ground. */
const groundShare = 0.8;

/** What is drawn around or behind text, outside `objects`: banners, panels, and rows of cards as one. */
export function panelsAcross({ fills, boxes, widthPt, heightPt }: Page, objects: readonly Box[]): readonly Box[] {
  const drawn = [...fills.filter(({ color }) => color !== '#ffffff'), ...boxes]
    .map(({ box }) => box)
    .filter((box) => boxHeight(box) >= leastHeightPt && boxArea(box) < groundShare * widthPt * heightPt)
    .filter((box) => !objects.some((object) => containsMiddle(object, box)));
  return rowsOf(drawn);
}

/** A panel with a column on it takes this share of the height of its page, and less than this one of its width. */
const tallShare = 0.5;
const columnShare = 0.8;

/** Sides closer than this, in points, are one. */
const sameSidePt = 1;

/**
 * Where the sides of tall panels are that no text runs over, such as those of a sidebar, from left to right: they part a
 * page into columns.
 */
export function sidesOfColumns({ fills, lines, widthPt, heightPt }: Page): readonly number[] {
  const tall = fills.filter(
    ({ box }) => boxHeight(box) >= tallShare * heightPt && boxWidth(box) < columnShare * widthPt,
  );
  if (tall.length === 0) return [];
  const places = createPlaceIndex(lines.map(({ box }) => [box, box]));
  const isCrossed = (x: number, { y0, y1 }: Box) =>
    places
      .touching({ x0: x, x1: x, y0, y1 })
      .some((line) => line.x0 < x && line.x1 > x && line.y1 > y0 && line.y0 < y1);
  const sides = tall.flatMap(({ box }) => [box.x0, box.x1].map((x) => ({ x, box })));
  const apart: number[] = [];
  for (const { x, box } of sides.sort((a, b) => a.x - b.x)) {
    const isNew = x > 0 && x < widthPt && x - (apart.at(-1) ?? Number.NEGATIVE_INFINITY) >= sameSidePt;
    if (isNew && !isCrossed(x, box)) apart.push(x);
  }
  return apart;
}

function rowsOf(cards: readonly Box[]): readonly Box[] {
  const rows: Box[] = [];
  for (const card of cards.toSorted((a, b) => a.x0 - b.x0)) {
    const at = rows.findIndex(
      ({ x1, y0, y1 }) =>
        Math.abs(y0 - card.y0) <= levelPt && Math.abs(y1 - card.y1) <= levelPt && card.x0 - x1 <= apartPt,
    );
    const row = rows[at];
    if (row === undefined) rows.push(card);
    else rows[at] = uniteBoxes([row, card]);
  }
  return rows;
}
