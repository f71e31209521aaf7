import { type Chunk, partOfChunk } from '../chunk.ts';
import type { TextRow } from '../text-rows.ts';
import { isValueText } from '../value-text.ts';
import { piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const { longestLabel, reachEm } = ledgerThresholds.forms;

/** A sign between the values of a sum that is printed in one line: `40.00 - 15.00 + 5.00 = 30.00`. */
const operator = /^[-–−+×=]$/;

/**
 * Rows of values, each below its own label and above no other text, with these labels: the boxes of a summary, such as
 * the balances of a statement. The signs between the values of a sum are left out.
 */
export function captionedValues(rows: readonly TextRow[]): TextRow[][] {
  return rows.flatMap((labels, index) => {
    const below = rows[index + 1];
    const values = below === undefined ? null : withoutOperators(below);
    return values !== null && areCaptioned(labels, values) ? [[labels, values]] : [];
  });
}

function areCaptioned(labels: TextRow, values: TextRow): boolean {
  const [above, below] = [piecesOf(labels), piecesOf(values)];
  return (
    above.length > 1 &&
    above.length === below.length &&
    values.box.y0 - labels.box.y1 <= reachEm * labels.sizePt &&
    above.every(({ chunk }) => isLabel(chunk)) &&
    below.every(({ chunk }) => /\d/.test(chunk.text) && isValueText(chunk.text)) &&
    below.every(({ x0, x1 }, index) => above.every((label, at) => (label.x0 < x1 && label.x1 > x0) === (at === index)))
  );
}

function isLabel({ text, words }: Chunk): boolean {
  return /\p{L}{2}/u.test(text) && !/\d/.test(text) && words.length <= longestLabel;
}

/** A row without the signs of a sum, which an equals sign shows it to be. */
function withoutOperators(row: TextRow): TextRow {
  if (!row.chunks.some(({ words }) => words.some(({ text }) => text === '='))) return row;
  const chunks = row.chunks.flatMap((chunk) => {
    const first = chunk.words.findIndex(({ text }) => !operator.test(text));
    const last = chunk.words.findLastIndex(({ text }) => !operator.test(text));
    return first < 0 ? [] : [partOfChunk(chunk, first, last + 1)];
  });
  return { ...row, chunks };
}
