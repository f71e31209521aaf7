import { containsMiddle, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Page, Word } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import { fragmentOf } from '../text/fragments.ts';
import type { Band, BandColumn, Column, Fragment, Item } from '../types.ts';
import { areRows } from './are-rows.ts';
import { authorBlocks } from './author-blocks.ts';
import { wordsAtTabStops } from './column-tabs.ts';
import { areEquallyWide } from './equally-wide.ts';
import { areLabels, fillsItsSide, type Gutter, hasProse, lineCount, sameRow } from './gutter-sides.ts';
import type { PageFrame } from './page-frame.ts';
import { besideNotes } from './side-notes.ts';
import { linesAbove, titleRow } from './title-rows.ts';

/** A gutter must be at least this wide, in em of the text around it. */
const gutterEm = 0.75;
/** Minimum lines on each side of a gutter: fewer are a label beside its value. */
const linesPerSide = 3;
/** Minimum share of the width on each side: less is a hanging number or a side note. */
const sideShare = 0.12;

/**
 * Puts the items of a page in the order they are read: an XY-cut that looks for gutters first. A gutter is a strip of
 * blank space left of an edge where several lines begin; what crosses it (a title, a wide figure) ends it, and splits the page
 * into bands. After Ha, Haralick and Phillips, "Recursive X-Y cut using bounding boxes" (1995), with spanning items
 * masked first as in XY-Cut++ (2025).
 */
export function readingOrder(
  items: readonly Item[],
  frame: HorizontalFrame & Pick<PageFrame, 'gutters'>,
  { panels, rules, sides = [] }: Pick<Guides, 'panels' | 'rules'> & Partial<Guides> = noGuides,
): readonly Band[] {
  const guides = { panels, sides, rules, gutters: frame.gutters };
  return cutIntoBands(items, frame, guides).map((band) => {
    const box = uniteBoxes(band.items.map((item) => item.box));
    const columns = columnsOf(band.items, band.gutters, frame);
    const apart = besideObjects(columns, frame) ?? besideNotes(columns.map(inOrder), frame.marginX1);
    return { y0: box.y0, y1: box.y1, columns: apart ?? columns.map((column) => withNestedColumns(column, guides)) };
  });
}

/** Tables or pictures beside one column of text: they are set apart, and the text runs on above and below in the full width. */
function besideObjects(columns: readonly Column[], frame: HorizontalFrame): readonly BandColumn[] | null {
  const objects = columns.filter((column) => isMostlyTables(column) || isPictures(column));
  const [main] = objects.length === columns.length ? columns : columns.filter((column) => !objects.includes(column));
  const asides = columns.filter((column) => column !== main);
  if (main === undefined || asides.length === 0 || !asides.every((aside) => objects.includes(aside))) return null;
  const isProse = !isMostlyTables(main) && hasProse(main.items);
  if (!isProse && ![main, ...asides].every(isMostlyTables)) return null;
  const isColumn = (aside: Column) =>
    areEquallyWide(aside, main) &&
    (isPictures(aside) || (aside.items.some(({ kind }) => kind === 'text') && hasProse(aside.items)));
  if (asides.some(isColumn)) return null;
  return [{ x0: frame.x0, x1: frame.marginX1, stretches: [inOrder(main)], asides: asides.map(inOrder) }];
}

/** Tables take this share of the height of a column that holds little else. */
const tableShare = 0.5;

function isMostlyTables({ items }: Column): boolean {
  const heightOf = (some: readonly Item[]) => some.reduce((sum, { box }) => sum + box.y1 - box.y0, 0);
  return heightOf(items.filter(({ kind }) => kind === 'table')) > tableShare * heightOf(items);
}

function isPictures({ items }: Column): boolean {
  return items.length > 0 && items.every(({ kind }) => kind === 'figure');
}

/** Word processors know no columns inside a column: the one with the most text runs on, the others are set apart. */
function withNestedColumns(column: Column, guides: Guides): BandColumn {
  const { x0, x1 } = column;
  const inner = cutIntoBands(column.items, column, { ...guides, gutters: [] });
  if (inner.every(({ gutters }) => gutters.length === 0)) return { x0, x1, stretches: [inOrder(column)], asides: [] };
  const parts = inner.map(({ items, gutters }) => {
    if (gutters.length === 0) return { main: inOrder({ ...column, items }), asides: [] };
    const nested = columnsOf(items, gutters, { x0, x1, marginX1: x1 });
    const main = nested.reduce((first, second) => (textLength(second) > textLength(first) ? second : first));
    if (!hasProse(main.items)) return { main: inOrder({ ...column, items }), asides: [] };
    return { main: inOrder(main), asides: nested.filter((one) => one !== main).map(inOrder) };
  });
  return { x0, x1, stretches: parts.map(({ main }) => main), asides: parts.flatMap(({ asides }) => asides) };
}

function inOrder(column: Column): Column {
  return { ...column, items: inRows(column.items) };
}

function textLength({ items }: Column): number {
  return items.reduce((sum, item) => sum + (item.kind === 'text' ? textOf(item.words).length : 0), 0);
}

type HorizontalFrame = Pick<PageFrame, 'x0' | 'x1' | 'marginX1'>;

/** What else than the items tells where a page parts. */
interface Guides {
  /** A panel is a part of the page for itself. */
  readonly panels: readonly Box[];
  /** Where the sides of tall panels are: what is on one is a column. */
  readonly sides: readonly number[];
  /** One that runs over all columns ends them. */
  readonly rules: Page['rules'];
  /** The gutters of pages that are full of text. */
  readonly gutters: PageFrame['gutters'];
}

const noGuides: Guides = { panels: [], sides: [], rules: [], gutters: [] };

interface RawBand {
  readonly items: readonly Item[];
  /** Where its columns part, left to right. */
  readonly gutters: readonly Gutter[];
}

interface GutterRun extends Gutter {
  readonly y0: number;
  readonly y1: number;
  readonly score: number;
}

function cutIntoBands(
  items: readonly Item[],
  frame: Pick<HorizontalFrame, 'x0' | 'x1'>,
  guides: Guides,
): readonly RawBand[] {
  if (items.length === 0) return [];
  const best = bestGutter(items, frame.x1 - frame.x0, guides);
  if (best === null) return [{ items, gutters: [] }];
  const middle = (item: Item) => (item.box.y0 + item.box.y1) / 2;
  const below = items.filter((item) => middle(item) > best.y1);
  const band = items.filter((item) => middle(item) >= best.y0 && middle(item) <= best.y1);
  const goesOnAbove = items.some((item) => middle(item) < best.y0 && item.box.x0 < best.x0 && item.box.x1 > best.x1);
  const lead = goesOnAbove ? linesAbove(band, best) : [];
  const title: readonly Item[] = lead.length > 0 ? lead : titleRow(band, best);
  const above = items.filter((item) => middle(item) < best.y0 || title.includes(item));
  const inside = band.filter((item) => !title.includes(item));
  const authors = authorBlocks(inside, best);
  const text = inside.filter((item) => !authors.includes(item));
  return [
    ...cutIntoBands(above, frame, guides),
    ...(authors.length > 0 ? [{ items: authors, gutters: [best] }] : []),
    { items: text, gutters: allGutters(text, best, frame.x1 - frame.x0, guides.sides) },
    ...cutIntoBands(below, frame, guides),
  ];
}

/** The gutter of a band and those inside its two sides that run (almost) its whole height. */
function allGutters(
  items: readonly Item[],
  gutter: GutterRun,
  widthPt: number,
  sides: Guides['sides'],
): readonly Gutter[] {
  const halves = [items.filter(({ box }) => box.x1 <= gutter.x1), items.filter(({ box }) => box.x1 > gutter.x1)];
  const [left = [], right = []] = halves.map((half) => {
    const inner = half.length === 0 ? null : bestGutter(half, widthPt, { ...noGuides, sides });
    const full = inner !== null && inner.y1 - inner.y0 > 0.8 * (gutter.y1 - gutter.y0);
    return full ? allGutters(half, inner, widthPt, sides) : [];
  });
  return [...left, gutter, ...right];
}

/** The strip of whitespace that separates the most text; null when the items are in one column. */
function bestGutter(items: readonly Item[], widthPt: number, guides = noGuides): GutterRun | null {
  const rulesAbove = countRulesAbove(items, guides.rules);
  const runs = startingEdges(items, guides.sides).flatMap((edge) =>
    runsOf(items, edge, widthPt, { ...guides, rulesAbove }),
  );
  const [first, ...others] = runs;
  if (first === undefined) return null;
  const best = others.reduce((most, run) => (run.score > most.score ? run : most), first);
  return runs.reduce((longest, run) => (goesOnAround(run, longest) ? run : longest), best);
}

/** Whether a run is the same strip, longer: it is wider only beside a list or a block quote, whose lines begin further in. */
function goesOnAround(run: GutterRun, { x0, x1, y0, y1 }: GutterRun): boolean {
  return run.y0 <= y0 && run.y1 >= y1 && run.y1 - run.y0 > y1 - y0 && run.x0 < x1 && run.x1 > x0;
}

/** x positions where at least three pieces of text begin, or a table, text on a panel or after a strip that is blank all the way down. */
function startingEdges(items: readonly Item[], sides: Guides['sides']): readonly number[] {
  const tables = items.flatMap((item) => (item.kind === 'table' ? [item.box.x0] : []));
  const onPanels = sides.map((side) => Math.min(...items.map(({ box }) => box.x0).filter((x0) => x0 >= side)));
  return [...textEdges(items), ...tables, ...edgesAfterStrips(items), ...onPanels.filter(Number.isFinite)];
}

/** Columns of centred prose share no edge: they are separated by the strip alone. */
function edgesAfterStrips(items: readonly Item[]): readonly number[] {
  const neededPt = gutterEm * typicalSize(items);
  const sorted = [...items].sort((first, second) => first.box.x0 - second.box.x0);
  let reachX1 = Number.POSITIVE_INFINITY;
  return sorted.flatMap(({ box }, index) => {
    const isAfterStrip = box.x0 - reachX1 > neededPt;
    reachX1 = Math.max(index === 0 ? box.x1 : reachX1, box.x1);
    return isAfterStrip && hasProse(sorted.slice(0, index)) && hasProse(sorted.slice(index)) ? [box.x0] : [];
  });
}

function textEdges(items: readonly Item[]): readonly number[] {
  const starts = items.map(({ box }) => box.x0).sort((first, second) => first - second);
  const edges: number[] = [];
  let from = 0;
  for (let index = 1; index <= starts.length; index++) {
    const [previous = 0, current] = [starts[index - 1], starts[index]];
    if (current !== undefined && current - previous <= 1.5) continue;
    if (index - from >= linesPerSide) edges.push(starts[from] ?? previous);
    from = index;
  }
  return edges;
}

/** The stretches of the page where nothing crosses the whitespace left of an edge and both sides hold text. */
function runsOf(
  items: readonly Item[],
  edge: number,
  widthPt: number,
  { panels, rulesAbove, ...guides }: Omit<Guides, 'rules'> & { readonly rulesAbove: ReadonlyMap<Item, number> },
): readonly GutterRun[] {
  const neededPt = gutterEm * typicalSize(items);
  const sorted = [...items].sort((first, second) => first.box.y0 - second.box.y0);
  const runs: GutterRun[] = [];
  let current: Item[] = [];
  const end = () => {
    const run = measureRun(current, edge, widthPt, neededPt, guides);
    if (run !== null) runs.push(run);
    current = [];
  };
  // A banner or a row of cards over the gutter is a part of the page for itself.
  const crossing = (item: Item) => startsLeft(item, edge, neededPt) && item.box.x1 > edge - 0.8 * neededPt;
  const leftX1 = Math.max(
    ...items.filter((item) => startsLeft(item, edge, neededPt) && !crossing(item)).map(({ box }) => box.x1),
  );
  const over = panels.filter(({ x0, x1 }) => x0 < leftX1 && x1 > edge + neededPt);
  const partOf = ({ box }: Item) => over.findIndex((panel) => containsMiddle(panel, box));
  let [part, above] = [-1, 0];
  for (const item of sorted) {
    if (partOf(item) !== part || (rulesAbove.get(item) ?? 0) !== above) end();
    [part, above] = [partOf(item), rulesAbove.get(item) ?? 0];
    if (crossing(item)) end();
    else current.push(item);
  }
  end();
  return runs;
}

/** A rule across takes this share of the width of all items. */
const acrossShare = 0.95;

/** How many level rules that run over all items, from side to side below a masthead of rows, each item has above it. */
function countRulesAbove(items: readonly Item[], rules: Guides['rules']): ReadonlyMap<Item, number> {
  const { x0, x1 } = uniteBoxes(items.map(({ box }) => box));
  const across = rules
    .filter((rule) => rule.orientation === 'horizontal')
    .filter((rule) => Math.min(rule.x1, x1) - Math.max(rule.x0, x0) >= acrossShare * (x1 - x0))
    .map(({ y0 }) => y0)
    .sort((first, second) => first - second);
  const sorted = [...items].sort((first, second) => first.box.y0 - second.box.y0);
  const counts = new Map<Item, number>();
  let [next, count, reachY1] = [0, 0, Number.NEGATIVE_INFINITY];
  let stretch: Item[] = [];
  for (const item of sorted) {
    let isParted = false;
    for (let y = across[next]; y !== undefined && y <= item.box.y0; y = across[++next]) isParted ||= y >= reachY1;
    if (isParted && isOfRows(stretch)) count += 1;
    if (isParted) stretch = [];
    stretch.push(item);
    counts.set(item, count);
    reachY1 = Math.max(reachY1, item.box.y1);
  }
  return counts;
}

/** Whether all texts that are level with each other are on one row; the items are sorted from the top. */
function isOfRows(items: readonly Item[]): boolean {
  return items.every((item, index) => {
    const next = items[index + 1];
    const isLevel = item.kind === 'text' && next?.kind === 'text' && next.box.y0 < item.box.y1;
    return !isLevel || sameRow(item, next);
  });
}

function measureRun(
  items: readonly Item[],
  edge: number,
  widthPt: number,
  neededPt: number,
  { gutters, sides }: Pick<Guides, 'gutters' | 'sides'>,
): GutterRun | null {
  const left = items.filter((item) => startsLeft(item, edge, neededPt));
  const right = items.filter((item) => !startsLeft(item, edge, neededPt));
  if (left.length === 0 || right.length === 0) return null;
  const [leftBox, rightBox] = [uniteBoxes(left.map(({ box }) => box)), uniteBoxes(right.map(({ box }) => box))];
  const y0 = Math.max(leftBox.y0, rightBox.y0);
  const y1 = Math.min(leftBox.y1, rightBox.y1);
  const within = (side: readonly Item[]) => side.filter(({ box }) => box.y1 > y0 && box.y0 < y1);
  const [leftWithin, rightWithin] = [within(left), within(right)];
  if (lineCount(leftWithin) < linesPerSide || lineCount(rightWithin) < linesPerSide) return null;
  if (leftBox.x1 - leftBox.x0 < sideShare * widthPt || rightBox.x1 - rightBox.x0 < sideShare * widthPt) return null;
  const isBetween = (x: number) => leftBox.x1 <= x && x <= rightBox.x0;
  const isShared = gutters.some((gutter) => isBetween((gutter.x0 + gutter.x1) / 2));
  if (!sides.some(isBetween) && !mayPart(leftWithin, rightWithin, { leftBox, rightBox, isShared, edge })) return null;
  const x0 = Math.max(...left.map(({ box }) => box.x1));
  if (rightBox.x0 - x0 < 0.5 * neededPt) return null;
  const whole = uniteBoxes([leftBox, rightBox]);
  const gapScore = Math.min(3, (edge - x0) / neededPt);
  return { x0, x1: Math.min(edge, ...right.map(startOf)), y0: whole.y0, y1: whole.y1, score: (y1 - y0) * gapScore };
}

/** Whether what is left and right of a strip is columns: neither labels, rows nor the rows of a table with their labels. */
function mayPart(
  left: readonly Item[],
  right: readonly Item[],
  { leftBox, rightBox, isShared, edge }: { leftBox: Box; rightBox: Box; isShared: boolean; edge: number },
): boolean {
  if (!isShared && !fillsItsSide(left, leftBox) && !fillsItsSide(right, rightBox)) return false;
  if (areLabels(left) || areLabels(right) || areRows(left, right)) return false;
  const isTableEdge = right.some(({ kind, box }) => kind === 'table' && box.x0 === edge);
  // Labels left of a table belong to its rows.
  return !isTableEdge || !left.some(({ kind }) => kind === 'text') || hasProse(left);
}

/** Whether an item begins before the gutter left of an edge. A quotation mark may hang into the gutter. */
function startsLeft(item: Item, edge: number, neededPt: number): boolean {
  return startOf(item) < edge - 0.8 * neededPt;
}

/** A picture may reach over the edge of its column by this share of its width. */
const overhangShare = 0.1;

/** Where the column of an item may begin. */
function startOf({ kind, box }: Item): number {
  return kind === 'figure' ? box.x0 + overhangShare * (box.x1 - box.x0) : box.x0;
}

function typicalSize(items: readonly Item[]): number {
  return median(
    items.flatMap((item) => (item.kind === 'text' ? [item.style.sizePt] : [])),
    10,
  );
}

/** The columns between the gutters, their items not in order yet. */
function columnsOf(items: readonly Item[], gutters: readonly Gutter[], frame: HorizontalFrame): readonly Column[] {
  // A heading may begin a little before the lines of its column.
  const middles = gutters.map(({ x0, x1 }) => Math.min(x1 - 1, (x0 + x1) / 2));
  const edges = [Number.NEGATIVE_INFINITY, ...middles, Number.POSITIVE_INFINITY];
  const columns = edges.slice(0, -1).map((start, index) => {
    const end = edges[index + 1] ?? Number.POSITIVE_INFINITY;
    const own = items.filter((item) => startOf(item) >= start && startOf(item) < end);
    const texts = own.filter((item) => item.kind === 'text').map(({ box }) => box);
    const alone = gutters.length === 0;
    const edge = gutters[index - 1]?.x1 ?? frame.x0;
    const x0 = alone ? frame.x0 : Math.min(edge, ...texts.map((box) => box.x0));
    const x1 = gutters[index]?.x0 ?? (alone ? frame.marginX1 : Math.max(frame.marginX1, ...texts.map((box) => box.x1)));
    const last = index === gutters.length;
    return { x0, x1, reachX1: last ? Math.max(frame.x1, ...own.map(({ box }) => box.x1)) : x1, items: own };
  });
  const rightToLeft =
    items.filter((item) => item.kind === 'text' && item.direction === 'rtl').length > items.length / 2;
  return rightToLeft ? columns.reverse() : columns;
}

/** Items from top to bottom, the pieces on one baseline put together. */
function inRows(items: readonly Item[]): readonly Item[] {
  const pieces = items.filter((item) => item.kind === 'text').sort((first, second) => first.baseline - second.baseline);
  const rows: Fragment[][] = [];
  for (const piece of pieces) {
    const row = rows.findLast((candidate) => candidate[0] !== undefined && sameRow(candidate[0], piece));
    if (row === undefined) rows.push([piece]);
    else row.push(piece);
  }
  const objects = items.filter((item) => item.kind !== 'text');
  const sorted = rows.map(inReadingOrder);
  const tabbed = wordsAtTabStops(sorted);
  return [...sorted.map((row) => joinRow(row, tabbed)), ...objects].sort(
    (first, second) => topOf(first) - topOf(second) || first.box.x0 - second.box.x0,
  );
}

/** The longest piece of a row, which the direction of all is. */
function mainOf(pieces: readonly Fragment[]): Fragment {
  const [main] = [...pieces].sort((first, second) => textOf(second.words).length - textOf(first.words).length);
  if (main === undefined) throw new TypeError('A row needs a piece');
  return main;
}

function inReadingOrder(pieces: readonly Fragment[]): readonly Fragment[] {
  const rightToLeft = mainOf(pieces).direction === 'rtl';
  return [...pieces].sort((a, b) => (rightToLeft ? b.box.x1 - a.box.x1 : a.box.x0 - b.box.x0));
}

function joinRow(pieces: readonly Fragment[], tabbed: ReadonlySet<Word>): Fragment {
  const main = mainOf(pieces);
  if (pieces.length === 1) return main;
  const words = pieces.flatMap((piece) => piece.words);
  return { ...fragmentOf(main.line, words), tabbed };
}

/** Text is ordered by its baseline, so that a large letter does not come before its neighbours. */
function topOf(item: Item): number {
  return item.kind === 'text' ? item.baseline - 0.7 * item.style.sizePt : item.box.y0;
}
