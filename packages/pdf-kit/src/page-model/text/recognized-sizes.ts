import { median } from '../../statistics.ts';
import { boxHeight, boxWidth } from '../box.ts';
import type { RecognizedWord } from './recognized-line.ts';

/** How far letters of Latin, Greek and Cyrillic reach, in em: fonts of print differ by a twentieth of it. */
const reachEm = { tall: 0.72, small: 0.52, below: 0.21 };
/** The box of a word in other scripts spans about nine tenths of its em. */
const otherSpanEm = 0.9;
const tall = /[\p{Lu}\p{N}bdfhijklt!?"'%&$@#|/()[\]{}]/u;
const below = /[gjpqyQ,;@$|/()[\]{}]/u;

/** How wide letters are, in em, in fonts of print; narrow and condensed ones have two thirds of it. */
const widthEm = { narrow: 0.28, usual: 0.52, wide: 0.72 };
const narrow = /[iIjlft.,:;'!|()[\]]/u;
const wide = /[\p{Lu}mw@%&]/u;
/**
 * A word so many times higher than its letters are wide for was boxed with the rule above it, or is turned: its width
 * tells its size.
 */
const tallestShape = 1.8;

/** Sizes this near to one that more of the page is set in are that size, as a share of it. */
const sameSizeShare = 0.08;

/**
 * Of words read with less confidence every second is wrong, and those that are also this much larger than most of the
 * page were read into pictures and scribbles: how high they are says nothing of a size.
 */
const doubtful = { confidence: 0.65, scale: 1.35 };

/**
 * The size of each recognised line, in points: from how high its words are and how far their letters reach, and one
 * size for lines that differ by no more than measuring does. Large lines that were read with doubt have that of the page.
 */
export function recognizedSizes(lines: readonly (readonly RecognizedWord[])[]): readonly number[] {
  const sizes = lines.map(recognizedSize);
  const usual = usualSize(lines, sizes);
  return settleSizes(
    lines,
    sizes.map((size, index) =>
      size > doubtful.scale * usual && meanConfidence(lines[index] ?? []) < doubtful.confidence ? usual : size,
    ),
  );
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

/** The size of a line by itself: the median of its words, to half a point. */
export function recognizedSize(words: readonly RecognizedWord[]): number {
  return Math.round(median(words.flatMap(sizeOfWord), 10) * 2) / 2;
}

/** Nothing for words without a letter: a dash tells no size. */
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
