import { boxOf } from './fuse-readings.ts';
import type { GreyRaster, PixelBox, RasterLine } from './recognizer.ts';
import { look } from './thresholds.ts';

/** Share of what looks like text on a page that lies in no word, 0–1. Pictures look like text too. */
export function unreadInk(page: GreyRaster, lines: readonly RasterLine[], lineHeightPx: number): number {
  const size = Math.max(look.minTilePx, Math.round(lineHeightPx));
  const columns = Math.floor(page.widthPx / size);
  const rows = Math.floor(page.heightPx / size);
  const covered = new Uint8Array(columns * rows);
  for (const line of lines) cover(covered, columns, rows, size, boxOf(line));
  let inked = 0;
  let unread = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!looksLikeText(page, column * size, row * size, size)) continue;
      inked += 1;
      if (covered[row * columns + column] === 0) unread += 1;
    }
  }
  return inked === 0 ? 0 : unread / inked;
}

function cover(tiles: Uint8Array, columns: number, rows: number, size: number, box: PixelBox): void {
  const [left, right] = [Math.floor(box.x0 / size), Math.min(columns - 1, Math.floor(box.x1 / size))];
  const bottom = Math.min(rows - 1, Math.floor(box.y1 / size));
  for (let row = Math.max(0, Math.floor(box.y0 / size)); row <= bottom; row += 1) {
    for (let column = Math.max(0, left); column <= right; column += 1) tiles[row * columns + column] = 1;
  }
}

/** Letters cross a row of pixels many times, from dark to light and back; rules and edges do not. */
function looksLikeText(page: GreyRaster, left: number, top: number, size: number): boolean {
  return crossingsOf(page, left, top, size) >= look.minCrossings * (size / 2);
}

/** How often grey steps the other way in every second row of a tile. */
function crossingsOf({ data, widthPx }: GreyRaster, left: number, top: number, size: number): number {
  let crossings = 0;
  for (let row = top; row < top + size; row += 2) {
    let previous = 0;
    for (let column = left + 2; column < left + size; column += 1) {
      const at = row * widthPx + column;
      const step = (data[at] ?? 0) - (data[at - 2] ?? 0);
      const sign = step > look.minStep ? 1 : step < -look.minStep ? -1 : 0;
      if (sign === 0) continue;
      if (sign !== previous) crossings += 1;
      previous = sign;
    }
  }
  return crossings;
}

/**
 * Whether a picture may hold text: rows of letters on a ground that is even in places. Photographs have no rows, or no
 * such ground.
 */
export function mayHoldText(picture: GreyRaster, lineHeightPx: number): boolean {
  const size = Math.max(look.minTilePx, Math.round(lineHeightPx));
  const columns = Math.floor(picture.widthPx / size);
  const rows = Math.floor(picture.heightPx / size);
  let [inRows, even] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    let run = 0;
    for (let column = 0; column < columns; column += 1) {
      const crossings = crossingsOf(picture, column * size, row * size, size);
      if (crossings === 0) even += 1;
      run = crossings >= look.minCrossings * (size / 2) ? run + 1 : 0;
      if (run >= look.minRowTiles) inRows += 1;
    }
  }
  const tiles = columns * rows;
  return inRows >= look.minInRows && even >= look.minEven * tiles;
}
