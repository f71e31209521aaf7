import type { Edge } from '../rules/edges.ts';
import type { Table } from '../types.ts';

/** Borders along this share of the width of a table separate its records. */
const acrossShare = 0.8;
/** This many rows that continue a record show that rows are lines; a single one may be a note. */
const minContinued = 3;

/**
 * Whether the tags of a table make a row of each printed line: between its rules or stripes, a row with text in most
 * columns is followed by rows with the further lines of its cells.
 */
export function hasLineRows({ box, cells, rowCuts, headerRows }: Table, level: readonly Edge[]): boolean {
  const borders = level.filter(
    ({ start, end }) => Math.min(end, box.x1) - Math.max(start, box.x0) > acrossShare * (box.x1 - box.x0),
  );
  const filled = cells.filter(({ row, text }) => row >= headerRows && text !== '');
  if (filled.some(({ lines }) => lines.length > 1)) return false;
  const rows = [...Map.groupBy(filled, ({ row }) => row)].toSorted(([a], [b]) => a - b);
  const recordOf = ([row]: (typeof rows)[number]) => {
    const middle = ((rowCuts[row] ?? 0) + (rowCuts[row + 1] ?? 0)) / 2;
    return borders.filter(({ at }) => at < middle).length;
  };
  const records = [...Map.groupBy(rows, recordOf).values()];
  const continued = records.flatMap(([first, ...others]) =>
    others.map(([, line]) => line.length < (first?.[1].length ?? 0)),
  );
  return records.length > 1 && continued.length >= minContinued && continued.every((isPart) => isPart);
}
