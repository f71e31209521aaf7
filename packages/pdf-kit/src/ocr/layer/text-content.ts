import { chainMatrices, type Matrix, transformPoint, uniteBoxes } from '../../geometry.ts';
import { isSpaced } from '../line-text.ts';
import type { RasterLine, RasterWord } from '../recognizer.ts';
import type { GlyphCodes } from './glyph-codes.ts';
import { advanceUnits, unitsPerEm } from './glyphless-font.ts';
import { toVisualOrder } from './visual-order.ts';

/** The em of a line whose letters reach this far from ascender to descender, as usual fonts have it. */
const emPerLineHeight = 1 / 0.94;
const minSizePt = 1;

/** A line may drift this much of its height from end to end before readers take its ends for other lines. */
const maxDrift = 0.4;
/** How far above the start of a line the blank that ends it stands, in sizes of its text; and how large it is. */
const lineEndLift = 2;
const lineEndSizePt = 1;
/** Gaps between right-to-left words, in em: up to the first they are one run, past the second apart. */
const runGap = 0.5;
const columnGap = 1.5;

/**
 * The operators of an invisible text layer (text render mode 3): each word at its place and as wide as it is drawn.
 * `toUserSpace` leads from the coordinates of the lines to user space of the page; `font` names the font's resource.
 */
export function writeTextContent(
  lines: readonly RasterLine[],
  toUserSpace: Matrix,
  codes: GlyphCodes,
  font: string,
): string {
  const operators = lines.flatMap((line) => {
    const words = shownWords(line);
    const placed = words.map((word) => ({ word, place: placeWord(line, word, toUserSpace) }));
    const shown = placed.map(({ word, place }, index) => {
      const text = line.direction === 'rtl' ? toVisualOrder(word.text) : word.text;
      const spaced = isSpaced(word.text, words[index + 1]?.text);
      return showWord(place, spaced ? `${text} ` : text, text, codes, font);
    });
    return [...shown, ...placed.slice(0, 1).map(({ place }) => endLine(place, codes, font))];
  });
  return `BT\n3 Tr\n${operators.join('\n')}\nET\n`;
}

/** The pieces of a line in the order in which readers want to meet them. */
function shownWords(line: RasterLine): readonly RasterWord[] {
  return line.direction === 'rtl' ? rightToLeftPieces(line) : joinCjk(line.words);
}

/**
 * Right-to-left words as they are shown, from the left: readers turn a run of them around as a whole. pdf.js ends a run
 * at a gap of 0.6 em, so lesser ones are narrowed; what lies further apart, as in columns, is given from the right.
 */
function rightToLeftPieces({ words, heightPx }: RasterLine): readonly RasterWord[] {
  const em = heightPx * emPerLineHeight;
  const runs: RasterWord[][] = [];
  const shown = words.toSorted((first, second) => first.box.x0 - second.box.x0);
  for (const [index, word] of shown.entries()) {
    const before = shown[index - 1];
    const after = shown[index + 1];
    const gap = after === undefined ? 0 : after.box.x0 - word.box.x1;
    const widened = gap > runGap * em && gap <= columnGap * em ? gap - runGap * em : 0;
    const piece = { ...word, box: { ...word.box, x1: word.box.x1 + widened } };
    if (before === undefined || word.box.x0 - before.box.x1 > columnGap * em) runs.push([piece]);
    else runs.at(-1)?.push(piece);
  }
  return runs.reverse().flat();
}

/**
 * Chinese and Japanese words that follow each other are one piece: their characters are equally wide, and the gaps
 * that the recognizer sees between them would be taken for spaces.
 */
function joinCjk(words: readonly RasterWord[]): readonly RasterWord[] {
  const joined: RasterWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last === undefined || isSpaced(last.text, word.text)) joined.push(word);
    else joined.splice(-1, 1, { ...last, text: last.text + word.text, box: uniteBoxes([last.box, word.box]) });
  }
  return joined;
}

/** Where a word begins on its baseline, which way it runs, and its measures, in user space. */
interface PlacedWord {
  readonly x: number;
  readonly y: number;
  /** Unit vectors along the baseline and upwards from it. */
  readonly along: Direction;
  readonly up: Direction;
  readonly width: number;
  readonly size: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

type Direction = readonly [x: number, y: number];

/**
 * Words are level even on a skewed page, and those of a line nearly on one height: readers put slanted words into
 * lines of their own and mix lines that drift into each other.
 */
function placeWord(line: RasterLine, word: RasterWord, toUserSpace: Matrix): PlacedWord {
  const { x, y, along, width } = placeOnRaster(line, word);
  // Upwards is a quarter turn to the left of the way the line runs, with y pointing down.
  const map = chainMatrices([along[0], along[1], along[1], -along[0], 0, 0], toUserSpace);
  const alongScale = Math.hypot(map[0], map[1]);
  const upScale = Math.hypot(map[2], map[3]);
  const direction = nearestAxis(map[0], map[1]);
  const up = nearestAxis(map[2], map[3]);
  const middle = transformPoint(toUserSpace, x + (along[0] * width) / 2, y + (along[1] * width) / 2);
  const lift = -driftOf(line, middle, up, line.heightPx * upScale, toUserSpace);
  const halfWidth = (width * alongScale) / 2;
  return {
    x: middle.x - direction[0] * halfWidth + up[0] * lift,
    y: middle.y - direction[1] * halfWidth + up[1] * lift,
    along: direction,
    up,
    width: 2 * halfWidth,
    size: Math.max(minSizePt, line.heightPx * emPerLineHeight * upScale),
  };
}

/** How much too far up a place on a drifting line is for the whole line to stay within its bounds. */
function driftOf({ baseline }: RasterLine, place: Point, up: Direction, height: number, toUserSpace: Matrix): number {
  const upwards = ({ x, y }: Point) => x * up[0] + y * up[1];
  const start = upwards(transformPoint(toUserSpace, baseline.x0, baseline.y0));
  const end = upwards(transformPoint(toUserSpace, baseline.x1, baseline.y1));
  const kept = Math.min(1, (maxDrift * height) / Math.max(Math.abs(end - start), 1e-6));
  return (1 - kept) * (upwards(place) - (start + end) / 2);
}

/** Where a word begins on the raster: on the baseline of its line, which may run upright in a turned block of text. */
function placeOnRaster({ baseline }: RasterLine, { box }: RasterWord) {
  const [dx, dy] = [baseline.x1 - baseline.x0, baseline.y1 - baseline.y0];
  if (Math.abs(dx) >= Math.abs(dy)) {
    const slope = dx === 0 ? 0 : dy / dx;
    const y = baseline.y0 + slope * ((box.x0 + box.x1) / 2 - baseline.x0);
    return { x: box.x0, y, along: [1, 0] as const, width: box.x1 - box.x0 };
  }
  const x = baseline.x0 + (dx / dy) * ((box.y0 + box.y1) / 2 - baseline.y0);
  return dy > 0
    ? { x, y: box.y0, along: [0, 1] as const, width: box.y1 - box.y0 }
    : { x, y: box.y1, along: [0, -1] as const, width: box.y1 - box.y0 };
}

function nearestAxis(x: number, y: number): Direction {
  return Math.abs(x) >= Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)];
}

/** The space after a word belongs to its string and does not widen it: `letters` alone fill the width. */
function showWord(word: PlacedWord, string: string, letters: string, codes: GlyphCodes, font: string): string {
  const letterWidth = word.width / Array.from(letters).length;
  const scale = (100 * letterWidth) / ((advanceUnits / unitsPerEm) * word.size);
  const matrix = [...word.along, ...word.up, word.x, word.y].map(number).join(' ');
  return `/${font} ${number(word.size)} Tf ${number(scale)} Tz ${matrix} Tm <${codes.encode(string)}> Tj`;
}

/**
 * A blank away from the line it ends. PDFium sorts words from left to right as long as they follow each other at one
 * height, and the end of a drifting line is at the height of the next one's start: on a page skewed by 7° it copies 7 %
 * wrong without, nothing with them.
 */
function endLine({ x, y, along, up, size }: PlacedWord, codes: GlyphCodes, font: string): string {
  const lift = lineEndLift * size;
  const matrix = [...along, ...up, x + lift * up[0], y + lift * up[1]].map(number).join(' ');
  return `/${font} ${lineEndSizePt} Tf 100 Tz ${matrix} Tm <${codes.encode(' ')}> Tj`;
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
