import { growBox } from '../page-model/box.ts';
import { median } from '../statistics.ts';
import type { GreyRaster, PixelBox } from './recognizer.ts';
import { effort } from './thresholds.ts';

const white = 255;
/** Every so many pixels in either direction, one is sampled for the background. */
const stride = 3;

/** Whether the background of a place is dark enough for light letters. */
export function isDarkAt(page: GreyRaster, place: PixelBox): boolean {
  return medianGreyIn(page, place) < effort.darkBox;
}

/**
 * Shows only the light letters of dark boxes, as dark on white: everything on a dark background in the rows of these places.
 * A light run longer than the height of a line is not a letter, but the paper beside a box.
 */
export function showDarkBoxes(page: GreyRaster, places: readonly PixelBox[], lineHeightPx: number): GreyRaster {
  const shown = { ...page, data: new Uint8Array(page.data.length).fill(white) };
  for (const { y0, y1 } of new Map(places.map((place) => [place.y0, place])).values()) {
    for (let x0 = 0; x0 + (y1 - y0) <= page.widthPx; x0 += y1 - y0) {
      const place = { x0, y0, x1: x0 + (y1 - y0), y1 };
      if (isDarkAt(page, place)) showPlace(page, shown.data, place, lineHeightPx);
    }
  }
  return shown;
}

/** Shows a place with half a line around it, since letters extend beyond it. */
function showPlace(page: GreyRaster, target: Uint8Array, place: PixelBox, lineHeightPx: number): void {
  const background = medianGreyIn(page, place);
  const box = growBox(place, Math.round(lineHeightPx / 2));
  for (let row = Math.max(0, box.y0); row < Math.min(page.heightPx, box.y1); row += 1) {
    showRow(page, target, row, box, background, lineHeightPx);
  }
}

function medianGreyIn({ data, widthPx, heightPx }: GreyRaster, { x0, y0, x1, y1 }: PixelBox): number {
  const greys: number[] = [];
  for (let row = Math.max(0, Math.floor(y0)); row < Math.min(heightPx, y1); row += stride) {
    for (let column = Math.max(0, Math.floor(x0)); column < Math.min(widthPx, x1); column += stride) {
      greys.push(data[row * widthPx + column] ?? white);
    }
  }
  return greys.length === 0 ? white : median(greys);
}

function showRow(
  { data, widthPx }: GreyRaster,
  target: Uint8Array,
  row: number,
  { x0, x1 }: PixelBox,
  background: number,
  lineHeightPx: number,
): void {
  const isLight = (column: number) => (data[row * widthPx + column] ?? 0) > (background + white) / 2;
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(widthPx, Math.ceil(x1))];
  for (let column = left; column < right; ) {
    let [from, to] = [column, column + 1];
    if (isLight(column)) {
      // A run at the edge of the box is measured beyond it.
      while (from > 0 && column - from <= lineHeightPx && isLight(from - 1)) from -= 1;
      while (to < widthPx && to - column <= right - column + lineHeightPx && isLight(to)) to += 1;
    }
    const isPaper = to - from > lineHeightPx;
    for (; column < Math.min(to, right); column += 1) {
      const lighter = Math.max(0, (data[row * widthPx + column] ?? 0) - background);
      target[row * widthPx + column] = isPaper ? white : white - (lighter * white) / (white - background);
    }
  }
}
