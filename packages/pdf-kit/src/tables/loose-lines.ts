import type { ColumnRow } from './column-row.ts';
import { isClearlyLarger } from './is-clearly-larger.ts';
import { isEntryText } from './value-text.ts';

/** Lines closer than this, in em, are no neighbours in one column: text is set in the middle of a taller cell. */
const closestPitchEm = 0.85;
/** A mirrored line lies where it should but for this share of the line pitch. */
const mirrorTolerance = 0.3;

/** The row a line without values belongs to: the one with values before it, or the one after it. */
export type LinePlace = 'previous' | 'next';

/**
 * Finds the rows that lines of wrapped cells belong to, where cells are not set to the top of their row. Lines that are
 * between two rows of values go with the nearer one where texts are set in the middle, and are separated at the widest
 * gap elsewhere. Lines whose row is not clear are left out.
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

/** A row of values, which each row of the table has one of. */
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
    // A label without its like on the other side of the values is a heading.
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
