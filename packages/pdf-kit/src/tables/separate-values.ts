import type { Word } from '../page-model/types.ts';
import { sideLetters } from '../values/number-patterns.ts';
import { type Chunk, partOfChunk } from './chunk.ts';
import { separateRunIn } from './separate-run-in.ts';
import { separateSeries } from './separate-series.ts';
import type { TextRow } from './text-rows.ts';
import { isNumberText, isTimeText, isYearText } from './value-text.ts';

/** Values with less whitespace than this between them, in em, are one text: the space between thousands is 0.18 em. */
const closestEm = 0.2;
/** The values of one column begin or end at one place when they differ by no more than this, in points. */
const alignedPt = 1;
/** So many rows with a value at one place make a column of it. */
const minRows = 2;
/** Words of a label beside its sum. */
const maxLabelWords = 3;

const sideLetter = new RegExp(`^[${sideLetters}]$`);

/** Where a chunk of two values would be cut: before the word at `index`. */
interface Seam {
  readonly chunk: Chunk;
  readonly index: number;
  readonly x0: number;
  /** The right edge of what is before it. */
  readonly x1: number;
  /**
   * A letter that may be the side of its amount is a code where one that is no side is at its place; text behind a date
   * needs others below it; a dash is an empty amount where amounts end at its place, and a sign elsewhere; a label is
   * beside its sum where that ends with amounts.
   */
  readonly kind: 'values' | 'code' | 'side' | 'text' | 'dash' | 'sum';
}

/** A gap that ends one column and begins the next is wider than a word space: 0.28 em in most type. */
const seamEm = 0.4;
/** Texts that end at one place, with others that begin at one, agree to so many points. */
const seamPt = 0.5;
/** So many rows agree on it, with numbers on one side that begin at several places, or with two headings among them. */
const seamRows = 3;
/** What rounding moves letters by in fixed pitch, as a share of it. */
const onPitchShare = 0.1;
/** Numbers of one width begin at one place, too: the gap behind them is this many times the spaces between the other words. */
const spacedFactor = 1.5;

/**
 * Cuts chunks of an amount and a date, the number of a booking and its date, an amount and the code of its tax, a date and a text, or the dash of an empty amount and an amount, that have a word space
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
    ...rows.flatMap(({ chunks }) => chunks.filter(({ text }) => isDate(text) || isCode(text)).map(({ box }) => box.x0)),
  ];
  const texts = rows.flatMap(({ chunks }) => chunks.filter(({ text }) => /\p{L}/u.test(text)).map(({ box }) => box.x0));
  const ends = rows.flatMap(({ chunks }) =>
    chunks.flatMap(({ words }) => words.filter(({ text }) => isAmount(text)).map(({ box }) => box.x1)),
  );
  const isColumn = ({ x0, x1, kind }: Seam) => {
    const [places, place] = kind === 'dash' || kind === 'sum' ? [ends, x1] : [kind === 'text' ? texts : begins, x0];
    // The sum is one of the amounts that end at its place.
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
 * Cuts chunks where those of several rows have a gap between the same places: a column set to the right, of numbers, ends
 * there, and one set to the left begins. Words in fixed pitch agree by chance, but not where a gap is no number of spaces.
 */
function separateAligned(rows: readonly TextRow[]): TextRow[] {
  const gaps = rows.flatMap(({ chunks }) =>
    chunks.flatMap((chunk) =>
      chunk.words.slice(1).flatMap((after, at) => {
        const before = chunk.words[at];
        const gapPt = before === undefined ? 0 : after.box.x0 - before.box.x1;
        if (before === undefined || gapPt < seamEm * chunk.sizePt) return [];
        const number = numberBefore(chunk.words, at);
        const isOffPitch = after.style.font.monospace && !areOnePitch(before, after);
        if (after.style.font.monospace && !isOffPitch && !leadsText(chunk.words, at)) return [];
        return [{ chunk, index: at + 1, number, isOffPitch, x1: before.box.x1, x0: after.box.x0 }];
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
    return same.length >= seamRows && (starts.size > 1 || isSpaced || areOffPitch || isHeaded);
  });
  // Two headings begin where a number ends with others, and a text begins.
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

/** Whether an amount ends with the word at `at` that a text in fixed pitch begins with: such as begin at several places are a column. */
function leadsText(words: readonly Word[], at: number): boolean {
  return isAmount(textOf(words.slice(0, at + 1))) && /^\p{L}/u.test(words[at + 1]?.text ?? '');
}

/** Whether two words in fixed pitch are a number of letters apart, or too short to tell. */
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
 * Where the number begins that ends with the word at `at`, itself or its currency, and whether the gap behind it
 * is far wider than the other spaces of the text; null where the word is of no number.
 */
function numberBefore(words: readonly Word[], at: number): { x0: number; isSpaced: boolean } | null {
  const [number, last] = [words[at - 1], words[at]];
  if (last === undefined) return null;
  const isSpaced = isWidest(words, at);
  if (isNumberText(last.text)) return { x0: last.box.x0, isSpaced };
  if (number === undefined || !isNumberText(number.text)) return null;
  return isNumberText(textOf([number, last])) ? { x0: number.box.x0, isSpaced } : null;
}

/** Whether the gap behind a word is far wider than all others between the words; without others none is. */
function isWidest(words: readonly Word[], at: number): boolean {
  const gaps = words.slice(1).map(({ box }, index) => box.x0 - (words[index]?.box.x1 ?? box.x0));
  const others = gaps.toSpliced(at, 1);
  return others.length > 0 && (gaps[at] ?? 0) >= spacedFactor * Math.max(...others);
}

function isLetter({ kind }: Seam): boolean {
  return kind === 'code' || kind === 'side';
}

/** The place between two values in a chunk of nothing else, or between the date that a chunk begins with and a text. */
function seamOf(chunk: Chunk): Seam[] {
  const { words, sizePt, text } = chunk;
  // Each kind of seam has an amount or a date beside it.
  if (!/\p{Nd}/u.test(text)) return [];
  for (let index = 1; index < words.length; index += 1) {
    const [before, after] = [words[index - 1], words[index]];
    if (before === undefined || after === undefined) continue;
    const [left, right] = [textOf(words.slice(0, index)), textOf(words.slice(index))];
    if (index <= maxLabelWords && /^[\p{L}\s:]+$/u.test(left) && isAmount(right) && !isAmount(text))
      return [{ chunk, index, x0: after.box.x0, x1: chunk.box.x1, kind: 'sum' }];
    if (after.box.x0 - before.box.x1 < closestEm * sizePt) continue;
    const isCounted = /^\d{1,4}$/.test(left) && /^\d/.test(right) && isFullDate(right);
    const isPair = (isAmount(left) && isDate(right)) || (isDate(left) && isAmount(right)) || isCounted;
    const seam = { chunk, index, x0: after.box.x0, x1: before.box.x1 };
    if (isPair) return [{ ...seam, kind: 'values' }];
    if (isAmount(left) && isCode(right)) return [{ ...seam, kind: sideLetter.test(right) ? 'side' : 'code' }];
    if (isFullDate(left) && /^\p{L}/u.test(right)) return [{ ...seam, kind: 'text' }];
    if (isDash(left) && isAmount(right)) return [{ ...seam, kind: 'dash' }];
  }
  return [];
}

function isAmount(text: string): boolean {
  return isNumberText(text) && /[.,]\d\d(?:\D{0,2}| [CD][Rr])$/.test(text);
}

function isDash(text: string): boolean {
  return /^[-–—]$/.test(text);
}

function isDate(text: string): boolean {
  return isTimeText(text) && !isYearText(text);
}

/** A day with its year. */
function isFullDate(text: string): boolean {
  return isDate(text) && /\d.*\d/.test(text);
}

/** A capital letter, as the taxes of an invoice are named. */
function isCode(text: string): boolean {
  return /^[A-Z]$/.test(text);
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
