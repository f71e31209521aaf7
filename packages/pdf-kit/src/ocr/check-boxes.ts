import { greyRange } from './raster.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { checkBoxes as thresholds } from './thresholds.ts';

/**
 * Replaces misread check boxes: the recognizer reads the squares of forms as `0`, `O`, `®`, `[J` or `[1Yes`, since its languages have
 * none. A box with a mark in it is `☒`, whatever the mark is.
 */
export function withCheckBoxes(lines: readonly RasterLine[], page: GreyRaster): readonly RasterLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.flatMap((word) => (mayBeBox(word) ? withBox(word, line, page) : [word])),
  }));
}

/**
 * Few letters or signs of scripts whose letters are no squares, or the bracket that a box before a word is read as. A letter that is
 * surely read may be in a cell of its own.
 */
function mayBeBox({ text, confidence }: RasterWord): boolean {
  if (/^[\p{L}\p{N}]+$/u.test(text) && confidence >= thresholds.sureLetter) return false;
  return /^[\p{Script=Latin}\p{N}\p{P}\p{S}]{1,3}$/u.test(text) || bracketBefore.test(text);
}

/** A bracket that does not close, what else the box is read as, and the word that follows. */
const bracketBefore = /^\[(?:[^\p{L}\]]*|[JIl](?=\p{Lu}))(\p{L}[^\]]+)$/u;

function withBox(word: RasterWord, { heightPx }: RasterLine, page: GreyRaster): readonly RasterWord[] {
  const { text, box } = word;
  const shape = firstShape(box, page);
  if (shape === null || !isSquare(shape, heightPx)) return [word];
  const checkBox = (x1: number): RasterWord => ({
    text: shape.filled >= thresholds.minMark ? '☒' : '☐',
    box: { ...box, x1 },
    confidence: thresholds.confidence,
  });
  if (shape.x1 - box.x0 >= thresholds.minShare * (box.x1 - box.x0)) return [checkBox(box.x1)];
  const rest = bracketBefore.exec(text)?.[1];
  return rest === undefined ? [word] : [checkBox(shape.x1), { ...word, text: rest, box: { ...box, x0: shape.x1 } }];
}

/** What is drawn at the start of a box, up to its first blank column. */
interface Shape {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly x1: number;
  /** Whether each of its four sides is a straight stroke. */
  readonly hasSides: boolean;
  /** The share of its inside that is dark. */
  readonly filled: number;
}

/** Letters and figures have no straight stroke along one of their sides at least; full squares are bullets. */
function isSquare({ widthPx, heightPx, hasSides, filled }: Shape, lineHeightPx: number): boolean {
  if (Math.min(widthPx, heightPx) < thresholds.minPx || heightPx > thresholds.maxHeight * lineHeightPx) return false;
  if (widthPx > thresholds.maxAspect * heightPx || heightPx > thresholds.maxAspect * widthPx) return false;
  return hasSides && filled <= thresholds.maxMark;
}

function firstShape({ x0, y0, x1, y1 }: PixelBox, page: GreyRaster): Shape | null {
  const { data, widthPx, heightPx } = page;
  const [left, top] = [Math.max(0, Math.round(x0) - 1), Math.max(0, Math.round(y0) - 1)];
  const [right, bottom] = [Math.min(widthPx, Math.round(x1) + 1), Math.min(heightPx, Math.round(y1) + 1)];
  const { darkest, lightest } = greyRange(page, { x0: left, y0: top, x1: right, y1: bottom });
  if (lightest - darkest < thresholds.minContrast) return null;
  const isDarker = (share: number) => {
    const limit = lightest - share * (lightest - darkest);
    return (x: number, y: number) => (data[y * widthPx + x] ?? lightest) < limit;
  };
  const [isDrawn, isDark] = [isDarker(thresholds.sideContrast), isDarker(0.5)];
  const isInked = (x: number) => range(top, bottom).some((y) => isDrawn(x, y));
  const startX = range(left, right).find(isInked) ?? right;
  const endX = range(startX, right).find((x) => !isInked(x)) ?? right;
  const inkedRows = range(top, bottom).filter((y) => range(startX, endX).some((x) => isDrawn(x, y)));
  const [startY, endY] = [inkedRows[0] ?? bottom, (inkedRows.at(-1) ?? bottom - 1) + 1];
  const [width, height] = [endX - startX, endY - startY];
  const depth = Math.ceil(thresholds.sideDepth * Math.min(width, height));
  if (width <= 2 * depth || height <= 2 * depth) return null;
  const [columns, rows] = [range(startX, endX), range(startY, endY)];
  const isStroke = (among: readonly number[], isOn: (at: number, inward: number) => boolean) =>
    range(0, depth).some((inward) => shareOf(among, (at) => isOn(at, inward)) >= thresholds.minSide);
  const hasSides =
    isStroke(columns, (x, inward) => isDrawn(x, startY + inward)) &&
    isStroke(columns, (x, inward) => isDrawn(x, endY - 1 - inward)) &&
    isStroke(rows, (y, inward) => isDrawn(startX + inward, y)) &&
    isStroke(rows, (y, inward) => isDrawn(endX - 1 - inward, y));
  const inner = rows.slice(depth, -depth).flatMap((y) => columns.slice(depth, -depth).map((x) => isDark(x, y)));
  return { widthPx: width, heightPx: height, x1: endX, hasSides, filled: shareOf(inner, (dark) => dark) };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
}

function shareOf<Value>(values: readonly Value[], is: (value: Value) => boolean): number {
  return values.length === 0 ? 0 : values.filter(is).length / values.length;
}
