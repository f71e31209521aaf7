import type { Word } from '../../page-model/types.ts';
import { sideLetters } from '../../values/number-patterns.ts';
import { type Chunk, partOfChunk } from '../chunk.ts';
import { pieceKind } from '../ledger/piece-kind.ts';
import type { TextRow } from '../text-rows.ts';
import { isNumberText, isTimeText, isYearText, shortDay } from '../value-text.ts';
import { separateRunIn } from './separate-run-in.ts';
import { separateSeries } from './separate-series.ts';

/** Values closer than this, in em, are one text: the space between thousands is 0.18 em. */
const closestEm = 0.2;
/** Tolerance for the edges of values in one column, in points. */
const alignedPt = 1;
/** This many rows with a value at the same place make a column. */
const minRows = 2;
/** Words of a label beside its sum. */
const maxLabelWords = 3;

const sideLetter = new RegExp(`^[${sideLetters}]$`);

/** Where a chunk of two values may be cut: before the word at `index`. */
interface Seam {
  readonly chunk: Chunk;
  readonly index: number;
  readonly x0: number;
  /** The right edge of the part before it. */
  readonly x1: number;
  /**
   * A letter that may be the side of its amount is a code if a letter that cannot be a side is at its place in another
   * row; text after a date or amount needs other texts below it; a dash is an empty amount if amounts end at its place, else a
   * sign; the first of two amounts ends where others do; a label is separate from its sum if that ends with amounts.
   */
  readonly kind: 'values' | 'code' | 'side' | 'text' | 'dash' | 'sum' | 'amounts';
}

/** Minimum gap between two columns, in em: wider than a word space, which is 0.28 em in most type. */
const seamEm = 0.4;
/** Tolerance for the common right and left edges on both sides of a gap, in points. */
const seamPt = 0.5;
/**
 * Minimum number of rows that agree on it, with numbers of several widths on one side, or with two headings among them.
 */
const seamRows = 3;
/** How far rounding moves letters in fixed-pitch type, as a share of the pitch. */
const onPitchShare = 0.1;
/** Numbers of equal width also share a left edge: the gap after them must be this many times the other word spaces. */
const spacedFactor = 1.5;

/**
 * Cuts chunks of an amount and a date, the number of a booking and its date, an amount and the code of its tax, a date and a text, two amounts, or the dash of an empty amount and an amount, that have a word space
 * between them, where other rows have the like at the same place: two columns with no room between them.
 */
export function separateValues(rows: readonly TextRow[]): TextRow[] {
  return separateAligned(separatePairs(separateSeries(separateRunIn(rows))));
}

function separatePairs(rows: readonly TextRow[]): TextRow[] {
  const seams = new Map(rows.flatMap(({ chunks }) => chunks.flatMap(seamOf)).map((seam) => [seam.chunk, seam]));
  if (seams.size === 0) return [...rows];
  const codes = [...seams.values()].filter(({ kind }) => kind === 'code');
  const isAtCode = ({ x0 }: Seam) => codes.some((code) => Math.abs(code.x0 - x0) <= alignedPt);
  const sure = [...seams.values()].filter((seam) => seam.kind === 'values' || (isLetter(seam) && isAtCode(seam)));
  const begins = [
    ...sure.map(({ x0 }) => x0),
    ...rows.flatMap(({ chunks }) => chunks.filter(({ text }) => isDay(text) || isCode(text)).map(({ box }) => box.x0)),
  ];
  const texts = rows.flatMap(({ chunks }) => chunks.filter(({ text }) => /\p{L}/u.test(text)).map(({ box }) => box.x0));
  const ends = rows.flatMap(({ chunks }) =>
    chunks.flatMap(({ words }) => words.filter(({ text }) => isAmount(text)).map(({ box }) => box.x1)),
  );
  const sums = rows.flatMap(({ chunks }) => chunks.filter(({ text }) => isSum(text)).map(({ box }) => box.x1));
  const placesOf = (kind: Seam['kind'], x0: number, x1: number) => {
    if (kind === 'amounts') return [sums, x1] as const;
    if (kind === 'dash' || kind === 'sum') return [ends, x1] as const;
    return [kind === 'text' ? texts : begins, x0] as const;
  };
  const isColumn = ({ x0, x1, kind }: Seam) => {
    const [places, place] = placesOf(kind, x0, x1);
    // The sum counts among the amounts that end at its place.
    if (kind === 'sum') return places.filter((other) => Math.abs(other - place) <= alignedPt).length > minRows;
    return places.filter((other) => Math.abs(other - place) <= alignedPt).length >= minRows;
  };
  return rows.map((row) => {
    const chunks = row.chunks.flatMap((chunk) => {
      const seam = seams.get(chunk);
      return seam === undefined || !isColumn(seam)
        ? [chunk]
        : [partOfChunk(chunk, 0, seam.index), partOfChunk(chunk, seam.index, chunk.words.length)];
    });
    return chunks.length === row.chunks.length ? row : { ...row, chunks };
  });
}

/**
 * Cuts chunks at a gap that several rows have at the same place: a right-aligned column of numbers ends there and a
 * left-aligned one begins. In fixed pitch words agree by chance, except where a gap is not a whole number of spaces.
 */
function separateAligned(rows: readonly TextRow[]): TextRow[] {
  const gaps = rows.flatMap(({ chunks }) =>
    chunks.flatMap((chunk, index) =>
      chunk.words.slice(1).flatMap((after, at) => {
        const before = chunk.words[at];
        const gapPt = before === undefined ? 0 : after.box.x0 - before.box.x1;
        if (before === undefined || gapPt < seamEm * chunk.sizePt) return [];
        const number = numberBefore(chunk.words, at);
        const isOffPitch = after.style.font.monospace && !areOnePitch(before, after);
        if (after.style.font.monospace && !isOffPitch && !leadsText(chunk.words, at)) return [];
        const isBehindDate = index === 1 && pieceKind(chunks[0]?.text ?? '') === 'date' && leadsText(chunk.words, at);
        const isCurrency = isCurrencyOf(before, after);
        return [
          { chunk, index: at + 1, number, isOffPitch, isBehindDate, isCurrency, x1: before.box.x1, x0: after.box.x0 },
        ];
      }),
    ),
  );
  if (gaps.length < 2 || gaps.every(({ number }) => number === null)) return [...rows];
  const byStart = Map.groupBy(gaps, ({ x0 }) => Math.round(x0));
  const sure = gaps.filter(({ x0, x1 }) => {
    const near = [-1, 0, 1].flatMap((step) => byStart.get(Math.round(x0) + step) ?? []);
    const same = near.filter((gap) => Math.abs(gap.x0 - x0) <= seamPt && Math.abs(gap.x1 - x1) <= seamPt);
    const numbers = same.flatMap(({ number }) => number ?? []);
    const starts = new Set(numbers.map((number) => Math.round(number.x0)));
    const isSpaced = numbers.length >= seamRows && numbers.every(({ isSpaced }) => isSpaced);
    const areOffPitch = numbers.length >= seamRows && same.every(({ isOffPitch }) => isOffPitch);
    const isHeaded = numbers.length > 0 && same.some(({ chunk }) => !/\d/.test(chunk.text));
    // Between a date and its text, an amount at the same place in every row is not part of the text.
    const areBehindDates = same.every(({ isBehindDate }) => isBehindDate);
    // A currency is in a column of its own only under a heading.
    const isApart = starts.size > 1 || isSpaced || areOffPitch || areBehindDates;
    return same.length >= seamRows && (isHeaded || (isApart && !same.some(({ isCurrency }) => isCurrency)));
  });
  // A row of two headings counts if a number ends there with others and a text begins.
  const ends = rows.flatMap(({ chunks }) => chunks.filter(({ text }) => isNumberText(text)).map(({ box }) => box.x1));
  const headed = gaps.filter(
    (gap) => gap.number !== null && ends.filter((end) => Math.abs(end - gap.x1) <= alignedPt).length >= minRows,
  );
  const isHeading = (gap: (typeof gaps)[number]) =>
    gap.number === null && !/\d/.test(gap.chunk.text) && headed.some(({ x0 }) => Math.abs(x0 - gap.x0) <= seamPt);
  const headings = gaps.filter(isHeading);
  const isHeaded = (gap: (typeof gaps)[number]) => headings.some(({ x0 }) => Math.abs(x0 - gap.x0) <= seamPt);
  sure.push(...headings, ...headed.filter((gap) => !sure.includes(gap) && isHeaded(gap)));
  if (sure.length === 0) return [...rows];
  return rows.map((row) => {
    const chunks = row.chunks.flatMap((chunk) => {
      const cuts = [0, ...sure.filter((gap) => gap.chunk === chunk).map(({ index }) => index), chunk.words.length];
      return cuts.slice(1).map((to, at) => (cuts.length === 2 ? chunk : partOfChunk(chunk, cuts[at] ?? 0, to)));
    });
    return chunks.length === row.chunks.length ? row : { ...row, chunks };
  });
}

/** Whether a word is the currency of the figures before it. */
function isCurrencyOf(before: Word, after: Word): boolean {
  return !/\p{Nd}/u.test(after.text) && isNumberText(before.text) && isNumberText(textOf([before, after]));
}

/**
 * Whether the amount that a fixed-pitch text begins with ends at the word `at`: amounts with several left edges are a
 * column.
 */
function leadsText(words: readonly Word[], at: number): boolean {
  return isAmount(textOf(words.slice(0, at + 1))) && /^\p{L}/u.test(words[at + 1]?.text ?? '');
}

/** Whether two fixed-pitch words are a whole number of characters apart, or too short to tell. */
function areOnePitch(before: Word, after: Word): boolean {
  const pitches = [before, after].flatMap(({ glyphs }) => {
    const [first, last] = [glyphs[0], glyphs.at(-1)];
    return first === undefined || last === undefined || first === last
      ? []
      : [(last.origin.x - first.origin.x) / (glyphs.length - 1)];
  });
  const [pitch] = pitches;
  const [from, to] = [before.glyphs[0]?.origin.x, after.glyphs[0]?.origin.x];
  if (pitch === undefined || from === undefined || to === undefined || pitch <= 0) return true;
  const letters = (to - from) / pitch;
  return Math.abs(letters - Math.round(letters)) <= onPitchShare;
}

/**
 * Where the number or date ending with the word at `at` begins (with its currency), and whether the gap after it is far
 * wider than the other spaces of the text; null if the word is part of neither.
 */
function numberBefore(words: readonly Word[], at: number): { x0: number; isSpaced: boolean } | null {
  const [number, last] = [words[at - 1], words[at]];
  if (last === undefined) return null;
  const isSpaced = isWidest(words, at);
  if (isNumberText(last.text) || isFullDate(last.text)) return { x0: last.box.x0, isSpaced };
  if (number === undefined || !isNumberText(number.text)) return null;
  return isNumberText(textOf([number, last])) ? { x0: number.box.x0, isSpaced } : null;
}

/** Whether the gap after a word is far wider than all other gaps; false if there are no others. */
function isWidest(words: readonly Word[], at: number): boolean {
  const gaps = words.slice(1).map(({ box }, index) => box.x0 - (words[index]?.box.x1 ?? box.x0));
  const others = gaps.toSpliced(at, 1);
  return others.length > 0 && (gaps[at] ?? 0) >= spacedFactor * Math.max(...others);
}

function isLetter({ kind }: Seam): boolean {
  return kind === 'code' || kind === 'side';
}

/** The seam between the two values of a chunk, or between the date that a chunk begins with and a text. */
function seamOf(chunk: Chunk): Seam[] {
  const { words, sizePt, text } = chunk;
  // Every kind of seam has an amount or a date next to it.
  if (!/\p{Nd}/u.test(text)) return [];
  for (let index = 1; index < words.length; index += 1) {
    const [before, after] = [words[index - 1], words[index]];
    if (before === undefined || after === undefined) continue;
    const [left, right] = [textOf(words.slice(0, index)), textOf(words.slice(index))];
    if (index <= maxLabelWords && /^[\p{L}\s:]+$/u.test(left) && isAmount(right) && !isAmount(text))
      return [{ chunk, index, x0: after.box.x0, x1: chunk.box.x1, kind: 'sum' }];
    if (after.box.x0 - before.box.x1 < closestEm * sizePt) continue;
    const isCounted = /^\d{1,4}$/.test(left) && /^\d/.test(right) && isFullDate(right);
    const isPair = (isAmount(left) && isDay(right)) || (isDay(left) && isAmount(right)) || isCounted;
    const seam = { chunk, index, x0: after.box.x0, x1: before.box.x1 };
    if (isPair) return [{ ...seam, kind: 'values' }];
    if (isAmount(left) && isCode(right)) return [{ ...seam, kind: sideLetter.test(right) ? 'side' : 'code' }];
    const isLed = isFullDate(left) || (isFigure(left) && !isNumberText(text) && !isNumberText(right));
    if (isLed && /^\p{L}/u.test(right)) return [{ ...seam, kind: 'text' }];
    if (isDash(left) && isAmount(right)) return [{ ...seam, kind: 'dash' }];
    const areAlike = isSum(left) && isSum(right) && withoutFigures(left) === withoutFigures(right);
    if (areAlike && !isNumberText(text)) return [{ ...seam, kind: 'amounts' }];
  }
  return [];
}

function isAmount(text: string): boolean {
  return isNumberText(text) && /[.,]\d\d(?:\D{0,2}| [CD][Rr])$/.test(text);
}

/** An amount, or a whole number with its thousands set apart. */
function isFigure(text: string): boolean {
  return isAmount(text) || /^\d{1,3}(?:[.,'’ ]\d{3})+$/u.test(text);
}

/** An amount with its currency. */
function isSum(text: string): boolean {
  return isNumberText(text) && /[.,]\d\d\D*$/.test(text);
}

/** What is printed beside the figures of an amount. */
function withoutFigures(text: string): string {
  return text.replace(/[\d\s.,'’+\-–−]/gu, '');
}

function isDash(text: string): boolean {
  return /^[-–—]$/.test(text);
}

function isDate(text: string): boolean {
  return isTimeText(text) && !isYearText(text);
}

/** A date, or a day and month. */
function isDay(text: string): boolean {
  return isDate(text) || shortDay.test(text);
}

/** A date with its year. */
function isFullDate(text: string): boolean {
  return isDate(text) && /\d.*\d/.test(text);
}

/** A capital letter, as used for tax codes of an invoice. */
function isCode(text: string): boolean {
  return /^[A-Z]$/.test(text);
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
