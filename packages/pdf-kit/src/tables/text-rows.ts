import { uniteBoxes } from '../page-model/box.ts';
import type { Box, Line, Word } from '../page-model/types.ts';
import { median } from '../statistics.ts';
import { type Chunk, cutChunk } from './chunk.ts';
import { turnedChunks } from './headers/turned-chunks.ts';
import { isDottedPair } from './ledger/piece-kind.ts';
import { joinLevelRows } from './level-rows.ts';
import { splitWord } from './split-word.ts';
import { isDateText, isMoneyText, isNumberText, isTimeText, shortDay } from './value-text.ts';

/**
 * A gap wider than this, in em, separates two chunks of a row: twice a word space and more. No other threshold of tables
 * matters as much: at −20 % F1 falls by 0.041 on drawn statements, at +20 % by 0.014 on drawn tables (sensitivity.md).
 */
export const chunkGapEm = 0.7;
/** Two numbers need a smaller gap, which is still wider than a space between thousands. */
const valueGapEm = 0.4;
/** One space of fixed-pitch type is 0.6 em: at −20 % it separates words, and F1 of statements falls by 0.008. */
export const fixedGapEm = 0.75;
/** Maximum distance of lines of one wrapped text. */
export const wrappedEm = 0.8;
/** Tolerance for baselines of one row, in em. */
const rowToleranceEm = 0.35;
/** Leader dots, which may directly follow a word. Form fonts have dots at the code of the tilde. */
const typedLeader = /([.·…_]{4,}|~{2,})/u;

/** The chunks on one baseline across the page, left to right. */
export interface TextRow {
  readonly chunks: readonly Chunk[];
  readonly box: Box;
  readonly baseline: number;
  readonly sizePt: number;
}

/** A vertical line that text does not cross. */
export interface UprightRule {
  readonly x: number;
  readonly y0: number;
  readonly y1: number;
}

/** Cuts lines into chunks at wide gaps and at vertical rules, and arranges the chunks in rows from top to bottom. */
export function buildTextRows(lines: readonly Line[], uprights: readonly UprightRule[] = []): TextRow[] {
  const level = lines.filter(({ angle }) => angle === 0);
  const chunks = [...level.flatMap((line) => cutLine(line, uprights)), ...turnedChunks(lines)];
  const rows: Chunk[][] = [];
  for (const chunk of chunks.sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row !== undefined && first !== undefined && isSameRow(first, chunk)) row.push(chunk);
    else rows.push([chunk]);
  }
  return joinLevelRows(rows).map(toRow);
}

function toRow(chunks: readonly Chunk[]): TextRow {
  const ordered = [...chunks].sort((a, b) => a.box.x0 - b.box.x0);
  return {
    chunks: ordered,
    box: uniteBoxes(ordered.map(({ box }) => box)),
    baseline: median(ordered.map(({ baseline }) => baseline)),
    sizePt: median(ordered.map(({ sizePt }) => sizePt)),
  };
}

function toChunk(words: readonly Word[], baseline: number): Chunk {
  const visual = [...words].sort((a, b) => a.box.x0 - b.box.x0);
  const bold = words.filter(({ style }) => style.font.bold).length > words.length / 2;
  return {
    words: visual,
    box: uniteBoxes(words.map(({ box }) => box)),
    text: words
      .map(({ text, spaceAfter }) => (spaceAfter ? `${text} ` : text))
      .join('')
      .trim(),
    sizePt: Math.max(...words.map(({ style }) => style.sizePt)),
    baseline,
    bold,
  };
}

/** Rows with their chunks cut before the words whose indexes `cutsOf` gives. */
export function cutRows(rows: readonly TextRow[], cutsOf: (chunk: Chunk) => readonly number[]): readonly TextRow[] {
  return rows.map((row) => {
    const chunks = row.chunks.flatMap((chunk) => cutChunk(chunk, cutsOf(chunk)));
    return chunks.length === row.chunks.length ? row : { ...row, chunks };
  });
}

function cutLine(line: Line, uprights: readonly UprightRule[]): Chunk[] {
  const words = line.words.flatMap((word) => splitWord(word, typedLeader));
  const visual = words.toSorted((a, b) => a.box.x0 - b.box.x0);
  let pieces: Word[][] = [];
  let previous: Word | null = null;
  for (const word of visual) {
    if (previous === null || isCut(previous, word, uprights)) pieces.push([]);
    pieces.at(-1)?.push(word);
    previous = word;
  }
  pieces = pieces.flatMap((own) => (own.length === 2 && isMixed(own[0], own[1]) ? own.map((word) => [word]) : [own]));
  const order = new Map(words.map((word, index) => [word, index]));
  return pieces.map((words) => {
    const reading = words.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    return toChunk(reading, line.baseline);
  });
}

function isCut(left: Word, right: Word, uprights: readonly UprightRule[]): boolean {
  const gap = right.box.x0 - left.box.x1;
  const em = Math.max(left.style.sizePt, right.style.sizePt);
  if (gap > chunkGapEm * em || isLeader(left) !== isLeader(right)) return true;
  if (gap > valueGapEm * em && isNumberText(left.text) && isNumberText(right.text) && !isOneText(left, right, gap))
    return true;
  // An amount right before or after a date is in a column of its own.
  if (
    gap > valueGapEm * em &&
    [left, right].every(({ text }) => isNumberText(text) || isTimeText(text)) &&
    isMixed(left, right)
  )
    return true;
  const middle = (left.box.y0 + left.box.y1) / 2;
  return uprights.some(
    ({ x, y0, y1 }) => y0 <= middle && y1 >= middle && x >= left.box.x1 - 0.2 * em && x <= right.box.x0 + 0.2 * em,
  );
}

/** Whether one of two words is an amount with decimals, and the other a date. */
function isMixed(left: Word | undefined, right: Word | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const isDecimal = ({ text }: Word) => isMoneyText(text);
  const isDate = ({ text }: Word, { text: other }: Word) =>
    isDateText(text) || shortDay.test(text) || (isDottedPair(text) && /,\d\d\D?$/.test(other));
  return (isDecimal(left) && isDate(right, left)) || (isDate(left, right) && isDecimal(right));
}

/**
 * Whether one space in fixed-pitch type separates the thousands of a number (`1 234,50`), or two whole numbers in a
 * text.
 */
function isOneText(left: Word, right: Word, gapPt: number): boolean {
  const isFixed = left.style.font.monospace && right.style.font.monospace;
  if (!isFixed || gapPt > fixedGapEm * left.style.sizePt) return false;
  if (/(?:^|[^\d.,])\d{1,3}$/.test(left.text) && /^\d{3}(?:[.,]\d*)?(?!\d)/.test(right.text)) return true;
  return /^\d+$/.test(left.text) && /^\d+$/.test(right.text);
}

/** Dot leaders between a label and its value. Three dots alone mean that there is no value. */
export function isLeader({ text }: { readonly text: string }): boolean {
  return /^[.·…_]{4,}$|^…{2,}$|^~{2,}$/u.test(text);
}

function isSameRow(a: Chunk, b: Chunk): boolean {
  return Math.abs(a.baseline - b.baseline) <= rowToleranceEm * Math.min(a.sizePt, b.sizePt);
}
