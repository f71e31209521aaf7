import { greyRange } from './raster.ts';
import type { GreyRaster } from './recognizer.ts';
import { letters } from './thresholds.ts';

/** Takes the first and last column and row of a component. */
type FoundComponent = (left: number, top: number, right: number, bottom: number) => void;

/** 1 for each pixel that differs from the background of its tile: the rarer of dark and light is ink. */
export function inkOf({ data, widthPx, heightPx }: GreyRaster): Uint8Array {
  const ink = new Uint8Array(data.length);
  for (let top = 0; top < heightPx; top += letters.tilePx) {
    const bottom = Math.min(heightPx, top + letters.tilePx);
    for (let left = 0; left < widthPx; left += letters.tilePx) {
      markInk(data, ink, { left, top, right: Math.min(widthPx, left + letters.tilePx), bottom }, widthPx);
    }
  }
  return ink;
}

interface Tile {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function markInk(data: Uint8Array, ink: Uint8Array, { left, top, right, bottom }: Tile, widthPx: number): void {
  const { darkest, lightest } = greyRange({ data, widthPx }, { x0: left, y0: top, x1: right, y1: bottom });
  if (lightest - darkest < letters.minContrast) return;
  const middle = (darkest + lightest) / 2;
  let dark = 0;
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * widthPx + left; at < row * widthPx + right; at += 1) if ((data[at] ?? 0) < middle) dark += 1;
  }
  const isDarkInk = 2 * dark <= (right - left) * (bottom - top);
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * widthPx + left; at < row * widthPx + right; at += 1) {
      if ((data[at] ?? 0) < middle === isDarkInk) ink[at] = 1;
    }
  }
}

/** Gives each connected component (of eight neighbours) of `ink` to `found`, and erases it. */
export function findComponents(
  ink: Uint8Array,
  page: Pick<GreyRaster, 'widthPx' | 'heightPx'>,
  found: FoundComponent,
): void {
  const open = new Int32Array(ink.length);
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] !== 0) eraseComponent(ink, open, start, page, found);
  }
}

/** Erases the component of a pixel. `open` holds the pixels still to visit. */
function eraseComponent(
  ink: Uint8Array,
  open: Int32Array,
  start: number,
  { widthPx, heightPx }: Pick<GreyRaster, 'widthPx' | 'heightPx'>,
  found: FoundComponent,
): void {
  let size = 1;
  open[0] = start;
  ink[start] = 0;
  const first = start % widthPx;
  const top = Math.floor(start / widthPx);
  let [left, right, bottom] = [first, first, top];
  while (size > 0) {
    size -= 1;
    const at = open[size] ?? 0;
    const row = Math.floor(at / widthPx);
    const column = at - row * widthPx;
    if (column < left) left = column;
    if (column > right) right = column;
    if (row > bottom) bottom = row;
    for (let y = Math.max(0, row - 1); y <= Math.min(heightPx - 1, row + 1); y += 1) {
      for (let x = Math.max(0, column - 1); x <= Math.min(widthPx - 1, column + 1); x += 1) {
        const next = y * widthPx + x;
        if (ink[next] !== 1) continue;
        ink[next] = 0;
        open[size] = next;
        size += 1;
      }
    }
  }
  found(left, top, right, bottom);
}
