import { uniteBoxes } from '../page-model/box.ts';
import type { Box, Word } from '../page-model/types.ts';

/** Words that are close together: the text of one cell, or of several with little room between them. */
export interface Chunk {
  readonly words: readonly Word[];
  readonly box: Box;
  readonly text: string;
  readonly sizePt: number;
  readonly baseline: number;
  readonly bold: boolean;
}

/** The words of a chunk from one index up to another, which is not included, as a chunk. */
export function partOfChunk(chunk: Chunk, from: number, to: number): Chunk {
  return withWords(chunk, chunk.words.slice(from, to));
}

/** A chunk with only these of its words. */
export function withWords(chunk: Chunk, words: readonly Word[]): Chunk {
  return {
    ...chunk,
    words,
    box: uniteBoxes(words.map(({ box }) => box)),
    text: textOf(words),
  };
}

export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** A chunk cut before the words at these indexes, which are in order. */
export function cutChunk(chunk: Chunk, indexes: readonly number[]): readonly Chunk[] {
  if (indexes.length === 0) return [chunk];
  const ends = [...indexes, chunk.words.length];
  return ends.map((end, at) => partOfChunk(chunk, ends[at - 1] ?? 0, end));
}
