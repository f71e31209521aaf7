import {
  boxArea,
  boxHeight,
  boxSides,
  containsBox,
  createPlaceIndex,
  growBox,
  sharedArea,
  sharedHeight,
} from '@platen/pdf-kit/geometry';
import type { Box, Fill, Page, Rule } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { placeOf, radiusOf } from '../analysis/figures/backdrops.ts';
import { grounds } from '../analysis/figures/patterns.ts';
import { pictureFrame } from '../analysis/figures/picture-frame.ts';
import { blocksIn, figuresIn, type PageLayout } from '../analysis/layout/page-layout.ts';
import type { DecorationOf } from '../analysis/text/decorations.ts';
import type { BlockDraft, TableItem } from '../analysis/types.ts';
import type { Border } from '../model/formats.ts';
import { findTurnedTexts, type TurnedText } from './turned-texts.ts';

/**
 * A rule, a panel or an outline with round corners that belongs to no table, no drawing and no word, or a turned text. A
 * straight line has no width or no height.
 */
export interface PageMark {
  readonly box: Box;
  readonly fill: string | null;
  readonly outline: Border | null;
  readonly text: TurnedText | null;
  /** The radius of its corners; absent for square ones. */
  readonly radiusPt?: number;
  /** Painted over a picture; absent for others. */
  readonly overPicture?: true;
}

const white = '#ffffff';
/** Maximum marks of a page; of more, only the largest are shown. */
const markLimit = 150;
/** Smaller marks, in points, are dots. */
const leastPt = 2;

/** The marks of a page in drawing order: panels first, so that rules lie on them. */
export function findPageMarks(layout: PageLayout, decorationOf: DecorationOf): readonly PageMark[] {
  const { page } = layout;
  const objects = blocksIn(layout).filter(
    (block) => block.kind !== 'paragraph' && !isPicture(block) && !isCards(block),
  );
  const cards = blocksIn(layout).flatMap((block) => (isCards(block) ? block.table.cells.map(({ box }) => box) : []));
  const cells = blocksIn(layout).flatMap((block) => (block.kind === 'table' ? cellsToWriteIn(block.table) : []));
  const isFree = (box: Box, color?: string) =>
    !cards.some((card) => isOfCard(box, card)) &&
    !objects.some((object) => isIn(box, object) && !(color !== undefined && isOnlyBeside(color, object)));
  const drawn = new Set(grounds(page));
  const filled = [...panelsOf(page), ...roundShapes(page)].filter(({ box, color }) => isFree(box, color));
  const panels = visiblePanels(filled).filter((panel) => !drawn.has(panel));
  const frames = new Set(framesIn(layout));
  const round = roundOutlines(page, frames);
  const sides = new Set(round.flatMap(({ box }) => Object.values(boxSides(box)).map(placeKey)));
  const rules = page.rules.filter(
    (rule) =>
      !frames.has(rule) &&
      !sides.has(placeKey(rule)) &&
      (isFree(boxOf(rule)) || isInCell(rule, cells)) &&
      isVisible(rule.color, boxOf(rule), page) &&
      !isDecoration(rule, page, decorationOf),
  );
  const marks: readonly PageMark[] = [
    ...panels.map(({ box, color, radiusPt, overPicture }) => ({
      box,
      fill: color,
      outline: null,
      text: null,
      ...(radiusPt === undefined ? {} : { radiusPt }),
      ...(overPicture === undefined ? {} : { overPicture }),
    })),
    ...rules
      .flatMap((rule) => besideWords(rule, page))
      .map((rule) => ({ box: boxOf(rule), fill: null, outline: borderOf(rule), text: null })),
    ...round.filter(({ box }) => isFree(box)),
  ].filter(({ box }) => Math.max(box.x1 - box.x0, box.y1 - box.y0) >= leastPt);
  const texts = findTurnedTexts(layout).map((text) => ({ box: text.box, fill: null, outline: null, text }));
  return [...largest(marks), ...texts];
}

/** The outlines with round corners that are seen and are no frames of pictures. */
function roundOutlines(page: Page, frames: ReadonlySet<Rule>): readonly PageMark[] {
  const framed = new Set([...frames].map(placeKey));
  return page.boxes.flatMap(({ box, widthPt, color, radiusPt }) => {
    const isFrame = framed.has(placeKey(boxSides(box).top));
    if (radiusPt === undefined || isFrame || !isVisible(color, box, page)) return [];
    return [{ box, fill: null, outline: borderOf({ widthPt, color, dashed: false }), text: null, radiusPt }];
  });
}

function placeKey({ x0, y0, x1, y1 }: Box): string {
  return [x0, y0, x1, y1].join(' ');
}

/** Whether most of a mark is in the box of a block. A card reaches out of the block that is in it, on each side. */
function isIn(mark: Box, { box }: BlockDraft): boolean {
  if (containsBox(mark, growBox(box, cardEdgePt), 0)) return false;
  const grown = growBox(mark, 0.1);
  return sharedArea(growBox(box, 3), grown) > 0.5 * boxArea(grown);
}

/** Whether a table shows none of its marks of a colour: it has neither rules, which thin ones are read as, nor such cells. */
function isOnlyBeside(color: string, block: BlockDraft): boolean {
  if (block.kind !== 'table' || color === white) return false;
  const { kind, cells } = block.table;
  return kind === 'unruled' && cells.every(({ fill }) => fill !== color);
}

/** Heights above the baseline between which a rule runs through a word, in em, and how far it ends from it. */
const [throughEm, clearEm] = [[0.1, 0.65], 0.3] as const;

/** The pieces of a level rule left and right of the words in it: the name of a group of fields is in the frame around them. */
function besideWords(rule: Rule, { lines, rules }: Page): readonly Rule[] {
  if (rule.orientation === 'vertical') return [rule];
  // A stroke through words is what it is; only a frame gives way to its name.
  const isCorner = (x: number) =>
    rules.some(
      (side) =>
        side.orientation === 'vertical' && Math.abs(side.x0 - x) <= cardEdgePt && touches(rule.y0, side.y0, side.y1),
    );
  if (!isCorner(rule.x0) || !isCorner(rule.x1)) return [rule];
  const isThrough = ({ angle, baseline, style }: Page['lines'][number]) => {
    const aboveEm = (baseline - rule.y0) / style.sizePt;
    return angle === 0 && aboveEm > throughEm[0] && aboveEm < throughEm[1];
  };
  const crossed = lines
    .filter(isThrough)
    .flatMap((line) => line.words.filter(({ box }) => box.x0 > rule.x0 && box.x1 < rule.x1));
  const [first, last] = [crossed[0], crossed.at(-1)];
  if (first === undefined || last === undefined) return [rule];
  const clearPt = clearEm * first.style.sizePt;
  const pieces = [
    { ...rule, x1: first.box.x0 - clearPt },
    { ...rule, x0: last.box.x1 + clearPt },
  ];
  return pieces.filter(({ x0, x1 }) => x1 > x0);
}

function touches(y: number, y0: number, y1: number): boolean {
  return Math.abs(y - y0) <= cardEdgePt || Math.abs(y - y1) <= cardEdgePt;
}

/** The cells of a form: of grids, where every side of a cell is drawn. */
function cellsToWriteIn({ kind, angle, cells }: Table): readonly Box[] {
  return kind === 'ruled' && angle === 0 ? cells.map(({ box }) => box) : [];
}

/** Rules closer to the edge of a cell, in points, may be its border. */
const cellEdgePt = 3;

/** Whether a level rule is in the middle of the cells that it runs over: a blank to write on. */
function isInCell({ orientation, ...rule }: Rule, cells: readonly Box[]): boolean {
  if (orientation === 'vertical') return false;
  const over = cells.filter(
    ({ x0, y0, x1, y1 }) =>
      rule.x0 < x1 - 1 && rule.x1 > x0 + 1 && rule.y0 > y0 - cellEdgePt && rule.y1 < y1 + cellEdgePt,
  );
  return over.length > 0 && over.every(({ y0, y1 }) => rule.y0 > y0 + cellEdgePt && rule.y1 < y1 - cellEdgePt);
}

/** The borders of pictures. */
function framesIn(layout: PageLayout): readonly Rule[] {
  const pictures = figuresIn(layout).filter(({ pictureIndex }) => pictureIndex !== null);
  return pictures.flatMap(({ box }) => pictureFrame(box, layout.page.rules));
}

/** Fills that are behind more than words: those are highlights. */
export function panelsOf({ fills, lines }: Page): readonly Fill[] {
  const level = lines.filter(({ angle }) => angle === 0);
  const places = createPlaceIndex(level.map((line) => [line, line.box]));
  const tallestPt = tallestEm * level.reduce((most, { style }) => Math.max(most, style.sizePt), 0);
  return fills.filter(
    ({ box }) => boxHeight(box) > tallestPt || !places.touching(box).some((line) => highlights(box, line)),
  );
}

/** The greatest height of a highlight, in em of its line. */
const tallestEm = 1.9;

/** As high as the line and as wide as some of its words. */
function highlights(fill: Box, { box, words, style }: Page['lines'][number]): boolean {
  const height = fill.y1 - fill.y0;
  const shared = sharedHeight(fill, box);
  if (height > tallestEm * style.sizePt || shared < 0.6 * (box.y1 - box.y0)) return false;
  const covered = words.filter((word) => sharedArea(fill, word.box) > 0.6 * boxArea(word.box));
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return false;
  const x0 = Math.min(first.box.x0, last.box.x0);
  const x1 = Math.max(first.box.x1, last.box.x1);
  return x0 - fill.x0 < 0.6 * style.sizePt && fill.x1 - x1 < 0.6 * style.sizePt;
}

/** What is left of the drawings with round corners: bars of ratings, dots of timelines. Those with text on them are panels. */
function roundShapes({ drawings }: Page): readonly Fill[] {
  return drawings.flatMap((drawing) => {
    const radiusPt = radiusOf(drawing);
    const { fillColor } = drawing;
    return radiusPt === null || fillColor === null ? [] : [{ ...placeOf(drawing), color: fillColor, radiusPt }];
  });
}

/** White shows only on a panel of another colour; of equal ones, the last shows. */
function visiblePanels(panels: readonly Fill[]): readonly Fill[] {
  // A page may have the same panel thousands of times over.
  const drawn = Map.groupBy(
    panels.map((panel, index) => ({ ...panel, index })),
    ({ box }) => placeKey(box),
  );
  const places = createPlaceIndex(
    [...drawn.values()].flatMap((equal) => {
      const firstColored = equal.find(({ color }) => color !== white)?.index ?? panels.length;
      return equal.slice(-1).map(({ box, index: last }) => [{ box, firstColored, last }, box] as const);
    }),
  );
  return panels.filter(({ box, color }, index) => {
    const isOver = (other: Box, share: number) => sharedArea(other, box) > share * boxArea(box);
    const touching = places.touching(box);
    if (color === white) return touching.some((other) => other.firstColored < index && isOver(other.box, 0.5));
    return !touching.some((other) => other.last > index && isOver(other.box, 0.98));
  });
}

/** White rules and outlines show only on what is drawn in colours. */
function isVisible(color: string, drawn: Box, { fills, pictures, drawings }: Page): boolean {
  if (color !== white) return true;
  const colored = fills.filter((fill) => fill.color !== white);
  return [...colored, ...pictures, ...drawings].some(({ box }) => sharedArea(growBox(drawn, 0.5), box) > 0);
}

/** A row of cards, which may have buttons and panels in them. */
export function isCards(block: BlockDraft): block is TableItem {
  return block.kind === 'table' && block.isCards;
}

/** Whether a card is drawn with this: its ground, or a rule along its edge. */
function isOfCard(box: Box, card: Box): boolean {
  if (sharedArea(growBox(box, cardEdgePt), card) === 0) return false;
  const isOnEdge =
    (box.x0 === box.x1 && [card.x0, card.x1].some((x) => Math.abs(x - box.x0) <= cardEdgePt)) ||
    (box.y0 === box.y1 && [card.y0, card.y1].some((y) => Math.abs(y - box.y0) <= cardEdgePt));
  return isOnEdge || (containsBox(box, card, cardEdgePt) && containsBox(card, box, cardEdgePt));
}

/** What is this close to the edge of a card, in points, is its border. */
const cardEdgePt = 3;

function isPicture(block: BlockDraft): boolean {
  return block.kind === 'figure' && block.pictureIndex !== null;
}

function boxOf({ x0, y0, x1, y1 }: Rule): Box {
  return { x0, y0, x1, y1 };
}

/** How a rule looks as a border. */
export function borderOf({ widthPt, color, dashed }: Pick<Rule, 'widthPt' | 'color' | 'dashed'>): Border {
  return { widthPt: Math.max(0.25, widthPt), color, style: dashed ? 'dashed' : 'single' };
}

/** An underline or a line through words. */
function isDecoration(rule: Rule, { lines }: Page, decorationOf: DecorationOf): boolean {
  if (rule.orientation === 'vertical') return false;
  return lines.some(
    ({ box, words }) =>
      rule.y0 > box.y0 &&
      rule.y0 < box.y1 + 0.2 * (box.y1 - box.y0) &&
      words
        .flatMap(({ glyphs }) => glyphs)
        .some((glyph) => {
          const decoration = decorationOf(glyph);
          const marked = decoration?.underline === true || decoration?.strike === true;
          return marked && Math.min(rule.x1, glyph.box.x1) > Math.max(rule.x0, glyph.box.x0);
        }),
  );
}

function largest(marks: readonly PageMark[]): readonly PageMark[] {
  if (marks.length <= markLimit) return marks;
  const size = ({ box }: PageMark) => Math.max(box.x1 - box.x0, box.y1 - box.y0);
  const limit = marks.map(size).sort((first, second) => second - first)[markLimit] ?? 0;
  return marks.filter((mark) => size(mark) > limit);
}
