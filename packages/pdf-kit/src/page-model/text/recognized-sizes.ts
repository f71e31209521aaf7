import { median } from '../../statistics.ts';
import { boxHeight } from '../box.ts';
import type { RecognizedWord } from '../types.ts';

/** How far letters of Latin, Greek and Cyrillic reach, in em: fonts of print differ by a twentieth of it. */
const reachEm = { tall: 0.72, small: 0.52, below: 0.21 };
/** The box of a word in other scripts spans about nine tenths of its em. */
const otherSpanEm = 0.9;
const tall = /[\p{Lu}\p{N}bdfhijklt!?"'%&$@#|/()[\]{}]/u;
const below = /[gjpqyQ,;@$|/()[\]{}]/u;

/** Sizes this near to one that more of the page is set in are that size, as a share of it. */
const sameSizeShare = 0.08;

/**
 * The size of each recognised line, in points: from how high its words are and how far their letters reach, and one
 * size for lines that differ by no more than measuring does.
 */
export function recognizedSizes(lines: readonly (readonly RecognizedWord[])[]): readonly number[] {
  const measured = lines.map(recognizedSize);
  const weights = new Map<number, number>();
  lines.forEach((words, index) => {
    const size = measured[index] ?? 0;
    const letters = words.reduce((total, { text }) => total + text.length, 0);
    weights.set(size, (weights.get(size) ?? 0) + letters);
  });
  const settled: number[] = [];
  for (const [size] of [...weights].sort((first, second) => second[1] - first[1])) {
    if (settled.every((known) => Math.abs(known - size) > sameSizeShare * known)) settled.push(size);
  }
  return measured.map((size) => settled.find((known) => Math.abs(known - size) <= sameSizeShare * known) ?? size);
}

/** The size of a line by itself: the median of its words, to half a point. */
export function recognizedSize(words: readonly RecognizedWord[]): number {
  return Math.round(median(words.flatMap(sizeOfWord), 10) * 2) / 2;
}

/** Nothing for words without a letter: a dash tells no size. */
function sizeOfWord({ text, box }: RecognizedWord): readonly number[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const isOther = /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}/u.test(text);
  const span = (tall.test(text) ? reachEm.tall : reachEm.small) + (below.test(text) ? reachEm.below : 0);
  return [boxHeight(box) / (isOther ? otherSpanEm : span)];
}
