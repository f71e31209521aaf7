import type { Word } from '../../page-model/types.ts';
import { type Chunk, textOf } from '../chunk.ts';
import { pieceKind } from '../ledger/piece-kind.ts';
import { cutRows, type TextRow } from '../text-rows.ts';
import { isMoneyText, isNumberText } from '../value-text.ts';
import { isFullDate } from './separate-pairs.ts';

/** Minimum gap between two columns, in em: wider than a word space, which is 0.28 em in most type. */
const apartEm = 0.4;
/** Tolerance for the common edges on both sides of a gap, in points. */
const sameEdgePt = 0.5;
/** Minimum number of rows that agree on a gap. */
const minRows = 3;
/** Minimum number of numbers that end where a gap below two headings begins, and the tolerance for their ends, in points. */
const minNumbers = 2;
const sameEndPt = 1;
/** How far rounding moves letters in fixed-pitch type, as a share of the pitch. */
const onPitchShare = 0.1;
/** Numbers of equal width also share a left edge: the gap after them must be this many times the other word spaces. */
const spacedFactor = 1.5;

/** A gap inside a chunk that may be one between columns: before the word at `index`. */
interface Gap {
  readonly chunk: Chunk;
  readonly index: number;
  /** The right edge of the word before it and the left edge of the one after it. */
  readonly x1: number;
  readonly x0: number;
  readonly number: NumberBefore | null;
  /** Not a whole number of characters wide in fixed pitch. */
  readonly isOffPitch: boolean;
  /** Between an amount and a text of a chunk right after a date. */
  readonly isBehindDate: boolean;
  /** Before the currency of a number. */
  readonly isCurrency: boolean;
}

/** The number or date that ends at a gap. */
interface NumberBefore {
  readonly x0: number;
  /** Whether the gap after it is far wider than the other spaces of its text. */
  readonly isSpaced: boolean;
}

/**
 * Cuts chunks at a gap that several rows have at the same place: a right-aligned column of numbers ends there and a
 * left-aligned one begins. In fixed pitch words agree by chance, except where a gap is not a whole number of spaces.
 */
export function separateAligned(rows: readonly TextRow[]): readonly TextRow[] {
  const gaps = rows.flatMap(({ chunks }) => chunks.flatMap((_, index) => gapsOf(chunks, index)));
  if (gaps.length < 2 || gaps.every(({ number }) => number === null)) return rows;
  const sure = new Set([...alignedGaps(gaps), ...headedGaps(gaps, rows)]);
  const cuts = Map.groupBy(
    gaps.filter((gap) => sure.has(gap)),
    ({ chunk }) => chunk,
  );
  return cutRows(rows, (chunk) => cuts.get(chunk)?.map(({ index }) => index) ?? []);
}

/** The wide gaps of a chunk of a row. */
function gapsOf(chunks: readonly Chunk[], at: number): Gap[] {
  const chunk = chunks[at];
  if (chunk === undefined) return [];
  const { words, sizePt } = chunk;
  const isAfterDate = at === 1 && pieceKind(chunks[0]?.text ?? '') === 'date';
  return words.slice(1).flatMap((after, last) => {
    const before = words[last];
    if (before === undefined || after.box.x0 - before.box.x1 < apartEm * sizePt) return [];
    const isLeading = leadsText(words, last);
    const isOffPitch = after.style.font.monospace && !areOnePitch(before, after);
    if (after.style.font.monospace && !isOffPitch && !isLeading) return [];
    return [
      {
        chunk,
        index: last + 1,
        x1: before.box.x1,
        x0: after.box.x0,
        number: numberBefore(words, last),
        isOffPitch,
        isBehindDate: isAfterDate && isLeading,
        isCurrency: isCurrencyOf(before, after),
      },
    ];
  });
}

/** Gaps that several rows have at the same place, with evidence that they are not spaces between words. */
function alignedGaps(gaps: readonly Gap[]): Gap[] {
  const byStart = Map.groupBy(gaps, ({ x0 }) => Math.round(x0));
  return gaps.filter(({ x0, x1 }) => {
    const near = [-1, 0, 1].flatMap((step) => byStart.get(Math.round(x0) + step) ?? []);
    return areColumns(near.filter((gap) => Math.abs(gap.x0 - x0) <= sameEdgePt && Math.abs(gap.x1 - x1) <= sameEdgePt));
  });
}

function areColumns(same: readonly Gap[]): boolean {
  if (same.length < minRows) return false;
  const numbers = same.flatMap(({ number }) => number ?? []);
  if (numbers.length > 0 && same.some(isInHeading)) return true;
  // A currency is in a column of its own only under a heading.
  if (same.some(({ isCurrency }) => isCurrency)) return false;
  const starts = new Set(numbers.map((number) => Math.round(number.x0)));
  const isSpaced = numbers.every((number) => number.isSpaced) || same.every((gap) => gap.isOffPitch);
  return (
    starts.size > 1 ||
    (numbers.length >= minRows && isSpaced) ||
    // Between a date and its text, an amount at the same place in every row is not part of the text.
    same.every(({ isBehindDate }) => isBehindDate)
  );
}

/** Gaps where numbers end and a text begins, below or at the gap between two headings. */
function headedGaps(gaps: readonly Gap[], rows: readonly TextRow[]): Gap[] {
  const ends = rows.flatMap(({ chunks }) => chunks.filter(({ text }) => isNumberText(text)).map(({ box }) => box.x1));
  const isAtEnds = ({ x1 }: Gap) => ends.filter((end) => Math.abs(end - x1) <= sameEndPt).length >= minNumbers;
  const isOneOf = (others: readonly Gap[]) => (gap: Gap) =>
    others.some(({ x0 }) => Math.abs(x0 - gap.x0) <= sameEdgePt);
  const below = gaps.filter((gap) => gap.number !== null && isAtEnds(gap));
  const headings = gaps.filter((gap) => gap.number === null && isInHeading(gap)).filter(isOneOf(below));
  return [...headings, ...below.filter(isOneOf(headings))];
}

function isInHeading({ chunk }: Gap): boolean {
  return !/\d/.test(chunk.text);
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
  return isMoneyText(textOf(words.slice(0, at + 1))) && /^\p{L}/u.test(words[at + 1]?.text ?? '');
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
function numberBefore(words: readonly Word[], at: number): NumberBefore | null {
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
