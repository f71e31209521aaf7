import { boxArea, containsMiddle, growBox, intersectBoxes, uniteBoxes } from '../page-model/box.ts';
import type { Box, Line, Page } from '../page-model/types.ts';

/** Drawn parts this close are of one figure, in points. */
const reachPt = 12;
/** Fewer parts than this are ornaments: an arrow, a tick, a rounded corner. */
const fewestParts = 6;
/** So many rows of so many pieces of text are a table; what is drawn there are ornaments, or a frame with round corners. */
const tableRows = 6;
const tablePieces = 3;

/** Where charts and diagrams are: clusters of curves, slanted lines and polygons. */
export function findFigures({ drawings, lines, widthPt, heightPt }: Page): Box[] {
  const isSoft = ({ kind }: Page['drawings'][number]) => kind === 'shading' || kind === 'masked';
  const parts = drawings.filter((part) => !isSoft(part) && boxArea(part.box) < 0.6 * widthPt * heightPt);
  if (parts.length < fewestParts || parts.length > 20_000)
    return parts.length > 20_000 ? [uniteBoxes(parts.map(({ box }) => box))] : [];
  const clusters: { box: Box; count: number }[] = [];
  for (const { box } of parts) {
    const near = clusters.filter((cluster) => intersectBoxes(growBox(cluster.box, reachPt), box) !== null);
    const merged = { box: uniteBoxes([box, ...near.map((cluster) => cluster.box)]), count: 1 };
    for (const cluster of near) {
      merged.count += cluster.count;
      clusters.splice(clusters.indexOf(cluster), 1);
    }
    clusters.push(merged);
  }
  const figures = clusters.filter(({ count, box }) => count >= fewestParts && boxArea(box) > 1500);
  return figures.map(({ box }) => box).filter((box) => !holdsTable(box, lines));
}

function holdsTable(box: Box, lines: readonly Line[]): boolean {
  const inside = lines.filter((line) => line.angle === 0 && containsMiddle(box, line.box));
  const rows = Map.groupBy(inside, ({ baseline }) => Math.round(baseline));
  return [...rows.values()].filter((row) => row.length >= tablePieces).length >= tableRows;
}

/** Whether a region is mostly figure: figures cover it, or it covers most of one and much of itself is drawing. */
export function isFigure(region: Box, figures: readonly Box[]): boolean {
  return figures.some((figure) => {
    const shared = intersectBoxes(region, figure);
    return shared !== null && boxArea(shared) > 0.35 * boxArea(region);
  });
}
