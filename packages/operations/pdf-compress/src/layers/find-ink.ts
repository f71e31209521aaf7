import { type BitPlane, clearRun, packBelow } from '@platen/pdf-kit/bilevel';
import type { Brightness } from './brightness.ts';
import { findPictures } from './find-pictures.ts';
import { foldAround } from './fold-around.ts';
import { atSizeOf, dropDust, scaleOf, widen } from './plane-operations.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** The ink of a page, and how bright its brightest paper is. */
export interface FoundInk {
  readonly ink: BitPlane;
  readonly paperBrightness: number;
}

/**
 * The pixels of text and lines, without dust: those that have at most one neighbour, which a mask would make darker. What
 * is paper and what are pictures is seen on `coarse`, the same at its size or at half of it.
 */
export function findInk(picture: Brightness, coarse: Brightness, dpi: number): FoundInk {
  const scale = scaleOf(picture, coarse);
  const coarseDpi = dpi / scale;
  const cell = Math.max(4, Math.round(coarseDpi * thresholds.paperCellInches));
  const columns = Math.ceil(coarse.width / cell);
  const paper = estimatePaper(coarse, cell);
  const ink = darkPixels(picture, paper, scale * cell);
  const coarseInk = atSizeOf(coarse, ink);
  const pictures = findPictures({
    picture: coarse,
    ink: coarseInk,
    near: widen(coarseInk, edgeReach(coarseDpi)),
    paperAt: (x, y) => paper[Math.floor(y / cell) * columns + Math.floor(x / cell)] as number,
    block: Math.round(coarseDpi * thresholds.blockInches),
  });
  for (const { left, top, right, bottom } of pictures) {
    const [from, to] = [scale * left, Math.min(picture.width, scale * right)];
    for (let y = scale * top; y < Math.min(picture.height, scale * bottom); y += 1) clearRun(ink, y, from, to);
  }
  return { ink: dropDust(ink), paperBrightness: paper.reduce((most, value) => Math.max(most, value), 0) };
}

/** How many pixels wide the grey edge around ink is. */
export function edgeReach(dpi: number): number {
  return Math.max(1, Math.round(dpi * thresholds.edgeInches));
}

/** The brightness of the paper in each cell: the brightest of what most of the cells around it are not brighter than. */
function estimatePaper(picture: Brightness, cell: number): Uint8Array {
  const [columns, rows] = [Math.ceil(picture.width / cell), Math.ceil(picture.height / cell)];
  const bright = new Uint8Array(columns * rows);
  const histogram = new Uint16Array(256);
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      bright[at] = brightnessOfCell(picture, column * cell, row * cell, cell, histogram);
    }
  }
  return foldAround({ columns, rows }, bright, thresholds.paperReach, Math.max);
}

/** What `paperPercentile` of the pixels of a cell are not brighter than. `histogram` is for its use. */
function brightnessOfCell(
  { data, width, height }: Brightness,
  left: number,
  top: number,
  cell: number,
  histogram: Uint16Array,
): number {
  const right = Math.min(width, left + cell);
  const bottom = Math.min(height, top + cell);
  histogram.fill(0);
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const value = data[at] as number;
      histogram[value] = (histogram[value] as number) + 1;
    }
  }
  const count = (right - left) * (bottom - top);
  // From the top: paper is bright.
  let value = 255;
  for (let seen = count - (histogram[255] as number); seen >= count * thresholds.paperPercentile; ) {
    value -= 1;
    seen -= histogram[value] as number;
  }
  return value;
}

function darkPixels(picture: Brightness, paper: Uint8Array, cell: number): BitPlane {
  const { width } = picture;
  const columns = Math.ceil(width / cell);
  const bounds = new Uint8Array(width);
  return packBelow(picture, (y) => {
    if (y % cell !== 0) return bounds;
    for (let column = 0; column < columns; column += 1) {
      const brightness = paper[(y / cell) * columns + column] as number;
      const bound = Math.min(Math.ceil(brightness * thresholds.inkShare), brightness - thresholds.minInkContrast);
      // A byte array takes what is below 0 for something else.
      bounds.fill(Math.max(0, bound), column * cell, (column + 1) * cell);
    }
    return bounds;
  });
}
