import { uniteBoxes } from '../../page-model/box.ts';
import type { Box, Page, Word } from '../../page-model/types.ts';
import { isValueText } from '../value-text.ts';

const dashes = /^[-–—_=─═]{2,}$/u;
/** A table of plain text has at least this many columns, most of them of three characters and more. */
const minRuns = 3;
const minDashes = 3;
/** Tolerance for baselines of one line, in em. */
const levelEm = 0.35;
/** One space of fixed-pitch type is narrower than this, in em, two are wider. */
const spaceEm = 0.9;
/** Tolerance for a text to begin or end with its column, in em. */
const edgeEm = 0.35;

/** The words on one baseline, left to right. */
export interface WordLine {
  readonly words: readonly Word[];
  readonly box: Box;
  readonly baseline: number;
  readonly sizePt: number;
}

/** The extent of a column of plain text: a run of dashes below its heading. */
export interface DashRun {
  readonly x0: number;
  readonly x1: number;
}

/** The lines of a page from top to bottom, regardless of how they were split. */
export function wordLines({ lines }: Page): WordLine[] {
  const level = lines
    .filter(({ angle, words }) => angle === 0 && words.length > 0)
    .toSorted((a, b) => a.baseline - b.baseline);
  const found: { readonly words: Word[]; readonly baseline: number; readonly sizePt: number }[] = [];
  for (const { baseline, words } of level) {
    const last = found.at(-1);
    const sizePt = words[0]?.style.sizePt ?? 0;
    if (last !== undefined && baseline - last.baseline < levelEm * sizePt) last.words.push(...words);
    else found.push({ words: [...words], baseline, sizePt });
  }
  return found.map((line) => ({
    ...line,
    words: line.words.sort((a, b) => a.box.x0 - b.box.x0),
    box: uniteBoxes(line.words.map(({ box }) => box)),
  }));
}

/** Whether the words of a line are nothing but dashes. */
export function isDashed(words: readonly Word[]): boolean {
  return words.every(({ text }) => dashes.test(text));
}

/** The columns that a line of dashes draws; empty where it draws none. */
export function runsOf(line: WordLine): DashRun[] {
  if (!isDashed(line.words) || line.words.length < minRuns) return [];
  if (line.words.filter(({ text }) => text.length >= minDashes).length < 0.5 * line.words.length) return [];
  return line.words.map(({ box: { x0, x1 } }) => ({ x0, x1 }));
}

/** Whether a line looks like headings: it has hardly any values. */
export function isHeading({ words }: WordLine): boolean {
  const values = words.filter(({ text }) => isValueText(text) && /\d/.test(text));
  return values.length < 0.5 * words.length && words.some(({ text }) => /\p{L}/u.test(text));
}

/**
 * The words of a line by column: each belongs to the run it overlaps most, or else to the nearest run to its left. A
 * text that crosses a border belongs to the column it begins in.
 */
export function wordsByRun(line: WordLine, runs: readonly DashRun[]): Word[][] {
  const columns: Word[][] = runs.map(() => []);
  let own = 0;
  line.words.forEach((word, index) => {
    const before = line.words[index - 1];
    const isWithin = isOneText(before, word, line) && before !== undefined && runAt(before, runs) === runAt(word, runs);
    if (!isWithin && !goesOn(line, index, runs)) own = runAt(word, runs);
    columns[own]?.push(word);
  });
  return columns;
}

function runAt({ box }: Word, runs: readonly DashRun[]): number {
  const shared = runs.map(({ x0, x1 }) => Math.min(x1, box.x1) - Math.max(x0, box.x0));
  const most = Math.max(...shared);
  if (most > 0) return shared.indexOf(most);
  return Math.max(
    0,
    runs.findLastIndex(({ x1 }) => x1 <= box.x0 + 1),
  );
}

/** How many words of a line overlap two columns, or continue a text across a border. */
export function misfits(line: WordLine, runs: readonly DashRun[]): number {
  return line.words.filter(({ box }, index) => {
    const over = runs.filter(({ x0, x1 }) => Math.min(x1, box.x1) - Math.max(x0, box.x0) > edgeEm * line.sizePt);
    return over.length > 1 || goesOn(line, index, runs);
  }).length;
}

/**
 * Whether a word is in a different column from the one before, but neither is aligned with its column: both are one
 * text.
 */
function goesOn(line: WordLine, index: number, runs: readonly DashRun[]): boolean {
  const { words, sizePt } = line;
  const [before, word] = [words[index - 1], words[index]];
  if (before === undefined || word === undefined || !isOneText(before, word, line)) return false;
  const [left, right] = [runs[runAt(before, runs)], runs[runAt(word, runs)]];
  const isNear = (a: number, b: number) => Math.abs(a - b) < edgeEm * sizePt;
  if (left === undefined || right === undefined || left === right) return false;
  return !isNear(before.box.x1, left.x1) && !isNear(word.box.x0, right.x0);
}

/** Whether two words are at most a space apart. */
function isOneText(before: Word | undefined, word: Word, { sizePt }: WordLine): boolean {
  return before !== undefined && word.box.x0 - before.box.x1 <= spaceEm * sizePt;
}
