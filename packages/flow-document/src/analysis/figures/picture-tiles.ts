import {
  boxArea,
  boxHeight,
  boxWidth,
  containsMiddle,
  sharedHeight,
  sharedWidth,
  uniteBoxes,
} from '@platen/pdf-kit/geometry';
import type { Box, Line } from '@platen/pdf-kit/page-model';
import type { FigureItem } from '../types.ts';

/** Fewer pictures side by side are pictures side by side. */
const minTiles = 3;
const tolerancePt = 1;

/**
 * Pictures laid edge to edge are tiles of one: a sliced photograph is drawn in one piece, and a backdrop cut into tiles
 * lies behind the text as a whole, whichever of its tiles have text on them.
 */
export function joinTiles(pictures: readonly FigureItem[], lines: readonly Line[]): readonly FigureItem[] {
  return adjoining(pictures).flatMap((tiles) => {
    if (tiles.length < minTiles) return tiles;
    const box = uniteBoxes(tiles.map((tile) => tile.box));
    if (lines.some((line) => containsMiddle(box, line.box)))
      return tiles.map((tile) => ({ ...tile, behindText: true }));
    const filled = tiles.reduce((total, tile) => total + boxArea(tile.box), 0);
    const [first] = tiles;
    const isWhole = filled > 0.95 * boxArea(box) && first !== undefined;
    return isWhole ? [{ ...first, box, pictureIndex: null }] : tiles;
  });
}

function adjoining(pictures: readonly FigureItem[]): readonly (readonly FigureItem[])[] {
  let groups: (readonly FigureItem[])[] = [];
  for (const picture of pictures) {
    const isBeside = (group: readonly FigureItem[]) => group.some(({ box }) => shareEdge(box, picture.box));
    const joined = groups.filter(isBeside);
    groups = [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), picture]];
  }
  return groups;
}

/** Whether one ends where the other begins, over the whole of a side. */
function shareEdge(first: Box, second: Box): boolean {
  const touches = (end: number, start: number) => Math.abs(end - start) <= tolerancePt;
  const across = touches(first.x1, second.x0) || touches(second.x1, first.x0);
  const below = touches(first.y1, second.y0) || touches(second.y1, first.y0);
  return (
    (across && sharedHeight(first, second) > 0.9 * Math.max(boxHeight(first), boxHeight(second))) ||
    (below && sharedWidth(first, second) > 0.9 * Math.max(boxWidth(first), boxWidth(second)))
  );
}
