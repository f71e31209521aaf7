import { boxArea, boxHeight, boxWidth, growBox, intersectBoxes, sharedArea } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import type { DrawnPage, DrawnWord, Pixels } from './drawn-page.ts';
import { type MatchedWords, matchWords } from './match-words.ts';

/** What an eye would notice on one page of the source. Shares are of its words, or of what is named. */
export interface PageFindings {
  readonly words: number;
  /** Words that are not in the document. */
  readonly lost: number;
  /** Words of the written page that no page of the source has. */
  readonly added: number;
  /** Words on another page. */
  readonly elsewhere: number;
  /** Words on their page, more than a line further up or down; more than four lines. */
  readonly moved: number;
  readonly movedFar: number;
  /** Neighbours with a wide gap between them that are no longer on one line. */
  readonly brokenRows: number;
  /** Lines of which the end is on a line of its own; a line of prose takes its words to the next one. */
  readonly wrapped: number;
  /** Words that begin a line in both, further left or right than two letters. */
  readonly shifted: number;
  /** Words over other words, where the source has none. */
  readonly overprinted: number;
  /** Words over drawings or on a ground that they were not on. */
  readonly drawings: number;
  /** Drawings that are not where the words next to them are; by their area, as a share of the page. */
  readonly drawingsOff: number;
  readonly drawingsOffArea: number;
  /** Drawings of the written page that the source does not have there. */
  readonly drawingsAdded: number;
  readonly drawingsAddedArea: number;
  /** Words with another weight; of another size; in another colour. */
  readonly weight: number;
  readonly size: number;
  readonly color: number;
  /** How many more pages the document has than its source. */
  readonly pagesMore: number;
}

/** Compares the pages of a source with those of the document made from it, as LibreOffice lays it out. */
export function comparePages(source: readonly DrawnPage[], written: readonly DrawnPage[]): readonly PageFindings[] {
  const matched = matchWords(source, written);
  const back = new Map([...matched.of].map(([word, other]) => [other, word]));
  return source.map((page, index) => {
    const other = written[index];
    const pagesMore = written.length - source.length;
    return {
      ...wordFindings(page, index, matched, other),
      ...drawingFindings(page, other, matched.of, back),
      pagesMore,
    };
  });
}

/** The height of a line, in em. */
const lineEm = 1.2;
const farLines = 4;

function wordFindings(
  { words }: DrawnPage,
  pageIndex: number,
  { of, lost, added }: MatchedWords,
  other: DrawnPage | undefined,
) {
  const total = Math.max(1, words.length);
  const shareOf = (test: (word: DrawnWord) => boolean) => words.filter(test).length / total;
  const placed = words.flatMap((word) => {
    const now = of.get(word);
    return now === undefined ? [] : [{ word, now }];
  });
  const here = placed.filter(({ now }) => now.pageIndex === pageIndex);
  const shareOfPlaced = (test: (pair: Placed) => boolean) => placed.filter(test).length / Math.max(1, placed.length);
  const lines = ({ word, now }: Placed) =>
    word.isLevel ? Math.abs(now.baseline - word.baseline) / Math.max(10, lineEm * word.sizePt) : 0;
  return {
    words: words.length,
    lost: shareOf((word) => lost.has(word)),
    added: (other?.words ?? []).filter((word) => added.has(word)).length / total,
    elsewhere: placed.filter(({ now }) => now.pageIndex !== pageIndex).length / total,
    moved: here.filter((pair) => lines(pair) > 1).length / total,
    movedFar: here.filter((pair) => lines(pair) > farLines).length / total,
    brokenRows: brokenRows(words, of),
    wrapped: wrappedLines(words, of),
    shifted: here.filter(isShifted).length / total,
    overprinted: other === undefined ? 0 : Math.max(0, overprints(other.words) - overprints(words)),
    weight: shareOfPlaced(({ word, now }) => word.bold !== now.bold),
    size: shareOfPlaced(({ word, now }) => Math.abs(now.sizePt / word.sizePt - 1) > sizeShare),
    color: shareOfPlaced(({ word, now }) => word.color !== now.color),
  };
}

interface Placed {
  readonly word: DrawnWord;
  readonly now: DrawnWord;
}

/** Sizes this close are one size. */
const sizeShare = 0.12;

/** How far words that begin a line move to the side, in em. */
const shiftedEm = 1.5;

function isShifted({ word, now }: Placed): boolean {
  return word.place === 0 && now.place === 0 && Math.abs(now.box.x0 - word.box.x0) > shiftedEm * word.sizePt;
}

/** The share of neighbours on one baseline, a wide gap between them, that are not on one line afterwards. */
function brokenRows(words: readonly DrawnWord[], of: MatchedWords['of']): number {
  const rows = new Map<number, DrawnWord[]>();
  for (const word of words.filter(({ isLevel }) => isLevel)) {
    const key = [...rows.keys()].find((baseline) => Math.abs(baseline - word.baseline) < 0.2 * word.sizePt);
    const row = key === undefined ? undefined : rows.get(key);
    if (row === undefined) rows.set(word.baseline, [word]);
    else row.push(word);
  }
  const pairs = [...rows.values()].flatMap((row) => {
    const sorted = row.sort((first, second) => first.box.x0 - second.box.x0);
    return sorted.slice(1).flatMap((word, index) => {
      const before = sorted[index];
      return before !== undefined && before.line !== word.line ? [[before, word] as const] : [];
    });
  });
  const known = pairs.flatMap(([before, word]) => {
    const [first, second] = [of.get(before), of.get(word)];
    return first === undefined || second === undefined ? [] : [{ first, second }];
  });
  const broken = known.filter(
    ({ first, second }) =>
      first.pageIndex !== second.pageIndex || Math.abs(first.baseline - second.baseline) > 0.8 * second.sizePt,
  );
  return broken.length / Math.max(1, words.length);
}

/** How many lines end on a line that has no words of another one. */
function wrappedLines(words: readonly DrawnWord[], of: MatchedWords['of']): number {
  const lineOf = new Map<string, Set<number>>();
  const keyOf = (now: DrawnWord) => `${now.pageIndex} ${now.line}`;
  for (const word of words) {
    const now = of.get(word);
    if (now !== undefined) lineOf.set(keyOf(now), (lineOf.get(keyOf(now)) ?? new Set()).add(word.line));
  }
  const byLine = Map.groupBy(words, ({ line }) => line);
  return [...byLine.values()].filter((line) => {
    const now = line.flatMap((word) => of.get(word) ?? []);
    const [first, last] = [now[0], now.at(-1)];
    if (first === undefined || last === undefined || first.pageIndex !== last.pageIndex) return false;
    return last.baseline - first.baseline > 0.6 * last.sizePt && lineOf.get(keyOf(last))?.size === 1;
  }).length;
}

/** Words of which this share is under another one are overprinted. */
const overShare = 0.15;

function overprints(words: readonly DrawnWord[]): number {
  const cores = words
    .filter(({ isLevel }) => isLevel)
    .map(({ box, baseline, sizePt }) => ({
      x0: box.x0 + 0.5,
      x1: box.x1 - 0.5,
      y0: baseline - 0.5 * sizePt,
      y1: baseline,
    }));
  const sorted = cores.filter(({ x0, x1 }) => x1 > x0).sort((first, second) => first.y0 - second.y0);
  let count = 0;
  for (const [index, core] of sorted.entries()) {
    for (const other of sorted.slice(index + 1)) {
      if (other.y0 > core.y1) break;
      if (sharedArea(core, other) > overShare * Math.min(boxArea(core), boxArea(other))) count += 1;
    }
  }
  return count;
}

function drawingFindings(
  page: DrawnPage,
  other: DrawnPage | undefined,
  of: MatchedWords['of'],
  back: MatchedWords['of'],
) {
  const pageArea = page.widthPt * page.heightPt;
  const areaOf = (boxes: readonly Box[]) => boxes.reduce((sum, box) => sum + boxArea(growBox(box, 1)), 0) / pageArea;
  const off = other === undefined ? page.drawings : page.drawings.filter((box) => !isKept(box, page, other, of));
  const added = other === undefined ? [] : other.drawings.filter((box) => !isKept(box, other, page, back));
  return {
    drawings: page.drawings.length,
    drawingsOff: off.length,
    drawingsOffArea: areaOf(off),
    drawingsAdded: added.length,
    drawingsAddedArea: areaOf(added),
  };
}

/** The number of words next to a drawing that say where it should be. */
const witnesses = 4;
/** How far from them, in points, it may be. */
const reachPt = 5;
/** Maximum difference of its pixels, as a share of what sets it off from its ground: of a rule or an icon, and of a picture. */
const maxDifference = { small: 0.6, large: 0.4 };
const largePt2 = 1_500;

/** Whether a page shows a drawing of another one where the words next to it are. */
function isKept(box: Box, page: DrawnPage, other: DrawnPage, of: MatchedWords['of']): boolean {
  const near = page.words
    .map((word) => ({ word, gap: gapBetween(word.box, box) }))
    .sort((first, second) => first.gap - second.gap)
    .slice(0, witnesses)
    .flatMap(({ word }) => {
      const now = of.get(word);
      return now !== undefined && now.pageIndex === word.pageIndex ? [{ word, now }] : [];
    });
  const down = Math.round(median(near.map(({ word, now }) => now.baseline - word.baseline)));
  const across = Math.round(median(near.map(({ word, now }) => now.box.x0 - word.box.x0)));
  const region = growBox(box, 3);
  const ground = groundAround(page.pixels, region);
  const most = boxArea(box) > largePt2 ? maxDifference.large : maxDifference.small;
  const places: readonly (readonly [number, number])[] = [
    [0, 0],
    [across, down],
    [0, down],
  ];
  const isThin = Math.min(boxWidth(box), boxHeight(box)) < thinPt;
  const isThere = (x: number, y: number) =>
    isThin
      ? inkIn(other.pixels, moved(region, x, y), ground) > leastInk * inkIn(page.pixels, region, ground)
      : difference(page.pixels, other.pixels, region, x, y, ground) < most;
  return nearby.some(([dx, dy]) => places.some(([x, y]) => isThere(x + dx, y + dy)));
}

/** Rules are drawn on other pixels where they are half a point off: of what is thinner, only the amount of ink is compared. */
const thinPt = 4;
const leastInk = 0.5;

function moved({ x0, y0, x1, y1 }: Box, x: number, y: number): Box {
  return { x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y };
}

/** How much a region is set off from its ground. */
function inkIn(pixels: Pixels, { x0, y0, x1, y1 }: Box, ground: Color): number {
  let ink = 0;
  for (let row = Math.round(y0); row <= y1; row += 1) {
    for (let column = Math.round(x0); column <= x1; column += 1) {
      ink += apart(colorAt(pixels, column, row) ?? ground, ground);
    }
  }
  return ink;
}

/** The places that a drawing may be moved to, the nearest first. */
const nearby = Array.from({ length: 2 * reachPt + 1 }, (_, step) => step - reachPt)
  .flatMap((dy) => [0, -reachPt, reachPt].map((dx) => [dx, dy] as const))
  .sort(([x, y], [dx, dy]) => Math.abs(x) + Math.abs(y) - Math.abs(dx) - Math.abs(dy));

function gapBetween(first: Box, second: Box): number {
  const across = Math.max(0, first.x0 - second.x1, second.x0 - first.x1);
  const down = Math.max(0, first.y0 - second.y1, second.y0 - first.y1);
  return across + 3 * down;
}

type Color = readonly [number, number, number];

function groundAround(pixels: Pixels, { x0, y0, x1, y1 }: Box): Color {
  const channels: number[][] = [[], [], []];
  const see = (x: number, y: number) => {
    const color = colorAt(pixels, x, y);
    if (color !== null) for (const [index, value] of color.entries()) channels[index]?.push(value);
  };
  for (let x = Math.round(x0); x <= x1; x += 3) for (const y of [y0, y1]) see(x, Math.round(y));
  for (let y = Math.round(y0); y <= y1; y += 3) for (const x of [x0, x1]) see(Math.round(x), y);
  return [median(channels[0] ?? [], 255), median(channels[1] ?? [], 255), median(channels[2] ?? [], 255)];
}

/** Every so many pixels of a large drawing are compared. */
const samples = 1_500;

function difference(first: Pixels, second: Pixels, box: Box, x: number, y: number, ground: Color): number {
  const visible = intersectBoxes(box, { x0: 0, y0: 0, x1: first.width - 1, y1: first.height - 1 });
  if (visible === null) return 1;
  const step = Math.max(1, Math.floor(Math.sqrt(boxArea(visible) / samples)));
  let [between, contrast] = [0, 0];
  for (let row = Math.round(visible.y0); row <= visible.y1; row += step) {
    for (let column = Math.round(visible.x0); column <= visible.x1; column += step) {
      const own = colorAt(first, column, row) ?? ground;
      const other = colorAt(second, column + x, row + y) ?? ground;
      between += apart(own, other);
      contrast += apart(own, ground);
    }
  }
  return contrast === 0 ? 0 : between / contrast;
}

function apart(first: Color, second: Color): number {
  return Math.abs(first[0] - second[0]) + Math.abs(first[1] - second[1]) + Math.abs(first[2] - second[2]);
}

function colorAt({ width, height, data }: Pixels, x: number, y: number): Color | null {
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  const at = 3 * (y * width + x);
  return [data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255];
}
