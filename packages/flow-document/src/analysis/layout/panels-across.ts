import { boxArea, boxHeight, containsMiddle, uniteBoxes } from '@platen/pdf-kit/geometry';
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
