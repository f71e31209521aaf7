import { boxArea, containsMiddle, growBox, intersectBoxes, uniteBoxes } from '../page-model/box.ts';
import type { Box, Line, Page } from '../page-model/types.ts';
import type { Table } from './types.ts';
import { isNumberText } from './value-text.ts';

/** Drawn parts closer than this belong to one figure, in points. */
const reachPt = 12;
/** Fewer parts than this are ornaments: an arrow, a tick, a rounded corner. */
const minParts = 6;
/**
 * This many rows of this many pieces of text are a table; the drawing is then ornament, or a frame with round corners.
 */
const tableRows = 6;
const tablePieces = 3;

/** More parts than this, as in a map, are not clustered but taken as one region. */
const maxParts = 20_000;
/** A larger part of the page than this share is its background. */
const backgroundShare = 0.6;
/** A smaller region, in square points, is an ornament. */
const smallestAreaPt = 1500;
/** A table candidate is a chart when charts cover more than this share of it. */
const coveredShare = 0.35;
/**
 * Numbers on bars fill less than this share of the cells formed by the sides of the bars: 7 % and 21 % in two charts
 * measured.
 */
const barShare = 0.25;

/** Charts and diagrams: clusters of curves, slanted lines, polygons and shapes, in which no tables are searched. */
export function findChartRegions({ drawings, fills, lines, widthPt, heightPt }: Page): Box[] {
  const isSoft = ({ kind }: Page['drawings'][number]) => kind === 'shading' || kind === 'masked';
  const shapes = fills.filter(({ isShape }) => isShape);
  const parts = [...drawings.filter((part) => !isSoft(part)), ...shapes].filter(
    ({ box }) => boxArea(box) < backgroundShare * widthPt * heightPt,
  );
  if (parts.length < minParts) return [];
  if (parts.length > maxParts) return [uniteBoxes(parts.map(({ box }) => box))];
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
  const regions = clusters.filter(({ count, box }) => count >= minParts && boxArea(box) > smallestAreaPt);
  return regions.map(({ box }) => box).filter((box) => !holdsTable(box, lines));
}

function holdsTable(box: Box, lines: readonly Line[]): boolean {
  const inside = lines.filter((line) => line.angle === 0 && containsMiddle(box, line.box));
  const rows = Map.groupBy(inside, ({ baseline }) => Math.round(baseline));
  return [...rows.values()].filter((row) => row.length >= tablePieces).length >= tableRows;
}

/** Whether a chart covers much of a region. */
export function isMostlyChart(region: Box, charts: readonly Box[]): boolean {
  return charts.some((chart) => {
    const shared = intersectBoxes(region, chart);
    return shared !== null && boxArea(shared) > coveredShare * boxArea(region);
  });
}

/** Whether a grid is the bars of a chart, with gridlines or without: a few numbers at the ends of the bars and no word. */
export function isBarChart({ cells, columnCount, rowCount }: Table): boolean {
  const filled = cells.filter(({ text }) => text !== '');
  return filled.length < barShare * rowCount * columnCount && filled.every(({ text }) => isNumberText(text));
}
