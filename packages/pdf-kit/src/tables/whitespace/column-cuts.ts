import { median } from '../../statistics.ts';
import type { Chunk } from '../chunk.ts';
import { isLeader, type TextRow } from '../text-rows.ts';
import { isEntryText, isNumberText, isTimeText } from '../value-text.ts';

/** Positions are tried at this step. */
const stepPt = 0.5;
/** A gap between two words wider than this, in em, may separate columns: a word space is narrower. */
export const narrowGapEm = 0.42;
/** Minimum gap width, in em, when enough rows agree. What moving it does: `benchmarks/results/sensitivity.md`. */
const narrowestEm = 0.3;
/** A gap may be narrower if this share of the rows has a wide gap around it. */
const sureShare = 0.6;
const sureNarrowestEm = 0.1;

/**
 * This many rows, and `sureShare` of them, begin a column at the same place; this share may cross the gap before it.
 */
const minAligned = 5;
const crossedShare = 0.3;

/** At least this many rows of values are needed to place columns when headings cross the gaps. */
const minValued = 3;

/**
 * In tables of this many rows and more, this share of the rows, at least one, may have a word across a gap. With six rows
 * two documents change; with a quarter of the share, the competition loses 0.024.
 */
const tolerantRows = 8;
const toleratedShare = 0.07;
/** Share of the rows, at least two, that must have a wide gap at a position. With four times as many, eight documents change. */
const supportShare = 0.22;
/**
 * The usual number of chunks in a row is this quantile; rows with this share of it are representative. ±20 % changes
 * one or two documents.
 */
const typicalQuantile = 0.7;
const representativeShare = 0.6;

const currencySign = /^[-+−(]?\p{Sc}[-+−]?$/u;

/** A stretch of whitespace between two columns. */
export interface ColumnGap {
  readonly start: number;
  readonly end: number;
  /** How many rows have text on both sides and a wide gap here. */
  readonly support: number;
}

/**
 * The vertical whitespace gaps through rows. A position belongs to a gap when hardly any row has a word on it; the gap
 * separates columns when enough rows have a wide gap there with text on both sides. Spanning rows are outvoted.
 */
export function findColumnGaps(rows: readonly TextRow[]): ColumnGap[] {
  const whole = representativeRows(rows);
  const gaps = withAlignedGaps(gapsBetween(whole), whole);
  const valued = rows.filter(({ chunks }) =>
    chunks.slice(1).some(({ text }) => isEntryText(text) && !isTimeText(text)),
  );
  if (valued.length < minValued || valued.length === rows.length) return gaps;
  const em = median(valued.map(({ sizePt }) => sizePt));
  const hidden = gapsBetween(representativeRows(valued)).filter(
    ({ start, end, support }) =>
      support >= sureShare * valued.length &&
      end - start >= narrowGapEm * em &&
      !gaps.some((gap) => gap.start < end && gap.end > start),
  );
  return [...gaps, ...hidden].sort((a, b) => a.start - b.start);
}

/**
 * Adds gaps that long texts of a few rows cross, where most rows have whitespace followed by a text at the same place:
 * a left-aligned column.
 */
export function withAlignedGaps(gaps: readonly ColumnGap[], rows: readonly TextRow[]): ColumnGap[] {
  const pairs = rows.flatMap(({ chunks }) =>
    chunks.slice(1).flatMap(({ box, text }, index) => {
      const before = chunks[index];
      return before !== undefined && isWord(before.text) && isWord(text) ? [{ end: before.box.x1, x0: box.x0 }] : [];
    }),
  );
  const em = median(rows.map(({ sizePt }) => sizePt));
  const aligned = [...Map.groupBy(pairs, ({ x0 }) => Math.round(x0)).values()]
    .filter(({ length }) => length >= Math.max(minAligned, sureShare * rows.length))
    .map((same) => ({
      start: Math.max(...same.map(({ end }) => end)),
      end: Math.min(...same.map(({ x0 }) => x0)),
      support: same.length,
    }))
    .filter(({ start, end }) => {
      const across = rows.filter(({ chunks }) => chunks.some(({ box }) => box.x0 < start && box.x1 > end)).length;
      const isKnown = gaps.some((gap) => gap.start < end && gap.end > start);
      return !isKnown && end - start >= narrowGapEm * em && across <= crossedShare * rows.length;
    });
  return [...gaps, ...aligned].sort((a, b) => a.start - b.start);
}

function isWord(text: string): boolean {
  return /\p{L}{3}/u.test(text);
}

/** The whitespace gaps between the words of representative rows. */
export function gapsBetween(rows: readonly TextRow[]): ColumnGap[] {
  if (rows.length === 0) return [];
  const x0 = Math.min(...rows.map(({ box }) => box.x0));
  const x1 = Math.max(...rows.map(({ box }) => box.x1));
  const length = Math.ceil((x1 - x0) / stepPt) + 1;
  /** Changes in the number of words at each position, then the number of words on it; likewise for wide gaps. */
  const wordsAt = new Int32Array(length + 1);
  const gapVotes = new Int32Array(length + 1);
  for (const row of rows) {
    let last: Chunk | null = null;
    for (const [index, chunk] of row.chunks.entries()) {
      let isText = false;
      let isSign = false;
      let end = Number.POSITIVE_INFINITY;
      const limit = runsInto(chunk, row.chunks[index + 1]) ? (row.chunks[index + 1]?.box.x0 ?? 0) : Infinity;
      for (const word of chunk.words) {
        const { box } = word;
        if (!isLeader(word)) {
          isText = true;
          mark(wordsAt, box.x0 - x0, Math.min(box.x1, limit - narrowGapEm * row.sizePt) - x0);
        }
        if (box.x0 - end > narrowGapEm * row.sizePt) mark(gapVotes, end - x0, box.x0 - x0);
        // The space in an amount belongs to it, though it is in line with those of wider and narrower amounts.
        else if (isSign || currencySign.test(word.text)) mark(wordsAt, end - x0, box.x0 - x0);
        isSign = currencySign.test(word.text);
        end = box.x1;
      }
      if (!isText) continue;
      if (last !== null) mark(gapVotes, last.box.x1 - x0, chunk.box.x0 - x0);
      last = chunk;
    }
  }
  sumUp(wordsAt);
  sumUp(gapVotes);
  const em = median(rows.map(({ sizePt }) => sizePt));
  const tolerance = rows.length < tolerantRows ? 0 : Math.max(1, Math.floor(rows.length * toleratedShare));
  const needed = rows.length <= 2 ? 1 : Math.max(2, rows.length * supportShare);
  return whitespaceGaps(wordsAt.subarray(0, length), gapVotes.subarray(0, length), tolerance)
    .map(({ start, end, support }) => ({ start: x0 + start * stepPt, end: x0 + end * stepPt, support }))
    .filter(({ start, end, support }) => {
      const narrowest = support >= sureShare * rows.length ? sureNarrowestEm : narrowestEm;
      return support >= needed && end - start >= narrowest * em;
    });
}

/**
 * Whether a text runs up to the value in the next column, or is printed over it: it still belongs to its own column.
 */
export function runsInto(text: Chunk, next: Chunk | undefined): boolean {
  if (next === undefined || !isNumberText(next.text) || next.box.x0 <= text.box.x0) return false;
  return next.box.x0 < text.box.x1 + narrowestEm * text.sizePt;
}

/** Rows with about as many chunks as most: spanning headings have fewer, and would hide the whitespace. */
function representativeRows(rows: readonly TextRow[]): TextRow[] {
  const several = rows.filter(({ chunks }) => chunks.length >= 2);
  const counts = several.map(({ chunks }) => chunks.length).sort((a, b) => a - b);
  const typical = counts[Math.floor(counts.length * typicalQuantile)] ?? 2;
  return several.filter(({ chunks }) => chunks.length >= Math.max(2, typical * representativeShare));
}

/** Counts one interval: up where it begins, down after its end. */
function mark(changes: Int32Array, from: number, to: number) {
  const first = Math.max(0, Math.ceil(from / stepPt));
  const last = Math.min(changes.length - 2, Math.floor(to / stepPt));
  if (last < first) return;
  changes[first] = (changes[first] ?? 0) + 1;
  changes[last + 1] = (changes[last + 1] ?? 0) - 1;
}

/** Prefix sums of the changes at each position; the last place only ends intervals that reach the edge. */
function sumUp(changes: Int32Array) {
  for (let index = 1; index < changes.length; index += 1) {
    changes[index] = (changes[index] ?? 0) + (changes[index - 1] ?? 0);
  }
}

function whitespaceGaps(wordsAt: Int32Array, gapVotes: Int32Array, tolerance: number): ColumnGap[] {
  const gaps: ColumnGap[] = [];
  let start = -1;
  for (let index = 0; index <= wordsAt.length; index += 1) {
    const isFree = index < wordsAt.length && (wordsAt[index] ?? 0) <= tolerance && (gapVotes[index] ?? 0) > 0;
    if (isFree && start < 0) start = index;
    if (isFree || start < 0) continue;
    gaps.push(clearestPart(wordsAt, gapVotes, start, index - 1));
    start = -1;
  }
  return gaps;
}

/** The part of a gap with the fewest words on it. */
function clearestPart(wordsAt: Int32Array, gapVotes: Int32Array, start: number, end: number): ColumnGap {
  let support = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let index = start; index <= end; index += 1) {
    support = Math.max(support, gapVotes[index] ?? 0);
    fewest = Math.min(fewest, wordsAt[index] ?? 0);
  }
  let first = start;
  while (first < end && (wordsAt[first] ?? 0) > fewest) first += 1;
  let last = end;
  while (last > first && (wordsAt[last] ?? 0) > fewest) last -= 1;
  return { start: first, end: last, support };
}

/** The column that contains a position; beyond the outer cuts, the outermost column. */
export function columnOf(x: number, cuts: readonly number[]): number {
  let column = 0;
  while (column < cuts.length - 2 && x >= (cuts[column + 1] ?? 0)) column += 1;
  return column;
}
