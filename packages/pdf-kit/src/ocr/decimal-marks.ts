import { median } from '../statistics.ts';
import { findComponents } from './ink-components.ts';
import { boxOf } from './line-box.ts';
import { cutRaster, greyRange } from './raster.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { marks } from './thresholds.ts';

type Mark = '.' | ',';

/** Digits with two decimals, perhaps with marks of thousands; no part of a date. */
const amountPattern = /(?<![\d.,])(\d{1,3}(?:[.,]?\d{3})*)([.,])(\d{2})(?![\d]|[.,]\d)/;
/** An amount of which letters like zeros stand for decimals; no code of a letter, which follows both decimals. */
const letteredPattern = /^(\D{0,3}\d[\d.,]*([.,]))(?=[\d.,]*[cCoODQ])([\dcCoODQ]{2})$/;
/** What receipts print behind an amount. */
const taxCodePattern = /^[A-Z*]{1,2}$/;
/** An hour and minutes. */
const timePattern = /^[012]?\d[.][0-5]\d$/;

/**
 * Lines with the decimal marks that are on the page. Neural readers take commas for points, but a comma descends below the digits: where
 * most marks look alike, and the first reader has the same, those that were read
 * otherwise are put right. So are marks of the second reader that cannot be made out. Amounts that were parted, or have letters for
 * zeros, are put right first.
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
  if (usual === null) return whole;
  return whole.map((line) => ({
    ...line,
    words: line.words.map((word) => (isWrong(word) ? { ...word, text: withMark(word.text, usual) } : word)),
  }));
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
function descentOfMark(page: GreyRaster, { text, box }: RasterWord): number | null {
  const cut = cutBox(page, box);
  const found: PixelBox[] = [];
  findComponents(inkIn(cut), cut, (x0, y0, x1, y1) => found.push({ x0, y0, x1: x1 + 1, y1: y1 + 1 }));
  const tallest = Math.max(0, ...found.map(heightOf));
  const digits = found.filter((one) => heightOf(one) >= marks.minDigit * tallest);
  if (digits.length === 0) return null;
  const [height, base] = [median(digits.map(heightOf)), median(digits.map(({ y1 }) => y1))];
  if (height < marks.minDigitPx) return null;
  const low = found.filter(
    (one) =>
      heightOf(one) < marks.minDigit * height &&
      heightOf(one) >= marks.minMark * height &&
      one.y0 >= base - marks.maxAbove * height &&
      one.y0 < base + marks.maxBelow * height,
  );
  if (low.length !== text.replace(/[^.,]/g, '').length) return null;
  const last = low.toSorted((a, b) => a.x0 - b.x0).at(-1);
  return last === undefined ? null : (last.y1 - base) / height;
}

/** 1 for each pixel that is darker than the paper by a share of the contrast: tails of faint commas are light. */
function inkIn(part: GreyRaster): Uint8Array {
  const { data, widthPx, heightPx } = part;
  const { darkest, lightest } = greyRange(part, { x0: 0, y0: 0, x1: widthPx, y1: heightPx });
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
  const seen = lines.flatMap(({ words }) => words.flatMap((word) => markOf(word) ?? []));
  const isUsual = (mark: string | undefined) => seen.filter((one) => one === mark).length >= marks.minSeen;
  return lines.map((line) => {
    const joined = withJoinedAmounts(line, isUsual);
    return { ...joined, words: joined.words.map((word) => withZeros(word, isUsual)) };
  });
}

/** A half-printed zero is read as a letter. What it was stays in doubt. */
function withZeros(word: RasterWord, isUsual: (mark: string | undefined) => boolean): RasterWord {
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
  if (/^[-+]?\d{1,3}([.,]\d{3})*[.,]$/.test(before.text) && /^\d{2}$/.test(word.text))
    return isUsual(last) ? 'decimals' : null;
  const [, mark] = /^\d{3}([.,])\d{2}$/.exec(word.text) ?? [];
  return /^[-+]?\d{1,3}[.,]$/.test(before.text) && last !== mark && isUsual(mark) ? 'thousands' : null;
}

function joinAmount(before: RasterWord, word: RasterWord, inDoubt: boolean): RasterWord {
  const confidence = Math.min(before.confidence, word.confidence);
  const amount = { ...before, text: before.text + word.text, box: boxOf({ words: [before, word] }), confidence };
  return inDoubt ? { ...amount, disputed: true } : amount;
}
