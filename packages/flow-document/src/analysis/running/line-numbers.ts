import type { Line, Page, Rule, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import type { LineNumbering } from '../../model/sections.ts';

/** Line numbers in the margin of a document. */
export interface LineNumbers {
  /** How a word processor counts the same lines; null where it would count others, and the numbers are `printed`. */
  readonly numbering: LineNumbering | null;
  /** Numbers that are printed at the same places of all pages, blank lines or not, as on pleading paper. */
  readonly printed: PrintedNumbers | null;
  /** The page without them, neither in its lines nor in its drawn text. */
  without(page: Page): Page;
}

/** A column of numbers in the margin, at constant distances, that belongs to the paper and not to the text. */
export interface PrintedNumbers {
  readonly texts: readonly string[];
  readonly style: TextStyle;
  /** Where they end. */
  readonly x1: number;
  readonly firstBaseline: number;
  readonly pitchPt: number;
  readonly pages: readonly number[];
}

/** One of the numbers: the first word of its line, or all of it. */
interface LineNumber {
  readonly word: Word;
  readonly baseline: number;
  readonly value: number;
}

type Placed = Pick<LineNumber, 'baseline'>;

/** The numbers of one page. */
interface NumberColumn {
  readonly numbers: readonly LineNumber[];
  /** Where they end, for they are set flush right. */
  readonly x1: number;
  readonly step: number;
  /** Where the text begins. */
  readonly textX0: number;
  /** Lines counted one by one come to the same numbers. */
  readonly countsAlike: boolean;
  readonly pageNumber: number;
}

/** Minimum numbers on a page, and in a document; fewer count something else. */
const minOnPage = 5;
const fewest = 8;
const edgeTolerancePt = 1.5;
/** A number and its text are on one line. */
const sameLinePt = 3;

/**
 * Finds line numbers on a sample of pages: numbers that end at one edge, count up by a constant step from line to line,
 * each beside a line of text, and have all text to their right. A table of which they were the first column would have a head above them, or rules.
 */
export function findLineNumbers(pages: readonly Page[]): LineNumbers | null {
  const found = pages.flatMap((page) => columnOf(page) ?? []);
  const counted = found.filter(({ countsAlike }) => countsAlike);
  const printed = counted.length < found.length ? printedNumbers(found) : null;
  const columns = printed === null ? counted : found;
  const [first] = columns;
  if (first === undefined) return null;
  const same = columns.filter(({ x1, step }) => Math.abs(x1 - first.x1) <= 2 && step === first.step);
  const full = pages.filter(({ lines }) => lines.length >= 2 * minOnPage).length;
  const count = same.reduce((total, { numbers }) => total + numbers.length, 0);
  if (count < fewest || same.length < 0.5 * full) return null;
  const [start, ...later] = same.map(({ numbers }) => numbers[0]?.value ?? 1);
  const restarts = later.length > 0 && later.every((value) => value === start);
  const style = first.numbers[0]?.word.style;
  const isNumber = (word: Word) =>
    numberPattern.test(word.text) &&
    Math.abs(word.box.x1 - first.x1) <= edgeTolerancePt &&
    word.style.sizePt === style?.sizePt &&
    word.style.font.name === style.font.name;
  const numbering: LineNumbering = {
    countBy: first.step,
    start: (start ?? 1) - first.step + 1,
    restart: restarts ? 'page' : 'never',
    distancePt: Math.max(4, first.textX0 - first.x1),
  };
  return {
    numbering: printed === null ? numbering : null,
    printed,
    without: (page) => withoutNumbers(page, isNumber),
  };
}

/**
 * Paper has a number for each of its lines, at distances that differ by rounding only; a table hardly has as many. Where
 * a driver printed it, numbers are off by up to 11 % of their distance.
 */
const minPrinted = 15;
const pitchTolerance = 0.15;

/** The numbers of pleading paper: every page has the same ones, one by one, at the same places. */
function printedNumbers(columns: readonly NumberColumn[]): PrintedNumbers | null {
  const longest = columns.reduce((best, column) => (column.numbers.length > best.numbers.length ? column : best));
  const { numbers, step, x1, textX0 } = longest;
  const [first, second] = numbers;
  if (first === undefined || second === undefined || numbers.length < minPrinted || step !== 1) return null;
  const pitchPt = ((numbers.at(-1)?.baseline ?? 0) - first.baseline) / (numbers.length - 1);
  const isAtItsPlace = ({ value, baseline }: LineNumber) =>
    Math.abs(baseline - first.baseline - (value - first.value) * pitchPt) <= pitchTolerance * pitchPt;
  const isPaper = columns.every((column) => column.numbers.every(isAtItsPlace) && Math.abs(column.x1 - x1) <= 2);
  // Several pages, or one that is numbered to its foot, beside text that keeps clear of the numbers.
  if (!isPaper || first.value !== 1 || textX0 - x1 < first.word.style.sizePt / 2) return null;
  return {
    texts: numbers.map(({ word }) => word.text),
    style: first.word.style,
    x1,
    firstBaseline: first.baseline,
    pitchPt,
    pages: columns.map(({ pageNumber }) => pageNumber),
  };
}

const numberPattern = /^\d{1,4}$/;

function columnOf(page: Page): NumberColumn | null {
  const level = page.lines.filter(({ angle }) => angle === 0);
  const candidates = level.flatMap(({ words: [word], baseline }): LineNumber[] =>
    word !== undefined && numberPattern.test(word.text) ? [{ word, baseline, value: Number(word.text) }] : [],
  );
  const numbers = largestColumn(candidates);
  const [first, second, last] = [numbers[0], numbers[1], numbers.at(-1)];
  if (first === undefined || second === undefined || last === undefined || numbers.length < minOnPage) return null;
  const step = second.value - first.value;
  const counts = numbers.every(({ value }, index) => value === first.value + index * step);
  if (!counts || step < 1) return null;
  const x1 = Math.max(...numbers.map(({ word }) => word.box.x1));
  const texts = textsBeside(level, numbers);
  const textX0 = Math.min(...texts.map(({ x0 }) => x0));
  const isMargin =
    textX0 > x1 + 2 &&
    !hasHead(level, [first, second], { x1, textX0 }) &&
    page.rules.filter((rule) => crosses(rule, x1, first.baseline, last.baseline)).length < 3;
  const countsAlike = wouldCountAlike(numbers, texts, step);
  return isMargin ? { numbers, x1, step, textX0, countsAlike, pageNumber: page.number } : null;
}

/**
 * Whether lines counted one by one come to the same numbers: every line of text has its own, and no number is
 * beside blank space before the last of them, as on transcripts that count blank lines too.
 */
function wouldCountAlike(numbers: readonly LineNumber[], texts: readonly Placed[], step: number): boolean {
  const stands = (placed: Placed, others: readonly Placed[]) =>
    others.some(({ baseline }) => Math.abs(baseline - placed.baseline) < sameLinePt);
  const lastText = Math.max(...texts.map(({ baseline }) => baseline));
  const due = numbers.filter(({ baseline }) => baseline < lastText + sameLinePt);
  const rows = new Set(texts.map(({ baseline }) => Math.round(baseline))).size;
  const counted = step === 1 ? texts.every((text) => stands(text, numbers)) : rows <= step * due.length;
  return counted && due.length >= minOnPage && due.every((number) => stands(number, texts));
}

/** The numbers that end at the edge where most of them end, from top to bottom. */
function largestColumn(candidates: readonly LineNumber[]): readonly LineNumber[] {
  let best: readonly LineNumber[] = [];
  for (const { word } of candidates) {
    const same = candidates.filter((other) => Math.abs(other.word.box.x1 - word.box.x1) <= edgeTolerancePt);
    if (same.length > best.length) best = same;
  }
  return [...best].sort((first, second) => first.baseline - second.baseline);
}

/** Where the text of each line between the first number and the last begins. */
function textsBeside(lines: readonly Line[], numbers: readonly LineNumber[]) {
  const taken = new Set(numbers.map(({ word }) => word));
  const [top, bottom] = [numbers[0]?.baseline ?? 0, numbers.at(-1)?.baseline ?? 0];
  return lines.flatMap(({ words, baseline }) => {
    const text = words.find((word) => !taken.has(word));
    return text === undefined || baseline < top - 3 || baseline > bottom + 3 ? [] : [{ x0: text.box.x0, baseline }];
  });
}

/** Whether text is right above the numbers alone, as the head of a column does; stamps of courts run on over the text. */
function hasHead(
  lines: readonly Line[],
  [first, second]: readonly [LineNumber, LineNumber],
  { x1, textX0 }: Pick<NumberColumn, 'x1' | 'textX0'>,
): boolean {
  const top = first.baseline - 2.5 * (second.baseline - first.baseline);
  return lines.some(
    ({ box, baseline }) => box.x0 < x1 + 2 && box.x1 < textX0 && baseline > top && baseline < first.baseline - 3,
  );
}

/** A level rule that runs below the numbers and the text alike, as in a table. */
function crosses({ orientation, x0, x1, y0 }: Rule, edge: number, top: number, bottom: number): boolean {
  return orientation === 'horizontal' && x0 < edge - 2 && x1 > edge + 20 && y0 > top && y0 < bottom;
}

function withoutNumbers(page: Page, isNumber: (word: Word) => boolean): Page {
  const numbers = new Set(
    page.lines.flatMap(({ angle, words: [first] }) =>
      angle === 0 && first !== undefined && isNumber(first) ? [first] : [],
    ),
  );
  return {
    ...page,
    lines: page.lines.flatMap((line) => {
      const [first] = line.words;
      return first !== undefined && numbers.has(first) ? withoutWords(line, (word) => word === first) : [line];
    }),
    drawnText: [...numbers].reduce((drawn, { text }) => withoutOne(drawn, text), page.drawnText),
  };
}

/** The text without one occurrence of a number, whose digits may be drawn apart. Which one does not matter to a count of words. */
function withoutOne(drawn: string, number: string): string {
  return drawn.replace(new RegExp(`(?<![\\p{L}\\p{N}])${[...number].join(' ?')}(?![\\p{L}\\p{N}])`, 'u'), ' ');
}
