import { boxHeight, boxWidth, growBox, sharedArea, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Line, OutlinedBox, Page, Word } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';

/** Sides of a box to tick differ by no more, in points. */
const squarePt = 1;
/** They are so long, in em of the text beside it. */
const leastEm = 0.6;
const mostEm = 1.7;
/** Its label is no further from it, in em. */
const labelEm = 2;
/** Boxes in a row for letters, or in a chart, are closer to each other, in points. */
const apartPt = 2;
/** The sides of a box are among the rules of the page, this close to it, in points. */
const sidePt = 1;

const emptyBox = '\u2610';

/** The page with empty squares that are drawn beside text, as forms have them to tick, as characters of that text. */
export function withTickBoxes(page: Page): Page {
  const squares = page.boxes.filter(
    ({ box, fill }) => Math.abs(boxWidth(box) - boxHeight(box)) <= squarePt && (fill === null || fill === '#ffffff'),
  );
  const level = page.lines.filter(({ angle, direction }) => angle === 0 && direction === 'ltr');
  const found = squares.flatMap((square) => {
    const line = isAlone(square, page) ? lineOf(square.box, level) : null;
    return line === null ? [] : [{ square, line }];
  });
  if (found.length === 0) return page;
  const byLine = Map.groupBy(found, ({ line }) => line);
  const gone = new Set(found.map(({ square }) => square));
  const isSide = (side: Box) => [...gone].some(({ box }) => isAlong(side, box));
  return {
    ...page,
    lines: page.lines.map((line) => withBoxes(line, byLine.get(line)?.map(({ square }) => square.box) ?? [])),
    boxes: page.boxes.filter((box) => !gone.has(box)),
    rules: page.rules.filter(({ x0, y0, x1, y1 }) => !isSide({ x0, y0, x1, y1 })),
    fills: page.fills.filter(({ box }) => ![...gone].some((square) => isSame(square.box, box))),
  };
}

/** Whether nothing is in a box or right beside it but text: no letter, no field, and no other box. */
function isAlone(square: OutlinedBox, { boxes, lines, formValues, drawings }: Page): boolean {
  const around = growBox(square.box, apartPt);
  const inside = growBox(square.box, -sidePt);
  const isIn = ({ box }: { readonly box: Box }) => sharedArea(box, inside) > 0;
  if (boxes.some((other) => other !== square && sharedArea(other.box, around) > 0)) return false;
  if (formValues.some(isIn) || drawings.some(isIn)) return false;
  return !lines.some((line) => isIn(line) && line.words.some((word) => isIn(word) && word.text.trim() !== ''));
}

/** The line that a box stands in: beside one of its words, as high as its letters are. */
function lineOf(box: Box, lines: readonly Line[]): Line | null {
  const middle = (box.y0 + box.y1) / 2;
  const [nearest] = lines
    .filter(({ baseline, style: { sizePt } }) => {
      const [above, side] = [baseline - middle, boxWidth(box)];
      return above > -0.2 * sizePt && above < 0.9 * sizePt && side >= leastEm * sizePt && side <= mostEm * sizePt;
    })
    .map((line) => ({ line, gap: Math.min(...line.words.map((word) => gapBetween(box, word.box))) }))
    .filter(({ line, gap }) => gap <= labelEm * line.style.sizePt)
    .sort((first, second) => first.gap - second.gap);
  return nearest?.line ?? null;
}

function gapBetween(box: Box, word: Box): number {
  return Math.max(word.x0 - box.x1, box.x0 - word.x1);
}

function withBoxes(line: Line, boxes: readonly Box[]): Line {
  if (boxes.length === 0) return line;
  const ticks = new Set(boxes.map((box) => tickOf(box, line)));
  const words = [...line.words, ...ticks]
    .sort((first, second) => first.box.x0 - second.box.x0)
    .map((word, index, all) => (ticks.has(all[index + 1] ?? word) ? { ...word, spaceAfter: true } : word));
  return { ...line, words, text: textOf(words), box: uniteBoxes(words.map(({ box }) => box)) };
}

/** A word of the height and the look of its line. */
function tickOf({ x0, x1 }: Box, line: Line): Word {
  const { style, baseline } = line;
  const box = { x0, y0: line.box.y0, x1, y1: line.box.y1 };
  const origin = { x: x0, y: baseline };
  const glyph = { text: emptyBox, box, origin, style, risePt: 0, mcid: null, artifact: false, hidden: false };
  return { text: emptyBox, box, glyphs: [glyph], style, script: 'normal', confidence: null, spaceAfter: true };
}

function isAlong(side: Box, box: Box): boolean {
  const { x0, y0, x1, y1 } = growBox(box, sidePt);
  return side.x0 >= x0 && side.x1 <= x1 && side.y0 >= y0 && side.y1 <= y1;
}

function isSame(first: Box, second: Box): boolean {
  return isAlong(first, second) && isAlong(second, first);
}
