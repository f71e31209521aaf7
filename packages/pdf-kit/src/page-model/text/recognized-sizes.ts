import { median } from '../../statistics.ts';
import { boxHeight, boxWidth } from '../box.ts';
import type { Rule } from '../types.ts';
import type { RecognizedWord } from './recognized-line.ts';

/** Ascent, x-height and descent of Latin, Greek and Cyrillic letters, in em: text fonts differ by 5 %. */
const reachEm = { tall: 0.72, small: 0.52, below: 0.21 };
/** The box of a word in other scripts spans about nine tenths of its em. */
const otherSpanEm = 0.9;
const tall = /[\p{Lu}\p{N}bdfhijklt!?"'%&$@#|/()[\]{}]/u;
const below = /[gjpqyQ,;@$|/()[\]{}]/u;

/** Widths of letters in text fonts, in em; condensed fonts have two thirds of them. */
const widthEm = { narrow: 0.28, usual: 0.52, wide: 0.72 };
const narrow = /[iIjlft.,:;'!|()[\]]/u;
const wide = /[\p{Lu}mw@%&]/u;
/**
 * Maximum ratio of a word's height to the height that fits its width: beyond it, the box includes a rule, or the word
 * is rotated, and its size follows from its width.
 */
const tallestShape = 1.8;

/** Tolerance for a size more common on the page, as a share of it. */
const sameSizeShare = 0.08;

/**
 * Half of the words below this confidence are wrong, and those that are also larger than most of the page by this
 * factor were read from pictures and scribbles: their height does not indicate a font size. Nor does it where their boxes
 * hold a rule, to within this share of their height. An underline is a tenth or more below the box of what it underlines.
 */
const doubtful = { confidence: 0.65, scale: 1.35, ruleShare: 0.05 };

/**
 * The size of each recognised line, in points, from the heights of its words and their ascenders and descenders. Lines
 * that differ within the measuring error get one size, doubtful large lines that of the page. `rules` are in the points of
 * the words.
 */
export function recognizedSizes(
  lines: readonly (readonly RecognizedWord[])[],
  rules: readonly Rule[] = [],
): readonly number[] {
  const sizes = lines.map(recognizedSize);
  const usual = usualSize(lines, sizes);
  const levels = rules.filter(({ orientation }) => orientation === 'horizontal');
  const isDoubtful = (words: readonly RecognizedWord[]) =>
    meanConfidence(words) < doubtful.confidence || words.every((word) => holdsRule(word, levels));
  return settleSizes(
    lines,
    sizes.map((size, index) => (size > doubtful.scale * usual && isDoubtful(lines[index] ?? []) ? usual : size)),
  );
}

/** Whether a level rule was read as part of a word. */
function holdsRule({ box }: RecognizedWord, levels: readonly Rule[]): boolean {
  const reach = doubtful.ruleShare * boxHeight(box);
  return levels.some(({ x0, x1, y0 }) => x0 < box.x1 && x1 > box.x0 && y0 > box.y0 - reach && y0 < box.y1 + reach);
}

/** The size of the letter in the middle, of all letters by size. */
function usualSize(lines: readonly (readonly RecognizedWord[])[], sizes: readonly number[]): number {
  return median(lines.flatMap((words, index) => Array<number>(lettersOf(words)).fill(sizes[index] ?? 0)));
}

function settleSizes(lines: readonly (readonly RecognizedWord[])[], measured: readonly number[]): readonly number[] {
  const weights = new Map<number, number>();
  lines.forEach((words, index) => {
    const size = measured[index] ?? 0;
    weights.set(size, (weights.get(size) ?? 0) + lettersOf(words));
  });
  const settled: number[] = [];
  for (const [size] of [...weights].sort((first, second) => second[1] - first[1])) {
    if (settled.every((known) => Math.abs(known - size) > sameSizeShare * known)) settled.push(size);
  }
  return measured.map((size) => settled.find((known) => Math.abs(known - size) <= sameSizeShare * known) ?? size);
}

function lettersOf(words: readonly RecognizedWord[]): number {
  return words.reduce((total, { text }) => total + text.length, 0);
}

function meanConfidence(words: readonly RecognizedWord[]): number {
  return words.reduce((total, { text, confidence }) => total + text.length * confidence, 0) / lettersOf(words);
}

/** The size of a single line: the median of its words, rounded to half a point. */
export function recognizedSize(words: readonly RecognizedWord[]): number {
  return Math.round(median(words.flatMap(sizeOfWord), 10) * 2) / 2;
}

/** Empty for words without a letter: a dash does not indicate a size. */
function sizeOfWord({ text, box }: RecognizedWord): readonly number[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const isOther = /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}/u.test(text);
  if (isOther) return [boxHeight(box) / otherSpanEm];
  const span = (tall.test(text) ? reachEm.tall : reachEm.small) + (below.test(text) ? reachEm.below : 0);
  const byHeight = boxHeight(box) / span;
  const byWidth = boxWidth(box) / [...text].reduce((total, letter) => total + widthEmOf(letter), 0);
  return [byHeight > tallestShape * byWidth ? byWidth : byHeight];
}

function widthEmOf(letter: string): number {
  if (narrow.test(letter)) return widthEm.narrow;
  return wide.test(letter) ? widthEm.wide : widthEm.usual;
}
