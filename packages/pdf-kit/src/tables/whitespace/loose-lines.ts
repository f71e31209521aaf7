import type { ColumnRow } from '../column-row.ts';
import { isClearlyLarger } from '../is-clearly-larger.ts';
import { isEntryText } from '../value-text.ts';

/**
 * Lines closer than this, in em, are not adjacent lines of one column: text is vertically centred beside a taller cell.
 */
const closestPitchEm = 0.85;
/** Tolerance for the position of a mirrored line, as a share of the line pitch. */
const mirrorTolerance = 0.3;

/** The row that a line without values belongs to: the row of values before it or after it. */
export type LinePlace = 'previous' | 'next';

/**
 * Finds the rows of wrapped lines where cells are not top-aligned. Lines between two rows of values belong to the
 * nearer one if texts are vertically centred, and are otherwise split at the widest gap. Lines whose row is unclear are
 * left out.
 */
export function placeLooseLines(rows: readonly ColumnRow[]): ReadonlyMap<ColumnRow, LinePlace> {
  const places = new Map<ColumnRow, LinePlace>();
  const anchors = rows.flatMap((row, index) => (isAnchor(row) ? [index] : []));
  if (anchors.length < 2) return places;
  const centred = isCentred(rows);
  const ends = [-1, ...anchors, rows.length];
  ends.slice(1).forEach((end, index) => {
    const start = ends[index] ?? -1;
    const loose = rows.slice(start + 1, end);
    if (loose.length === 0) return;
    const between = { above: rows[start] ?? null, loose, below: rows[end] ?? null };
    for (const [line, place] of centred ? placeByDistance(between, rows) : placeByWhitespace(between))
      places.set(line, place);
  });
  return places;
}

interface LooseRun {
  readonly above: ColumnRow | null;
  readonly loose: readonly ColumnRow[];
  readonly below: ColumnRow | null;
}

/** A row of values; each row of the table has one. */
function isAnchor({ chunks }: ColumnRow): boolean {
  return chunks.some(({ first, chunk }) => first > 0 && isEntryText(chunk.text));
}

/** Whether a line is so close to a row of values that it can only be half a line of a neighbour. */
function isCentred(rows: readonly ColumnRow[]): boolean {
  return rows.some((row, index) => {
    const next = rows[index + 1];
    if (next === undefined || isAnchor(row) === isAnchor(next)) return false;
    const distance = next.row.baseline - row.row.baseline;
    const apart = !row.chunks.some(({ first, last }) =>
      next.chunks.some((other) => other.first <= last && other.last >= first),
    );
    return apart && distance < closestPitchEm * Math.min(row.row.sizePt, next.row.sizePt);
  });
}

function placeByDistance({ above, loose, below }: LooseRun, rows: readonly ColumnRow[]): [ColumnRow, LinePlace][] {
  return loose.flatMap((line): [ColumnRow, LinePlace][] => {
    const toAbove = above === null ? Number.POSITIVE_INFINITY : line.row.baseline - above.row.baseline;
    const toBelow = below === null ? Number.POSITIVE_INFINITY : below.row.baseline - line.row.baseline;
    const anchor = toBelow < toAbove ? below : above;
    // A label without a counterpart on the other side of the values is a heading.
    if (anchor === null || !hasMirror(line, anchor, rows)) return [];
    return [[line, toBelow < toAbove ? 'next' : 'previous']];
  });
}

/** Whether text of the same column is as far on the other side of a row. */
function hasMirror(line: ColumnRow, anchor: ColumnRow, rows: readonly ColumnRow[]): boolean {
  const expected = 2 * anchor.row.baseline - line.row.baseline;
  const tolerance = mirrorTolerance * line.row.sizePt;
  return rows.some(
    (other) =>
      !isAnchor(other) &&
      Math.abs(other.row.baseline - expected) < tolerance &&
      line.chunks.every(({ first }) => other.chunks.some((chunk) => chunk.first === first)),
  );
}

/** Lines of one text column, without a label: those below the widest gap belong to the next row. */
function placeByWhitespace({ above, loose, below }: LooseRun): [ColumnRow, LinePlace][] {
  const columns = new Set(loose.flatMap(({ chunks }) => chunks.map(({ first }) => first)));
  const [column = 0] = columns;
  if (columns.size !== 1 || column === 0) return [];
  const isOwn = (row: ColumnRow | null): row is ColumnRow => row?.chunks.some(({ first }) => first === column) === true;
  const lines = [...(isOwn(above) ? [above] : []), ...loose, ...(isOwn(below) ? [below] : [])];
  const gaps = lines.slice(1).map((line, index) => line.row.baseline - (lines[index]?.row.baseline ?? 0));
  const widest = Math.max(...gaps);
  const rivals = gaps.filter((gap) => !isClearlyLarger(widest, gap));
  if (!isClearlyLarger(widest, Math.min(...gaps)) || rivals.length > 1) return [];
  const cut = lines[gaps.indexOf(widest)]?.row.baseline ?? 0;
  return loose.map((line) => [line, line.row.baseline > cut ? 'next' : 'previous']);
}
