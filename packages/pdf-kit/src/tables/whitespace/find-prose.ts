import { boxHeight, boxWidth } from '../../page-model/box.ts';
import { isSentencePart } from '../../page-model/text/prose.ts';
import type { Chunk } from '../chunk.ts';
import type { TextRow } from '../text-rows.ts';
import { isValueText } from '../value-text.ts';

/** Lines of one cell are at most this far apart, in line heights, and begin within this of each other, in em. */
const cellPitch = 1.4;
const cellIndentEm = 0.5;
/** A row with this many pieces beside a text, on both of its sides, is one of a table. */
const minBeside = 2;

/** Lines of running text: long, alone in their row or beside another long one, and adjacent to a similar line. */
export function findProse(rows: readonly TextRow[]): Set<TextRow> {
  const prose = new Set<TextRow>();
  rows.forEach((row, index) => {
    const long = row.chunks.filter(isSentencePart);
    // Running text has at most a label, or more running text, beside it.
    if (long.length === 0 || row.chunks.length - long.length > 1 || endsInValue(row)) return;
    if (long.length < row.chunks.filter((chunk) => chunk.words.length > 1).length) return;
    if (long.every((piece) => continuesCell(piece, rows, index))) return;
    const neighbours = [rows[index - 1], rows[index + 1], rows[index - 2], rows[index + 2]];
    const stacked = neighbours.some((other) =>
      other?.chunks.some((chunk) => long.some((piece) => isStacked(piece, chunk))),
    );
    if (stacked || long.some((piece) => piece.words.length >= 12)) prose.add(row);
  });
  return prose;
}

/**
 * Whether a text is a further line of a cell that has others on its left and right: it wraps in its column. Those beside
 * it are level with its first line or, in a table whose cells are aligned at the bottom, with its last.
 */
export function continuesCell(piece: Chunk, rows: readonly TextRow[], index: number): boolean {
  const row = rows[index - 1];
  const above = row?.chunks.find((chunk) => isNextLine(chunk, piece));
  if (row !== undefined && above !== undefined) {
    const { left, right } = besides(above, row);
    if (
      (left.length > 0 && right.length > 0 && left.length + right.length >= minBeside) ||
      continuesCell(above, rows, index - 1)
    )
      return true;
  }
  return isAboveCell(piece, rows, index);
}

/** Whether a line alone, or further ones alone below it, lead to a line with a label on its left and a value on its right. */
function isAboveCell(piece: Chunk, rows: readonly TextRow[], index: number): boolean {
  const row = rows[index + 1];
  const below = row?.chunks.find((chunk) => isNextLine(piece, chunk));
  if (row === undefined || below === undefined || rows[index]?.chunks.length !== 1) return false;
  const { left, right } = besides(below, row);
  return (left.length > 0 && right.some(({ text }) => isValueText(text))) || isAboveCell(below, rows, index + 1);
}

/** The pieces of a row on both sides of one. */
function besides({ box }: Chunk, { chunks }: TextRow) {
  return {
    left: chunks.filter((other) => other.box.x1 <= box.x0),
    right: chunks.filter((other) => other.box.x0 >= box.x1),
  };
}

function isNextLine(above: Chunk, below: Chunk): boolean {
  return (
    below.baseline - above.baseline <= cellPitch * boxHeight(above.box) &&
    Math.abs(above.sizePt - below.sizePt) < 0.15 * above.sizePt &&
    Math.abs(above.box.x0 - below.box.x0) < cellIndentEm * above.sizePt
  );
}

/** A value at the end of a row belongs to the text before it. */
function endsInValue({ chunks }: TextRow): boolean {
  return chunks.length > 1 && isValueText(chunks.at(-1)?.text ?? '');
}

function isStacked(a: Chunk, b: Chunk): boolean {
  const distance = Math.abs(a.baseline - b.baseline);
  const overlap = Math.min(a.box.x1, b.box.x1) - Math.max(a.box.x0, b.box.x0);
  return (
    b.words.length >= 3 &&
    Math.abs(a.sizePt - b.sizePt) < 0.15 * a.sizePt &&
    distance < 2.4 * boxHeight(a.box) &&
    Math.abs(a.box.x0 - b.box.x0) < 2.5 * a.sizePt &&
    overlap > 0.5 * Math.min(boxWidth(a.box), boxWidth(b.box))
  );
}
