import type { Box } from '../../page-model/types.ts';
import { type Chunk, partOfChunk, withWords } from '../chunk.ts';
import { splitWord } from '../split-word.ts';
import type { TextRow } from '../text-rows.ts';
import { isNumberText } from '../value-text.ts';

/** Minimum number of rows in which a label begins and a number is placed as in the row to be cut. */
const minRows = 3;
/** Tolerance for equal positions, in points. */
const samePt = 0.7;

/** A label with the number in the adjacent column. */
interface Labelled {
  readonly label: Box;
  readonly number: Box;
}

/**
 * Cuts numbers off labels that fill their column and so have at most a word space before the adjacent number, or none:
 * `Maker1`. Other rows must have a label and a number at the same places.
 */
export function separateRunIn(rows: readonly TextRow[]): readonly TextRow[] {
  const labelled = rows.flatMap(({ chunks }) =>
    chunks.slice(1).flatMap((chunk, index): Labelled[] => {
      const label = chunks[index];
      return label === undefined || !isNumberText(chunk.text) || !/\p{L}/u.test(label.text)
        ? []
        : [{ label: label.box, number: chunk.box }];
    }),
  );
  if (labelled.length < minRows) return rows;
  const byStart = Map.groupBy(labelled, ({ label }) => Math.round(label.x0));
  return rows.map((row) => {
    const chunks = row.chunks.flatMap((chunk) => {
      const near = [-1, 0, 1].flatMap((step) => byStart.get(Math.round(chunk.box.x0) + step) ?? []);
      return near.length < minRows ? [chunk] : cutOff(chunk, near);
    });
    return chunks.length === row.chunks.length ? row : { ...row, chunks };
  });
}

function cutOff(chunk: Chunk, labelled: readonly Labelled[]): Chunk[] {
  const { words, box } = chunk;
  const last = words.at(-1);
  if (last === undefined || !/\p{L}.*\p{Nd}/u.test(chunk.text)) return [chunk];
  const parts = splitWord(last, /(?<=[\p{L})])([\d.,]*\d)$/u);
  const number = parts.at(-1);
  if (number === undefined || !isNumberText(number.text) || words.length + parts.length < 3) return [chunk];
  const own = labelled.filter(
    (other) =>
      Math.abs(other.label.x0 - box.x0) <= samePt &&
      (Math.abs(other.number.x1 - number.box.x1) <= samePt || Math.abs(other.number.x0 - number.box.x0) <= samePt),
  );
  if (own.length < minRows) return [chunk];
  if (parts.length === 1)
    return [partOfChunk(chunk, 0, words.length - 1), partOfChunk(chunk, words.length - 1, words.length)];
  return [withWords(chunk, [...words.slice(0, -1), ...parts.slice(0, -1)]), withWords(chunk, [number])];
}
