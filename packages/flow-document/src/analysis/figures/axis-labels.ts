import {
  boxArea,
  boxWidth,
  growBox,
  sharedArea,
  sharedHeight,
  sharedWidth,
  uniteBoxes,
} from '@platen/pdf-kit/geometry';
import type { Box, Line, Page } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import { cutLine } from '../text/fragments.ts';
import type { Fragment } from '../types.ts';
import { isSentenceLine } from './backdrops.ts';

/** How far from a chart its labels are, in points. */
const reachPt = 24;
/** Fewer pieces of text in a row may be a caption, or a heading over columns. */
const minLabels = 3;
/** Ticks are figures, months, names of groups: longer texts are prose, in characters. */
const longestLabel = 16;
/** Lines of prose are set at less than this, in em. */
const leastPitchEm = 1.5;
/** The title of an axis is a name and its unit, not a sentence. */
const maxWordsOfTitle = 5;

/**
 * A chart with the ticks of its axes: rows of short texts above and below it, columns of them beside it, the title of
 * the level axis below its ticks, and turned text beside it. A region without an axis is no chart and stays as it is.
 */
export function withAxisLabels(region: Box, page: Page): Box {
  if (!hasAxis(region, page)) return withUprightTitles(region, page);
  const level = page.lines.filter(({ angle }) => angle === 0);
  // Ticks of one row may have been read as one line.
  const short = level.flatMap((line) => cutLine(line)).filter(({ words }) => textOf(words).length <= longestLabel);
  const sentences = level.filter(isSentenceLine);
  const beside = short.filter(
    (piece) =>
      sharedHeight(piece.box, growBox(region, 3)) > 0 &&
      gapBeside(piece.box, region) <= reachPt &&
      !endsParagraph(piece, sentences),
  );
  const columns = [...Map.groupBy(beside, ({ box }) => box.x1 <= region.x0).values()].filter(areApart);
  const nearby = short.filter(({ box }) => isUnderOrOver(box, region));
  const rows = [...Map.groupBy(nearby, ({ baseline }) => Math.round(baseline)).values()];
  const labels = [...columns, ...rows].filter((group) => group.length >= minLabels).flat();
  if (labels.length === 0) return withUprightTitles(region, page);
  const labelled = uniteBoxes([region, ...labels.map(({ box }) => box)]);
  return withUprightTitles(uniteBoxes([labelled, ...titlesBelow(labelled, region, page)]), page);
}

/** A rule along one of its sides, from end to end. */
function hasAxis(region: Box, { rules }: Page): boolean {
  const near = growBox(region, 3);
  return rules.some(({ orientation, x0, y0, x1, y1 }) => {
    if (orientation === 'horizontal')
      return y0 >= near.y0 && y0 <= near.y1 && sharedWidth({ x0, x1 }, region) > 0.8 * boxWidth(region);
    return (
      x0 >= near.x0 && x0 <= near.x1 && Math.min(y1, near.y1) - Math.max(y0, near.y0) > 0.8 * (region.y1 - region.y0)
    );
  });
}

/** The short last line of a paragraph in the next column. */
function endsParagraph({ box, baseline, style }: Fragment, sentences: readonly Line[]): boolean {
  return sentences.some((line) => {
    const below = baseline - line.baseline;
    return below > 0 && below < leastPitchEm * style.sizePt && sharedWidth(line.box, box) > 0;
  });
}

/** Ticks beside a chart are apart; lines of a narrow column of prose follow one another. */
function areApart(labels: readonly Fragment[]): boolean {
  const ordered = [...labels].sort((first, second) => first.baseline - second.baseline);
  const apart = ordered.filter(({ baseline, style }, index) => {
    const before = ordered[index - 1];
    return before !== undefined && baseline - before.baseline > leastPitchEm * style.sizePt;
  });
  return apart.length >= 0.7 * (labels.length - 1);
}

function gapBeside(box: Box, region: Box): number {
  if (box.x1 <= region.x0 + 1) return region.x0 - box.x1;
  return box.x0 >= region.x1 - 1 ? box.x0 - region.x1 : Number.POSITIVE_INFINITY;
}

function isUnderOrOver(box: Box, region: Box): boolean {
  const middle = (box.x0 + box.x1) / 2;
  const gap = Math.max(box.y0 - region.y1, region.y0 - box.y1);
  return middle >= region.x0 - 3 && middle <= region.x1 + 3 && gap >= -3 && gap <= reachPt / 2;
}

/** A short line in the middle below the ticks. */
function titlesBelow(labelled: Box, region: Box, { lines }: Page): readonly Box[] {
  const middle = (region.x0 + region.x1) / 2;
  const isTitle = ({ angle, words, box }: Line) =>
    angle === 0 &&
    words.length <= maxWordsOfTitle &&
    box.y0 >= labelled.y1 - 3 &&
    box.y0 - labelled.y1 <= reachPt / 2 &&
    Math.abs((box.x0 + box.x1) / 2 - middle) < 0.1 * boxWidth(region);
  return lines.filter(isTitle).map(({ box }) => box);
}

/** Turned text beside a chart is the title of its upright axis, or its ticks. */
function withUprightTitles(region: Box, { lines }: Page): Box {
  const reach = growBox(region, reachPt);
  const titles = lines.filter(({ angle, box }) => angle !== 0 && sharedArea(reach, box) > 0.5 * boxArea(box));
  return uniteBoxes([region, ...titles.map(({ box }) => box)]);
}
