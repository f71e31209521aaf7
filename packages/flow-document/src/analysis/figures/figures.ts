import {
  type BoxCluster,
  boxArea,
  boxHeight,
  boxWidth,
  clusterBoxes,
  containsBox,
  containsMiddle,
  growBox,
  sharedArea,
  uniteBoxes,
} from '@platen/pdf-kit/geometry';
import type { Box, Line, Page } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import { cutLine, fragmentOf } from '../text/fragments.ts';
import type { FigureItem, Fragment } from '../types.ts';
import { withAxisLabels } from './axis-labels.ts';
import { isPale, isSentenceLine } from './backdrops.ts';
import { barCharts } from './bar-charts.ts';
import { withChartFrames } from './chart-frames.ts';
import { framedDrawings } from './framed-drawings.ts';
import { modulePatterns } from './module-patterns.ts';
import { findOrnaments } from './ornaments.ts';
import { grounds } from './patterns.ts';
import { joinTiles } from './picture-tiles.ts';

/** A figure smaller than this, in points, is a mark in the text, */
const minimumPt = 18;
/** unless it is a word drawn letter by letter, such as the name in a logo: this high, with so many letters. */
const wordmarkPt = 8;
const wordmarkLetters = 4;

/** The pictures of a page, the regions of its drawings, tables left out, and text that cannot be read. A mark in a card is its icon. */
export function findFigures(page: Page, tables: readonly Box[], cards: readonly Box[] = []): readonly FigureItem[] {
  const pictures = page.pictures.filter(({ box }) => isVisible(box, page)).map((picture) => pictureItem(picture, page));
  const parts = drawnParts(page, tables);
  const ornaments = findOrnaments(parts, page.lines);
  const regionParts = parts.filter((_, index) => !ornaments.members.has(index));
  const drawn = drawingRegions(regionParts, page, tables, cards).map((box) => regionItem(box, page));
  const isOutside = (regions: readonly FigureItem[], box: Box) =>
    !regions.some((region) => !region.behindText && containsMiddle(region.box, box));
  const unreadable = page.unreadable.filter((box) => isOutside(drawn, box));
  const regions = [...drawn, ...unreadable.map((box) => regionItem(growBox(box, 1), page))];
  // A picture inside a region of drawings is drawn with it.
  const outside = pictures.filter(({ box }) => isOutside(regions, box));
  const behind = [...grounds(page).map(({ box }) => box), ...ornaments.sides];
  return [...layersAsOne(joinTiles(outside, page.lines)), ...regions, ...behind.map(behindItem)];
}

/** A gradient that the text of the page is on, or the side of an ornament around it: behind that. */
function behindItem(box: Box): FigureItem {
  return { kind: 'figure', box, texts: [], alternativeText: '', pictureIndex: null, behindText: true };
}

function regionItem(box: Box, page: Page): FigureItem {
  const texts = textsIn(box, page);
  const behindText = texts.length > 0 && isPaleGround(box, page);
  const alternativeText = behindText ? '' : texts.map(({ words }) => textOf(words)).join(' ');
  return { kind: 'figure', box, texts: behindText ? [] : texts, alternativeText, pictureIndex: null, behindText };
}

/** Pale shapes with text on them are an ornament behind it, if all of it can be read. */
function isPaleGround(region: Box, { drawings, unreadable }: Page): boolean {
  if (unreadable.some((box) => containsMiddle(region, box))) return false;
  const inside = drawings.filter(({ box }) => containsMiddle(region, box));
  const colors = inside.flatMap(({ fillColor, strokeColor }) => [fillColor ?? [], strokeColor ?? []].flat());
  return inside.every(({ kind }) => kind === 'curve') && colors.every(isPale) && colors.length > 0;
}

/** What is written in a drawing. */
function textsIn(box: Box, { lines }: Page): readonly Fragment[] {
  return lines.flatMap((line) => {
    const words = line.words.filter((word) => word.text.trim() !== '' && containsMiddle(box, word.box));
    if (words.length === 0) return [];
    return line.angle === 0 ? cutLine(line, words) : [fragmentOf(line, words)];
  });
}

/** Pictures at all but one place are layers of one, such as a photograph and its shadow: drawn together. */
function layersAsOne(pictures: readonly FigureItem[]): readonly FigureItem[] {
  const figures: FigureItem[] = [];
  for (const picture of pictures) {
    const below = figures.findIndex((figure) => !figure.behindText && !picture.behindText && coincide(figure, picture));
    const layer = figures[below];
    if (layer === undefined) figures.push(picture);
    else figures[below] = { ...layer, box: uniteBoxes([layer.box, picture.box]), pictureIndex: null };
  }
  return figures;
}

function coincide({ box: first }: FigureItem, { box: second }: FigureItem): boolean {
  const shared = sharedArea(first, second);
  return shared > 0.5 * (boxArea(first) + boxArea(second) - shared);
}

function isVisible(box: Box, page: Page): boolean {
  return boxArea(box) > 4 && box.x1 > 0 && box.y1 > 0 && box.x0 < page.widthPt && box.y0 < page.heightPt;
}

function pictureItem({ box, index }: Page['pictures'][number], page: Page): FigureItem {
  const covered = page.lines
    .filter((line) => containsMiddle(box, line.box))
    .reduce((total, line) => total + boxArea(line.box), 0);
  const cover = boxArea(box) / (page.widthPt * page.heightPt);
  const behindText = cover > 0.7 || covered > 0.15 * boxArea(box) || (covered > 0 && cover > 0.3);
  return { kind: 'figure', box, pictureIndex: index, alternativeText: '', texts: [], behindText };
}

/** The drawings that may be parts of figures. */
function drawnParts(page: Page, tables: readonly Box[]): readonly Box[] {
  const drawings = page.drawings.filter(
    ({ box, kind, fillColor, strokeColor }) =>
      // A shading has colours of its own.
      (kind === 'shading' || fillColor !== '#ffffff' || strokeColor !== null) &&
      boxArea(growBox(box, 0.5)) < 0.6 * page.widthPt * page.heightPt &&
      !page.formValues.some((field) => sharedArea(growBox(field.box, 2), box) >= 0.5 * boxArea(growBox(box, 0.1))),
  );
  return [...drawings.map(({ box }) => box), ...barCharts(page)].filter((box) => isOutsideOf(tables, box));
}

function isOutsideOf(tables: readonly Box[], box: Box): boolean {
  return !tables.some((table) => sharedArea(growBox(table, 2), box) >= 0.5 * boxArea(growBox(box, 0.1)));
}

/** Drawings clustered by proximity. Lone straight or round marks are left alone. */
function drawingRegions(
  parts: readonly Box[],
  page: Page,
  tables: readonly Box[],
  cards: readonly Box[],
): readonly Box[] {
  const isIcon = (box: Box) => isLarge(box) && cards.some((card) => containsBox(card, box));
  const regions = besideProse(parts, page)
    .filter(({ box, members }) => isFigure(box, members.length) || isIcon(box))
    .map(({ box }) => withCaptions(box, page));
  const framed = framedDrawings(parts, page).filter((box) => isOutsideOf(tables, box));
  const patterns = modulePatterns(page).filter((box) => isOutsideOf(tables, box));
  const apart = patterns.filter((box) => !regions.some((region) => sharedArea(region, box) > 0));
  return withChartFrames([...regions, ...framed, ...apart], page, tables);
}

/** This many lines of one paragraph in a region show that the text of the page is on it. */
const leastProseLines = 4;
/** Edges this far apart, in points, are the same edge. */
const sameEdgePt = 2;

/** Drawings that lie together. Where the text of the page is on them, as on a patterned ground, only those beside it. */
function besideProse(parts: readonly Box[], page: Page): readonly BoxCluster[] {
  const prose = page.lines.filter(isSentenceLine);
  const holdsProse = ({ box }: BoxCluster) => {
    const inside = prose.filter((line) => containsMiddle(box, line.box));
    const inParagraph = (edge: number, side: 'x0' | 'x1') =>
      inside.filter((line) => Math.abs(line.box[side] - edge) <= sameEdgePt).length >= leastProseLines;
    return inside.some((line) => inParagraph(line.box.x0, 'x0') || inParagraph(line.box.x1, 'x1'));
  };
  return clusterBoxes(parts).flatMap((cluster) => {
    if (!holdsProse(cluster)) return [cluster];
    const beside = cluster.members.flatMap((index) => parts[index] ?? []).filter((part) => !isUnder(part, prose));
    return clusterBoxes(beside).filter((other) => !holdsProse(other));
  });
}

function isUnder(part: Box, prose: readonly Line[]): boolean {
  return prose.some(({ box }) => sharedArea(part, box) > 0);
}

function isFigure(box: Box, count: number): boolean {
  const [width, height] = [boxWidth(box), boxHeight(box)];
  if (height >= wordmarkPt && width >= 2 * minimumPt && count >= wordmarkLetters) return true;
  return isLarge(box) && (count >= 2 || width * height > 1500);
}

function isLarge(box: Box): boolean {
  return boxWidth(box) >= minimumPt && boxHeight(box) >= minimumPt;
}

/** A rule this many times as tall as a drawing is no axis of it: it frames the text beside. */
const maxHeightRatio = 3;

/** Rules, fills and short labels that reach into the region belong to it: axes, ticks, legends. */
function withCaptions(region: Box, page: Page): Box {
  let box = region;
  for (let pass = 0; pass < 3; pass++) {
    const reach = growBox(box, 3);
    const parts = [
      ...page.fills.map((fill) => fill.box),
      ...page.rules.map(({ x0, y0, x1, y1 }) => growBox({ x0, y0, x1, y1 }, 0.5)),
    ].filter(
      (part) =>
        sharedArea(reach, part) > 0 &&
        boxArea(part) < 2 * boxArea(box) &&
        part.x1 - part.x0 < 1.5 * (box.x1 - box.x0) &&
        part.y1 - part.y0 < maxHeightRatio * (box.y1 - box.y0),
    );
    box = uniteBoxes([box, ...parts]);
  }
  return withAxisLabels(box, page);
}
