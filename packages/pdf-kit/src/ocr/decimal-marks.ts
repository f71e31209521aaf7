import { median } from '../statistics.ts';
import { currencyPattern } from '../values/number-patterns.ts';
import { findComponents } from './ink-components.ts';
import { boxOf } from './line-box.ts';
import { cutRaster, greyRange } from './raster.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { marks } from './thresholds.ts';

type Mark = '.' | ',';
type GreyRange = ReturnType<typeof greyRange>;

/** Digits with two decimals, perhaps with marks of thousands; no part of a date. */
const amountPattern = /(?<![\d.,])(\d{1,3}(?:[.,]?\d{3})*)([.,])(\d{2})(?![\d]|[.,]\d)/;
/** An amount of which letters like zeros stand for decimals; no code of a letter, which follows both decimals. */
const letteredPattern = /^(\D{0,3}\d[\d.,]*([.,]))(?=[\d.,]*[cCoODQ])([\dcCoODQ]{2})$/;
/** An amount below one, of which the zero before the mark was read as a letter. */
const letteredZeroPattern = new RegExp(`^((?:${currencyPattern})?[-+]?)[oOQD]([.,])(?=\\d{2}(?!\\d))`, 'u');
/** What precedes the decimals of an amount that was parted at its mark. */
const partedPattern = new RegExp(`^(?:${currencyPattern})?[-+]?[OQD\\d]{1,3}(?:[.,]\\d{3})*([.,])$`, 'u');
/** Digits that may be an amount whose mark was not read. */
const unmarkedPattern = new RegExp(`^(?:${currencyPattern})?[-+(]?\\d{3,7}[-+)*]?$`, 'u');
/** An amount of which the mark was read twice. */
const twiceMarkedPattern = /^(\D{0,3}\d{1,3}(?:[.,]?\d{3})*)([.,])\2(\d{2}\D{0,2})$/;
/** What receipts print behind an amount. */
const taxCodePattern = /^[A-Z*]{1,3}$/;
/** An hour and minutes. */
const timePattern = /^[012]?\d[.][0-5]\d$/;

/**
 * Lines with the decimal marks that are on the page. Neural readers take commas for points, but a comma descends below the digits: where
 * most marks look alike, and the first reader has the same, those that were read
 * otherwise are put right. So are marks of the second reader that cannot be made out. Amounts that were parted, or have letters for
 * zeros, are put right first. Where a mark is seen two digits before the end of a number, but was not read, it is put in.
 */
export function withDecimalMarks(
  lines: readonly RasterLine[],
  page: GreyRaster,
  first: readonly RasterLine[],
): readonly RasterLine[] {
  const whole = repaired(lines);
  const amounts = whole.flatMap(({ words }) => words.filter((word) => markOf(word) !== null));
  const looks = new Map(amounts.map((word) => [word, lookOfMark(page, word)]));
  const read = first.flatMap(({ words }) => words.map(markOf));
  const usual = usualOf([...looks.values(), ...read]);
  const isWrong = (word: RasterWord) => {
    const look = looks.get(word);
    if (look === undefined || markOf(word) === usual) return false;
    return look === usual || (look === null && word.candidate === 'second reader' && !timePattern.test(word.text));
  };
  const put = usual ?? usualOf(amounts.map(markOf));
  return whole.map((line) => ({
    ...line,
    words: line.words.map((word) =>
      usual !== null && isWrong(word) ? { ...word, text: withMark(word.text, usual) } : withLostMark(page, word, put),
    ),
  }));
}

/** A number with the mark that stands between its digits on the page, but was not read: two digits follow it. */
function withLostMark(page: GreyRaster, word: RasterWord, usual: Mark | null): RasterWord {
  if (usual === null || !unmarkedPattern.test(word.text)) return word;
  const parts = partsOf(page, word);
  if (parts === null || parts.height < marks.minSpotDigitPx) return word;
  const at = word.text.search(/\d{2}\D*$/);
  // Digits that touch are one part, so the place is told by its share of the width.
  const [start, end] = [parts.digits[0]?.x0 ?? 0, Math.max(...parts.digits.map(({ x1 }) => x1))];
  const expected = start + (at / word.text.length) * (end - start);
  const isSeen = parts.digits.slice(1).some((right, index) => {
    const left = parts.digits[index]?.x1 ?? right.x0;
    const isThere = Math.abs((left + right.x0) / 2 - expected) <= (end - start) / (2 * word.text.length);
    return isThere && hasSpot(parts, left, right.x0);
  });
  return isSeen ? { ...word, text: word.text.slice(0, at) + usual + word.text.slice(at) } : word;
}

/**
 * Whether a spot stands on the baseline between two columns, apart from both and from what is above it. A point that was not read is often faint: it is
 * looked for by its darkness, not among what is ink.
 */
function hasSpot({ cut, darkest, lightest, height, base }: NumberParts, x0: number, x1: number): boolean {
  if (x1 - x0 < marks.minSpotGap * height) return false;
  const [top, middle] = [Math.max(0, Math.floor(base - height)), Math.ceil(base - marks.maxAbove * height)];
  const bottom = Math.min(cut.heightPx, Math.ceil(base + marks.room * height));
  const depthAt = (x: number, y0: number, y1: number) =>
    lightest - greyRange(cut, { x0: x, y0, x1: x + 1, y1 }).darkest;
  const low = Array.from({ length: x1 - x0 }, (_, index) => depthAt(x0 + index, middle, bottom));
  const depth = Math.max(0, ...low.slice(1, -1));
  const at = low.indexOf(depth, 1);
  const isLight = (one: number) => one <= depth / 2;
  return (
    depth >= marks.minSpot * (lightest - darkest) &&
    low.slice(0, at).some(isLight) &&
    low.slice(at).some(isLight) &&
    isLight(depthAt(x0 + at, top, middle))
  );
}

/** The mark that most of these are; null if they are too few or too different. */
function usualOf(seen: readonly (Mark | null)[]): Mark | null {
  const known = seen.filter((mark) => mark !== null);
  const commas = known.filter((mark) => mark === ',').length;
  const most = Math.max(commas, known.length - commas);
  if (known.length < marks.minSeen || most < marks.minAlike * known.length) return null;
  return 2 * commas > known.length ? ',' : '.';
}

function markOf({ text }: RasterWord): Mark | null {
  return (amountPattern.exec(text)?.[2] as Mark | undefined) ?? null;
}

/** An amount with this decimal mark, and the other one for thousands. */
function withMark(text: string, mark: Mark): string {
  const ofThousands = mark === ',' ? '.' : ',';
  return text.replace(
    amountPattern,
    (_, whole: string, _mark, decimals: string) => whole.replace(/[.,]/g, ofThousands) + mark + decimals,
  );
}

/** What the last mark of an amount looks like; null if it cannot be made out. */
function lookOfMark(page: GreyRaster, word: RasterWord): Mark | null {
  const descent = descentOfMark(page, word);
  if (descent === null) return null;
  return descent >= marks.minComma ? ',' : descent <= marks.maxPoint ? '.' : null;
}

/** How far the last mark of an amount reaches below the digits, in heights of a digit; null if its marks cannot be found. */
function descentOfMark(page: GreyRaster, word: RasterWord): number | null {
  const parts = partsOf(page, word);
  if (parts === null || parts.height < marks.minDigitPx) return null;
  if (parts.low.length !== word.text.replace(/[^.,]/g, '').length) return null;
  const last = parts.low.at(-1);
  return last === undefined ? null : (last.y1 - parts.base) / parts.height;
}

/** What a number consists of, in its part of the page, each from left to right; null if it has no ink. */
function partsOf(page: GreyRaster, { box }: RasterWord): NumberParts | null {
  const cut = cutBox(page, box);
  const range = greyRange(cut, { x0: 0, y0: 0, x1: cut.widthPx, y1: cut.heightPx });
  const found: PixelBox[] = [];
  findComponents(inkIn(cut, range), cut, (x0, y0, x1, y1) => found.push({ x0, y0, x1: x1 + 1, y1: y1 + 1 }));
  found.sort((a, b) => a.x0 - b.x0);
  const tallest = found.reduce((most, one) => Math.max(most, heightOf(one)), 0);
  const digits = found.filter((one) => heightOf(one) >= marks.minDigit * tallest);
  if (digits.length === 0) return null;
  const [height, base] = [median(digits.map(heightOf)), median(digits.map(({ y1 }) => y1))];
  const low = found.filter(
    (one) =>
      heightOf(one) < marks.minDigit * height &&
      heightOf(one) >= marks.minMark * height &&
      one.y0 >= base - marks.maxAbove * height &&
      one.y0 < base + marks.maxBelow * height,
  );
  return { cut, ...range, digits, low, height, base };
}

interface NumberParts extends GreyRange {
  readonly cut: GreyRaster;
  /** Digits, and letters and symbols as tall. */
  readonly digits: readonly PixelBox[];
  /** What may be points and commas. */
  readonly low: readonly PixelBox[];
  /** Of a digit. */
  readonly height: number;
  /** The lower end of the digits. */
  readonly base: number;
}

/** 1 for each pixel that is darker than the paper by a share of the contrast: tails of faint commas are light. */
function inkIn({ data }: GreyRaster, { darkest, lightest }: GreyRange): Uint8Array {
  const limit = lightest - marks.minInk * (lightest - darkest);
  return data.map((grey) => (grey < limit ? 1 : 0));
}

function heightOf({ y0, y1 }: PixelBox): number {
  return y1 - y0;
}

/** The part of a page around a word, with room for what hangs below it. */
function cutBox(page: GreyRaster, box: PixelBox): GreyRaster {
  return cutRaster(page, {
    x0: Math.max(0, Math.floor(box.x0 - 1)),
    y0: Math.max(0, Math.floor(box.y0)),
    x1: Math.min(page.widthPx, Math.ceil(box.x1 + 1)),
    y1: Math.min(page.heightPx, Math.ceil(box.y1 + marks.room * heightOf(box))),
  });
}

/** Lines with amounts that were read as two words or with letters for zeros as they must be, by the other amounts of the page. */
function repaired(lines: readonly RasterLine[]): readonly RasterLine[] {
  // A receipt may have all of its amounts parted. Without a currency they may be the pages of an index: `3, 12`.
  const partedMark = (word: RasterWord, next: RasterWord | undefined) =>
    next !== undefined && /^\d{2}$/.test(next.text) && /^[^-+OQD\d]/.test(word.text)
      ? partedPattern.exec(word.text)?.[1]
      : undefined;
  const seen = lines.flatMap(({ words }) =>
    words.flatMap((word, index) => markOf(word) ?? partedMark(word, words[index + 1]) ?? []),
  );
  const isUsual = (mark: string | undefined) => seen.filter((one) => one === mark).length >= marks.minSeen;
  return lines.map((line) => {
    const joined = withJoinedAmounts(line, isUsual);
    return { ...joined, words: joined.words.map((word) => withOneMark(withZeros(word, isUsual), isUsual)) };
  });
}

/** A speck or a broken point is read as a second mark. */
function withOneMark(word: RasterWord, isUsual: (mark: string | undefined) => boolean): RasterWord {
  const mark = twiceMarkedPattern.exec(word.text)?.[2];
  return isUsual(mark) ? { ...word, text: word.text.replace(twiceMarkedPattern, '$1$2$3') } : word;
}

/** A zero is read as a letter. What a half-printed one was stays in doubt. */
function withZeros(given: RasterWord, isUsual: (mark: string | undefined) => boolean): RasterWord {
  const isBelowOne = isUsual(letteredZeroPattern.exec(given.text)?.[2]);
  const word = isBelowOne ? { ...given, text: given.text.replace(letteredZeroPattern, '$10$2') } : given;
  const [, whole = '', mark, decimals = ''] = letteredPattern.exec(word.text) ?? [];
  return isUsual(mark) ? { ...word, text: whole + decimals.replace(/\D/g, '0'), disputed: true } : word;
}

/**
 * Joins amounts that were read as two words, as the wide marks of a fixed pitch make them, at the end of a line, before another amount or
 * before the code of a tax: `171,` and `76`, or `13.` and `192,00`. The latter stays in doubt, as a day with a point may precede an amount; at the start of a
 * line, a number with a point counts items.
 */
function withJoinedAmounts(line: RasterLine, isUsual: (mark: string | undefined) => boolean): RasterLine {
  if (line.direction === 'rtl') return line;
  const words: RasterWord[] = [];
  for (const [index, word] of line.words.entries()) {
    const [before, next] = [words.at(-1), line.words[index + 1]];
    const mayEnd = next === undefined || markOf(next) !== null || taxCodePattern.test(next.text);
    const parted = before === undefined || !mayEnd ? null : partedAmount(before, word, isUsual);
    if (before === undefined || parted === null || (parted === 'thousands' && words.length === 1)) words.push(word);
    else words[words.length - 1] = joinAmount(before, word, parted === 'thousands');
  }
  return { ...line, words };
}

/** At which mark two words part an amount; null if they do not. */
function partedAmount(
  before: RasterWord,
  word: RasterWord,
  isUsual: (mark: string | undefined) => boolean,
): 'decimals' | 'thousands' | null {
  // A mark is narrower than a digit: of `0.`, half the width is too little.
  const letterWidth = Math.max(...[before, word].map(({ box, text }) => (box.x1 - box.x0) / text.length));
  if (word.box.x0 - before.box.x1 > marks.maxSplit * letterWidth) return null;
  const last = before.text.at(-1);
  if (partedPattern.test(before.text) && /^\d{2}$/.test(word.text)) return isUsual(last) ? 'decimals' : null;
  const [, mark] = /^\d{3}([.,])\d{2}$/.exec(word.text) ?? [];
  return /^[-+]?\d{1,3}[.,]$/.test(before.text) && last !== mark && isUsual(mark) ? 'thousands' : null;
}

function joinAmount(before: RasterWord, word: RasterWord, inDoubt: boolean): RasterWord {
  const confidence = Math.min(before.confidence, word.confidence);
  const amount = { ...before, text: before.text + word.text, box: boxOf({ words: [before, word] }), confidence };
  return inDoubt ? { ...amount, disputed: true } : amount;
}
