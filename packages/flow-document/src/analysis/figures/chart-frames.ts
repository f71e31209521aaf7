import { boxArea, containsBox, containsMiddle, growBox, sharedArea } from '@platen/pdf-kit/geometry';
import type { Box, Page } from '@platen/pdf-kit/page-model';

/** A frame is at most this much larger than what is drawn in it: a panel with an ornament is no chart. */
const largestGrowth = 12;
/** Edges this close to each other are one. */
const sameEdgePt = 1;

/**
 * Regions of drawings grown to the area they are drawn on, as charts have one: its title, legend and labels are of the
 * chart then. An area with prose on it, or with a table, is a panel of the page.
 */
export function withChartFrames(regions: readonly Box[], page: Page, tables: readonly Box[]): readonly Box[] {
  const areas = [...page.drawings, ...page.fills, ...page.boxes]
    .map(({ box }) => box)
    .filter((area) => boxArea(area) < 0.5 * page.widthPt * page.heightPt)
    .filter((area) => !tables.some((table) => sharedArea(table, area) > 0));
  const framed = regions.map((region) => frameOf(region, areas, page) ?? region);
  return framed.filter((box, index) => {
    const isInside = (other: Box, place: number) => place !== index && containsBox(other, box, sameEdgePt);
    return !framed.some((other, place) => isInside(other, place) && (boxArea(other) > boxArea(box) || place < index));
  });
}

function frameOf(region: Box, areas: readonly Box[], page: Page): Box | null {
  const around = areas.filter(
    (area) =>
      containsBox(area, region, sameEdgePt) &&
      boxArea(area) < largestGrowth * boxArea(region) &&
      !holdsProse(area, page),
  );
  return around.sort((first, second) => boxArea(second) - boxArea(first))[0] ?? null;
}

/** Two long lines and more. */
function holdsProse(area: Box, { lines }: Page): boolean {
  const long = lines.filter(({ words, angle }) => angle === 0 && words.length > 6);
  return long.filter(({ box }) => containsMiddle(growBox(area, 1), box)).length >= 2;
}
