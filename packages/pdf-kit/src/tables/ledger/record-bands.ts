import type { ColumnRow } from '../column-row.ts';
import { isClearlyLarger } from '../is-clearly-larger.ts';
import { lineKind } from './line-kinds.ts';

/** Whether a rule lies between two heights. */
export type Separated = (above: number, below: number) => boolean;

/** Minimum number of bands between rules. */
const minBands = 3;
/** Pitches that differ by less than this factor are equal up to rounding. */
const sameShare = 0.98;

/**
 * Splits lines at rules or stripes if each band holds the amounts of one record, else at gaps as wide as
 * `leastApartPt`. Null if neither applies.
 */
export function recordBands(
  rows: readonly ColumnRow[],
  separated: Separated,
  columns: ReadonlySet<number>,
  leastApartPt: number | null,
): ColumnRow[][] | null {
  const hasAmounts = (row: ColumnRow) => lineKind(row, columns) === 'amounts';
  const ruled = splitWhere(rows, (above, below) => isApart(above, below, separated));
  if (ruled.length >= minBands && ruled.every((band) => band.filter(hasAmounts).length === 1)) return ruled;
  if (leastApartPt === null) return null;
  const apart = splitWhere(
    rows,
    (above, below) => isApart(above, below, separated) || pitch(above, below) >= leastApartPt,
  );
  // Other lines of a record continue its texts: a separate value belongs to its own record.
  const goesOn = (row: ColumnRow) => hasAmounts(row) || !row.chunks.some(({ first }) => columns.has(first));
  return apart.every((band) => band.length === 1 || band.every(goesOn)) ? apart : null;
}

/**
 * The minimum distance of lines of different records, if lines of one record are clearly closer: such a gap occurs
 * between the amounts of any two records, on whichever line of their record these are.
 */
export function leastApart(pages: readonly (readonly ColumnRow[])[], columns: ReadonlySet<number>): number | null {
  const pitches = pages.flatMap((rows) => rows.slice(1).map((row, index) => pitch(rows[index], row)));
  const widest = pages.flatMap((rows) => {
    const records = rows.flatMap((row, index) => (lineKind(row, columns) === 'amounts' ? [index] : []));
    return records.slice(1).map((end, index) => {
      const between = rows.slice(records[index], end + 1);
      return Math.max(...between.slice(1).map((row, at) => pitch(between[at], row)));
    });
  });
  const least = Math.min(...widest);
  const within = Math.max(0, ...pitches.filter((own) => own < sameShare * least));
  return widest.length >= minBands && within > 0 && isClearlyLarger(least, within) ? (least + within) / 2 : null;
}

/** Splits lines wherever one is apart from the line above. */
export function splitWhere(
  rows: readonly ColumnRow[],
  areApart: (above: ColumnRow, below: ColumnRow) => boolean,
): ColumnRow[][] {
  const bands: ColumnRow[][] = [];
  for (const row of rows) {
    const above = bands.at(-1)?.at(-1);
    if (above === undefined || areApart(above, row)) bands.push([row]);
    else bands.at(-1)?.push(row);
  }
  return bands;
}

/** The distance between two lines. */
export function pitch(above: ColumnRow | undefined, below: ColumnRow | undefined): number {
  return above === undefined || below === undefined
    ? Number.POSITIVE_INFINITY
    : below.row.baseline - above.row.baseline;
}

/** Whether a rule is between two lines. */
export function isApart(above: ColumnRow | undefined, below: ColumnRow | undefined, separated: Separated): boolean {
  if (above === undefined || below === undefined) return true;
  return separated((above.row.box.y0 + above.row.box.y1) / 2, (below.row.box.y0 + below.row.box.y1) / 2);
}
