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
