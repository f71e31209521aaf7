import type { GreyRaster } from './recognizer.ts';
import { letters } from './thresholds.ts';

/**
 * The height of a line of usual letters (ascender to descender) on a page, in pixels, measured on its connected components
 * of ink; null if none looks like a letter. Light letters on dark count too. What the file states about its
 * resolution is not used.
 */
export function measureLetterHeight(page: GreyRaster): number | null {
  const heights = letterHeights(inkOf(page), page.widthPx, page.heightPx);
  let total = 0;
  for (let height = letters.minPx; height < heights.length; height += 1) {
    total += height * (heights[height] ?? 0);
  }
  if (total === 0) return null;
  // By their heights, so that the dots of a dithered ground do not outnumber letters.
  let below = 0;
  for (let height = letters.minPx; height < heights.length; height += 1) {
    below += height * (heights[height] ?? 0);
    if (2 * below >= total) return height * letters.lineHeights;
  }
  return null;
}

/** 1 for each pixel that differs from the background of its tile: the rarer of dark and light is ink. */
function inkOf({ data, widthPx, heightPx }: GreyRaster): Uint8Array {
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
  let [darkest, lightest] = [255, 0];
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * widthPx + left; at < row * widthPx + right; at += 1) {
      const grey = data[at] ?? 0;
      if (grey < darkest) darkest = grey;
      if (grey > lightest) lightest = grey;
    }
  }
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

/** How many components that look like letters have each height, in pixels. Erases `ink`. */
function letterHeights(ink: Uint8Array, widthPx: number, heightPx: number): Uint32Array {
  const counts = new Uint32Array(letters.maxPx + 1);
  const open = new Int32Array(ink.length);
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] === 0) continue;
    const { width, height } = eraseComponent(ink, open, start, widthPx, heightPx);
    const isLetter = width >= letters.minAspect * height && width <= letters.maxAspect * height;
    if (isLetter && height >= letters.minPx && height <= letters.maxPx) counts[height] = (counts[height] ?? 0) + 1;
  }
  return counts;
}

/** Erases the component (of eight neighbours) of a pixel; gives its size. `open` holds the pixels still to visit. */
function eraseComponent(ink: Uint8Array, open: Int32Array, start: number, widthPx: number, heightPx: number) {
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
  return { width: right - left + 1, height: bottom - top + 1 };
}
