import type { GreyRaster, PixelBox, RasterLine, RasterWord } from '@platen/pdf-kit/ocr';
import type { ReadCharacter } from './ctc.ts';
import type { StripFrame } from './line-strip.ts';
import { placement } from './thresholds.ts';

/** A line before its place among the others is known. */
export type PlacedLine = Omit<RasterLine, 'paragraph'>;

/** The part of a frame that a word takes up, along it and from its top. */
interface Extent {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

const descenders = /[gjpqyQçşţ,;()[\]{}|_/$@]/u;

/**
 * The words of a line: its characters cut at blanks, each where it is on the page. The model tells the middle of a character
 * only, to a sixth of the height of the line; boxes end between those of two words, and are shrunk to the ink. Null
 * for a line of blanks.
 */
export function placeWords(
  page: GreyRaster,
  frame: StripFrame,
  characters: readonly ReadCharacter[],
): PlacedLine | null {
  const placed = wordRanges(characters).map(({ word, from, to }) => ({
    word,
    extent: shrinkToInk(page, frame, from * frame.length, to * frame.length),
  }));
  const [first, last] = [placed[0], placed.at(-1)];
  if (first === undefined || last === undefined) return null;
  const level = baselineOf(placed, frame);
  const [start, end] = [pointAt(frame, first.extent.from, level), pointAt(frame, last.extent.to, level)];
  return {
    words: placed.map(({ word, extent }) => toWord(word, boxAt(frame, extent))),
    baseline: { x0: start.x, y0: start.y, x1: end.x, y1: end.y },
    heightPx: placement.lineShare * frame.height,
    direction: 'ltr',
  };
}

interface WordRange {
  readonly word: readonly ReadCharacter[];
  /** Shares of the length of the line. */
  readonly from: number;
  readonly to: number;
}

function wordRanges(characters: readonly ReadCharacter[]): readonly WordRange[] {
  const ranges: WordRange[] = [];
  let start = 0;
  for (let index = 0; index <= characters.length; index += 1) {
    if (index < characters.length && characters[index]?.text.trim() !== '') continue;
    const word = characters.slice(start, index);
    if (word.length > 0) {
      const [before, after] = [characters[start - 1], characters[index]];
      ranges.push({
        word,
        from: before === undefined ? 0 : (middleOf(before) + middleOf(word[0])) / 2,
        to: after === undefined ? 1 : (middleOf(word.at(-1)) + middleOf(after)) / 2,
      });
    }
    start = index + 1;
  }
  return ranges;
}

function middleOf(character: ReadCharacter | undefined): number {
  return character === undefined ? 0 : (character.from + character.to) / 2;
}

function toWord(characters: readonly ReadCharacter[], box: PixelBox): RasterWord {
  const mean = characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length;
  return {
    text: characters.map(({ text }) => text).join(''),
    box,
    confidence: Math.min(1, Math.max(0, mean)),
  };
}

/** The rows and columns of a part of a frame that hold ink: what differs from most of it by half of its contrast. */
function shrinkToInk(page: GreyRaster, frame: StripFrame, from: number, to: number): Extent {
  const whole = { from, to, top: 0, bottom: frame.height };
  const [columns, rows] = [Math.max(1, Math.round(to - from)), Math.max(1, Math.round(frame.height))];
  const greys = new Uint8Array(columns * rows);
  let [darkest, lightest, sum] = [255, 0, 0];
  for (let at = 0; at < greys.length; at += 1) {
    const { x, y } = pointAt(frame, from + (at % columns) + 0.5, Math.floor(at / columns) + 0.5);
    const grey = nearestGrey(page, x, y);
    greys[at] = grey;
    sum += grey;
    if (grey < darkest) darkest = grey;
    if (grey > lightest) lightest = grey;
  }
  if (lightest - darkest < placement.minContrast) return whole;
  const middle = (darkest + lightest) / 2;
  const isDark = sum / greys.length >= middle;
  let [left, right, top, bottom] = [columns, -1, rows, -1];
  for (const [at, grey] of greys.entries()) {
    if (grey < middle !== isDark) continue;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  if (right < left) return whole;
  return { from: from + left, to: from + right + 1, top, bottom: bottom + 1 };
}

function nearestGrey({ data, widthPx, heightPx }: GreyRaster, x: number, y: number): number {
  const column = Math.min(widthPx - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(heightPx - 1, Math.max(0, Math.floor(y)));
  return data[row * widthPx + column] ?? 255;
}

/** How far below the top of the frame its letters rest: the median of the words without descenders. */
function baselineOf(
  placed: readonly { readonly word: readonly ReadCharacter[]; readonly extent: Extent }[],
  { height }: StripFrame,
): number {
  const bottoms = placed
    .filter(
      ({ word }) =>
        word.some(({ text }) => /[\p{L}\p{N}]/u.test(text)) && !word.some(({ text }) => descenders.test(text)),
    )
    .map(({ extent }) => extent.bottom)
    .sort((a, b) => a - b);
  const margin = (height * (1 - placement.lineShare)) / 2;
  return bottoms[bottoms.length >> 1] ?? height - margin - height * placement.lineShare * placement.descenderShare;
}

function pointAt({ originX, originY, along, down }: StripFrame, u: number, v: number) {
  return { x: originX + along[0] * u + down[0] * v, y: originY + along[1] * u + down[1] * v };
}

/** The box of a part of a frame. Of a slightly slanted one, it has the size of the part: one around it would be higher. */
function boxAt(frame: StripFrame, { from, to, top, bottom }: Extent): PixelBox {
  const centre = pointAt(frame, (from + to) / 2, (top + bottom) / 2);
  const isLevel = Math.abs(frame.along[0]) >= Math.abs(frame.along[1]);
  const [width, height] = isLevel ? [to - from, bottom - top] : [bottom - top, to - from];
  return {
    x0: centre.x - width / 2,
    y0: centre.y - height / 2,
    x1: centre.x + width / 2,
    y1: centre.y + height / 2,
  };
}
