import { boxArea, boxHeight, boxWidth, containsMiddle, uniteBoxes } from '@platen/pdf-kit/geometry';
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

/** Where the sides of tall panels are that no text runs over, such as those of a sidebar: they part a page into columns. */
export function sidesOfColumns({ fills, lines, widthPt, heightPt }: Page): readonly number[] {
  const tall = fills.filter(
    ({ box }) => boxHeight(box) >= tallShare * heightPt && boxWidth(box) < columnShare * widthPt,
  );
  const sides = tall.flatMap(({ box }) => [box.x0, box.x1].map((x) => ({ x, y0: box.y0, y1: box.y1 })));
  return sides
    .filter(({ x }) => x > 0 && x < widthPt)
    .filter(({ x, y0, y1 }) => !lines.some(({ box }) => box.x0 < x && box.x1 > x && box.y1 > y0 && box.y0 < y1))
    .map(({ x }) => x);
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
