import type { Chunk } from './chunk.ts';
import type { TextRow } from './text-rows.ts';

/** A chunk and the columns it is in, both ends included. */
export interface ColumnChunk {
  readonly chunk: Chunk;
  readonly first: number;
  readonly last: number;
}

/** A text row with the columns of its chunks. */
export interface ColumnRow {
  readonly row: TextRow;
  readonly chunks: readonly ColumnChunk[];
}
