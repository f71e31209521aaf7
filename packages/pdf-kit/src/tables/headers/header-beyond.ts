import { median } from '../../statistics.ts';
import { isHeadingText } from '../is-heading-text.ts';
import { hasValues, isTableRow } from '../table-row.ts';
import type { TextRow } from '../text-rows.ts';
import { type ColumnGap, columnOf } from '../whitespace/column-cuts.ts';

/** Maximum distance of a header above its rows if its headings are aligned with the columns, in line heights. */
const reachLines = 3.5;
/** Rows with few cells between a header and the first full row: an opening balance. */
const maxSparse = 2;
/** Their maximum distance, as a multiple of the pitch of the other rows. */
const pitchShare = 1.3;
/** At least this many headings, and this share of them, begin or end where their columns do, */
const minAligned = 3;
const alignedShare = 0.5;
/** within this tolerance in points. */
const alignedPt = 1;

/**
 * For a table without a header: the rows above it from the header on, if that is further away than rows are from each
 * other, or rows with few cells are between. Empty if no row of headings is aligned with the columns.
 */
export function rowsFromHeader(
  table: readonly TextRow[],
  above: readonly TextRow[],
  gaps: readonly ColumnGap[],
): readonly TextRow[] {
  const [first] = table;
  if (first === undefined || table.length < 2 || gaps.length < 2 || !hasValues(first)) return [];
  const pitch = median(table.slice(1).map(({ box }, index) => box.y0 - (table[index]?.box.y0 ?? 0)));
  const found: TextRow[] = [];
  for (const row of above.toReversed()) {
    const next = found[0] ?? first;
    if (next.box.y0 - row.box.y1 > reachLines * row.sizePt || !keepsTo(row, gaps)) return [];
    if (isHeader(row, table, gaps)) return [row, ...found];
    const isSparse = hasValues(row) && isTableRow(row) && next.box.y0 - row.box.y0 <= pitchShare * pitch;
    if (!isSparse || found.length >= maxSparse) return [];
    found.unshift(row);
  }
  return [];
}

/** Whether no text of a row crosses the whitespace between two columns. */
function keepsTo({ chunks }: TextRow, gaps: readonly ColumnGap[]): boolean {
  return chunks.every(({ words }) =>
    words.every(({ box }) => !gaps.some(({ start, end }) => box.x0 < start - 1 && box.x1 > end + 1)),
  );
}

function isHeader({ chunks }: TextRow, table: readonly TextRow[], gaps: readonly ColumnGap[]): boolean {
  if (chunks.length < minAligned || chunks.length < gaps.length || !chunks.every(({ text }) => isHeadingText(text)))
    return false;
  const cuts = [Number.NEGATIVE_INFINITY, ...gaps.map(({ start, end }) => (start + end) / 2), Number.POSITIVE_INFINITY];
  const cells = Map.groupBy(
    table.flatMap((row) => row.chunks),
    ({ box }) => columnOf((box.x0 + box.x1) / 2, cuts),
  );
  const aligned = chunks.filter(({ box }) => {
    const own = cells.get(columnOf((box.x0 + box.x1) / 2, cuts)) ?? [];
    const isSame = (side: 'x0' | 'x1') =>
      own.filter((cell) => Math.abs(cell.box[side] - box[side]) <= alignedPt).length > alignedShare * own.length;
    return own.length > 0 && (isSame('x0') || isSame('x1'));
  });
  return aligned.length >= Math.max(minAligned, alignedShare * chunks.length);
}
