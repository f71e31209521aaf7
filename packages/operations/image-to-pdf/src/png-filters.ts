/** The filters of PNG (third edition, 9.2), which FlateDecode knows as predictors; `average` is only read. */
export const rowFilters = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

export interface FilteredRow {
  readonly filter: number;
  /** The row above; zeros above the first. */
  readonly prior: Uint8Array;
  /** Bytes of a whole pixel, at least 1. */
  readonly pixelBytes: number;
}

/** Takes the filter off a row, in place. False when there is no such filter. */
export function unfilterRow(row: Uint8Array, { filter, prior, pixelBytes }: FilteredRow): boolean {
  switch (filter) {
    case rowFilters.none:
      return true;
    case rowFilters.sub:
      for (let at = pixelBytes; at < row.length; at++) row[at] = (row[at] ?? 0) + (row[at - pixelBytes] ?? 0);
      return true;
    case rowFilters.up:
      for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) + (prior[at] ?? 0);
      return true;
    case rowFilters.average:
      for (let at = 0; at < row.length; at++) {
        const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
        row[at] = (row[at] ?? 0) + ((left + (prior[at] ?? 0)) >> 1);
      }
      return true;
    case rowFilters.paeth:
      for (let at = 0; at < Math.min(pixelBytes, row.length); at++) row[at] = (row[at] ?? 0) + (prior[at] ?? 0);
      for (let at = pixelBytes; at < row.length; at++) {
        const back = at - pixelBytes;
        row[at] = (row[at] ?? 0) + paeth(row[back] ?? 0, prior[at] ?? 0, prior[back] ?? 0);
      }
      return true;
    default:
      return false;
  }
}

/** Writes a row with a filter put on to `target`, without the byte that names the filter. */
export function filterRow(row: Uint8Array, { filter, prior, pixelBytes }: FilteredRow, target: Uint8Array): void {
  switch (filter) {
    case rowFilters.sub:
      target.set(row.subarray(0, pixelBytes));
      for (let at = pixelBytes; at < row.length; at++) target[at] = (row[at] ?? 0) - (row[at - pixelBytes] ?? 0);
      return;
    case rowFilters.up:
      for (let at = 0; at < row.length; at++) target[at] = (row[at] ?? 0) - (prior[at] ?? 0);
      return;
    case rowFilters.paeth:
      for (let at = 0; at < Math.min(pixelBytes, row.length); at++) target[at] = (row[at] ?? 0) - (prior[at] ?? 0);
      for (let at = pixelBytes; at < row.length; at++) {
        const back = at - pixelBytes;
        target[at] = (row[at] ?? 0) - paeth(row[back] ?? 0, prior[at] ?? 0, prior[back] ?? 0);
      }
      return;
    default:
      target.set(row);
  }
}

/** The neighbour that is nearest to left + above - corner. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
