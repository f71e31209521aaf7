import type { GreyRaster } from './recognizer.ts';

/** Anything this much darker than white belongs to a stroke, thin grey lines included. */
const darkBelow = 190;
const paper = 255;
/** Every so many rows, one is sampled to find out whether there can be a rule at all: most pages have none. */
const sampledRows = 4;

/** Whether a pixel belongs to a stroke. */
export function isDark(data: Uint8Array, at: number): boolean {
  return (data[at] ?? paper) < darkBelow;
}

/** Whether a column may have a dark run of this length; never false if one does. */
export function mayHaveRun({ data, widthPx, heightPx }: GreyRaster, lengthPx: number): boolean {
  const enough = Math.floor(lengthPx / sampledRows);
  const dark = new Uint16Array(widthPx);
  for (let row = 0; row < heightPx; row += sampledRows) {
    for (let column = 0, at = row * widthPx; column < widthPx; column += 1, at += 1) {
      const length = isDark(data, at) ? (dark[column] ?? 0) + 1 : 0;
      if (length >= enough) return true;
      dark[column] = length;
    }
  }
  return false;
}

/** Calls `use` with each vertical dark run: its column, its first row and the row below it. */
export function forEachRun(page: GreyRaster, use: (column: number, start: number, end: number) => void): void {
  const { widthPx, heightPx } = page;
  // The row in which the open run of each column began, to read row by row, which is many times faster.
  const starts = new Int32Array(widthPx).fill(-1);
  for (let row = 0; row <= heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      const start = starts[column] ?? -1;
      const dark = row < heightPx && isDark(page.data, row * widthPx + column);
      if (dark && start < 0) starts[column] = row;
      if (dark || start < 0) continue;
      use(column, start, row);
      starts[column] = -1;
    }
  }
}
