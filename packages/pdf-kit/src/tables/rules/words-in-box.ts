import { containsMiddle } from '../../page-model/box.ts';
import { createPlaceIndex } from '../../page-model/place-index.ts';
import type { Box } from '../../page-model/types.ts';
import type { PlacedWord } from '../compose-table.ts';

/** Returns the words whose middle is in a box, in points, in their order. */
export type WordsInBox = (box: Box) => readonly PlacedWord[];

/** Looks words up by place: a grid has as many cells as words, and comparing all of them takes seconds. */
export function indexWords(words: readonly PlacedWord[]): WordsInBox {
  const places = createPlaceIndex(words.map((placed) => [placed, placed.word.box]));
  return (box) => places.touching(box).filter(({ word }) => containsMiddle(box, word.box));
}
