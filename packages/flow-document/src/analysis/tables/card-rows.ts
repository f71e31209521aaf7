import { boxArea, boxHeight, boxWidth, containsBox, containsMiddle, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Fill, Line, Page } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import { findFigures } from '../figures/figures.ts';
import { grounds } from '../figures/patterns.ts';
import { joinedLine } from '../text/fragments.ts';
import { ruledBoxes, ruledSides } from './ruled-boxes.ts';

/** Lower boxes, in points, are buttons, labels and cells of one line; narrower ones are marks. */
const least = { heightPt: 24, widthPt: 36 };
/** What is taller than this share of the page is a column of it, or its ground. */
const tallestShare = 0.5;
/** Edges this far apart, in points, are the same edge. */
const sameEdgePt = 2.5;
/** Cells of a table are closer to each other, in points: browsers set them 1.5 apart. */
const leastGapPt = 3;
/**
 * Boxes further apart, in points, are no row: the gutters of style sheets are 8 to 40 wide. On posters, which are set larger,
 * they are this share of the shorter side of the page.
 */
const mostGap = { pt: 48, share: 0.08 };
/** More boxes are a grid, or what a drawing consists of. */
const mostBoxes = 400;

type Row = readonly Box[];

/**
 * Rows of cards: boxes side by side with gaps between them and text in each, such as the figures of a dashboard, plans with
 * their prices, steps. Each becomes a row of a table whose cells look like the cards; the gaps are empty cells. So the text
 * moves with its box. Rows of the same columns are one table.
 */
export function findCardRows(page: Page): readonly Table[] {
  const boxes = boxesWithText(page);
  const rows = innermost(rowsOf(boxes, page));
  if (rows.length === 0) return [];
  const drawn = findFigures(page, []).filter(({ behindText }) => !behindText);
  const isDrawn = (row: Row) => row.some((card) => drawn.some(({ box }) => containsBox(box, card, sameEdgePt)));
  return stacksOf(
    rows.filter((row) => !isDrawn(row)),
    boxes,
    page,
  ).map((stack) => cardTable(stack, page));
}

/** The boxes of a page, each once, that have whole words in them, and no word on an edge. */
function boxesWithText(page: Page): readonly Box[] {
  const isLarge = ({ box }: Pick<Fill, 'box'>) =>
    boxHeight(box) >= least.heightPt &&
    boxWidth(box) >= least.widthPt &&
    boxHeight(box) <= tallestShare * page.heightPt;
  const behind = new Set(grounds(page));
  const fills = page.fills.filter((fill) => !behind.has(fill) && isLarge(fill));
  const outlined = [...page.boxes.map(({ box }) => ({ box })), ...ruledBoxes(page.rules).map((box) => ({ box }))];
  if (fills.length + outlined.length > mostBoxes) return [];
  const seen = fills.filter((fill) => isSeen(fill, page.fills.slice(0, page.fills.indexOf(fill))));
  const drawn = [...seen, ...outlined.filter(isLarge)].map(({ box }) => box);
  const words = page.lines.filter(({ angle }) => angle === 0).flatMap((line) => line.words);
  const boxes: Box[] = [];
  for (const box of drawn.toSorted((first, second) => boxArea(second) - boxArea(first))) {
    if (boxes.some((other) => containsBox(box, other, sameEdgePt) && containsBox(other, box, sameEdgePt))) continue;
    const inside = words.filter((word) => containsMiddle(box, word.box));
    if (inside.length > 0 && inside.every((word) => containsBox(box, word.box, sameEdgePt))) boxes.push(box);
  }
  return boxes;
}

/** White is seen on a colour. */
function isSeen({ box, color }: Fill, below: readonly Fill[]): boolean {
  return color !== '#ffffff' || below.some((fill) => fill.color !== color && containsBox(fill.box, box, sameEdgePt));
}

/** Boxes of one height side by side, with nothing between them but whole words such as arrows. */
function rowsOf(boxes: readonly Box[], page: Page): readonly Row[] {
  const rows: Box[][] = [];
  for (const box of boxes.toSorted((first, second) => first.x0 - second.x0)) {
    const row = rows.find((candidate) => {
      const last = candidate.at(-1);
      return last !== undefined && isBeside(box, last, page) && isFree({ ...last, x0: last.x1, x1: box.x0 }, page);
    });
    if (row === undefined) rows.push([box]);
    else row.push(box);
  }
  return rows.filter(({ length }) => length > 1);
}

function isBeside(box: Box, { x1, y0, y1 }: Box, page: Page): boolean {
  const gapPt = box.x0 - x1;
  const isLevel = Math.abs(box.y0 - y0) <= sameEdgePt && Math.abs(box.y1 - y1) <= sameEdgePt;
  return isLevel && gapPt >= leastGapPt && gapPt <= mostGapOn(page);
}

function mostGapOn({ widthPt, heightPt }: Page): number {
  return Math.max(mostGap.pt, mostGap.share * Math.min(widthPt, heightPt));
}

/** Whether nothing is drawn in a gap, as the lines are that connect the boxes of a chart, and no word reaches out of it. */
function isFree(gap: Box, { rules, drawings, lines }: Page): boolean {
  const touches = ({ x0, y0, x1, y1 }: Box) =>
    x0 < gap.x1 - sameEdgePt && x1 > gap.x0 + sameEdgePt && y0 < gap.y1 - sameEdgePt && y1 > gap.y0 + sameEdgePt;
  if (rules.some(touches) || drawings.some(({ box, kind }) => kind !== 'masked' && touches(box))) return false;
  const words = lines.flatMap((line) => line.words.filter(({ box }) => touches(box)));
  return words.every(({ box }) => containsBox(gap, box, 0));
}

/** Panels with rows of cards in them are no cards. */
function innermost(rows: readonly Row[]): readonly Row[] {
  const boxes = rows.map((row) => uniteBoxes(row));
  const isPanel = (card: Box, own: Row) =>
    rows.some((row, index) => {
      const box = boxes[index];
      return row !== own && box !== undefined && containsBox(card, box, sameEdgePt);
    });
  const kept = rows.filter((row) => !row.some((card) => isPanel(card, row)));
  // Buttons of cards are level, too: what is in a card is part of it.
  return kept.filter(
    (row) =>
      !kept.some((other) => other !== row && row.every((card) => other.some((outer) => containsBox(outer, card)))),
  );
}

/** Rows of the same columns one below the other, the last of which may have fewer cards, or one. */
function stacksOf(rows: readonly Row[], boxes: readonly Box[], page: Page): readonly (readonly Row[])[] {
  const inRows = new Set(rows.flat());
  const alone = boxes
    .filter((box) => !inRows.has(box) && !rows.some((row) => row.some((card) => containsBox(card, box, sameEdgePt))))
    .map((box): Row => [box]);
  const stacks: Row[][] = [];
  for (const row of [...rows, ...alone].toSorted((first, second) => topOf(first) - topOf(second))) {
    const stack = stacks.find((candidate) => goesOn(candidate, row, page));
    if (stack !== undefined) stack.push(row);
    else if (row.length > 1) stacks.push([row]);
  }
  return stacks;
}

function topOf(row: Row): number {
  return row[0]?.y0 ?? 0;
}

function goesOn(stack: readonly Row[], row: Row, page: Page): boolean {
  const [first, last] = [stack[0] ?? [], stack.at(-1) ?? []];
  const gap = { ...uniteBoxes(first), y0: last[0]?.y1 ?? 0, y1: topOf(row) };
  const isBelow = gap.y1 - gap.y0 >= leastGapPt && gap.y1 - gap.y0 <= mostGapOn(page);
  const hasColumn = ({ x0, x1 }: Box) =>
    first.some((card) => Math.abs(card.x0 - x0) <= sameEdgePt && Math.abs(card.x1 - x1) <= sameEdgePt);
  const isEmpty = page.lines.every((line) => line.words.every(({ box }) => !containsMiddle(gap, box)));
  return isBelow && last.length === first.length && row.length <= first.length && row.every(hasColumn) && isEmpty;
}

function cardTable(stack: readonly Row[], page: Page): Table {
  const columns = stack[0] ?? [];
  const columnCuts = columns.flatMap(({ x0, x1 }) => [x0, x1]);
  const rowCuts = stack.flatMap(([card]) => (card === undefined ? [] : [card.y0, card.y1]));
  const [rowCount, columnCount] = [rowCuts.length - 1, columnCuts.length - 1];
  const cells = Array.from({ length: rowCount * columnCount }, (_, index): TableCell => {
    const [row, column] = [Math.floor(index / columnCount), index % columnCount];
    const box = {
      x0: columnCuts[column] ?? 0,
      x1: columnCuts[column + 1] ?? 0,
      y0: rowCuts[row] ?? 0,
      y1: rowCuts[row + 1] ?? 0,
    };
    const isCard = row % 2 === 0 && column % 2 === 0 && stack[row / 2]?.some((card) => containsMiddle(box, card));
    const lines = linesIn(box, page);
    return {
      row,
      column,
      rowSpan: 1,
      columnSpan: 1,
      box,
      lines,
      text: lines.map(({ text }) => text).join('\n'),
      fill: isCard === true ? fillOf(box, page.fills) : null,
      borders: ruledSides(isCard === true ? box : null, page.rules),
    };
  });
  return {
    pageNumber: page.number,
    kind: 'ruled',
    box: uniteBoxes(stack.flat()),
    rowCount,
    columnCount,
    columnCuts,
    rowCuts,
    cells,
    headerRows: 0,
    confidence: 1,
    angle: 0,
  };
}

/** The topmost fill that covers a card. */
function fillOf(card: Box, fills: readonly Fill[]): string | null {
  const behind = fills.filter(({ box }) => containsBox(box, card, 2 * sameEdgePt));
  return behind.some(({ color }) => color !== '#ffffff') ? (behind.at(-1)?.color ?? null) : null;
}

/** The lines of a box; pieces on one baseline are one. */
function linesIn(box: Box, page: Page): readonly Line[] {
  const pieces = page.lines
    .filter(({ angle }) => angle === 0)
    .flatMap((line) => withoutWords(line, (word) => !containsMiddle(box, word.box)))
    .toSorted((first, second) => first.baseline - second.baseline);
  const lines: Line[][] = [];
  for (const piece of pieces) {
    const before = lines.at(-1);
    const isLevel = before?.[0] !== undefined && piece.baseline - before[0].baseline <= 0.3 * piece.style.sizePt;
    if (isLevel) before?.push(piece);
    else lines.push([piece]);
  }
  return lines.map((level) => level.toSorted((first, second) => first.box.x0 - second.box.x0).reduce(joinedLine));
}
