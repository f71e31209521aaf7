import { type BitPlane, packBelow } from '@platen/pdf-kit/bilevel';
import type { Brightness } from './brightness.ts';
import { clearPictures } from './clear-pictures.ts';
import { dropDust, widen } from './plane-operations.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** The ink of a page, and how bright its brightest paper is. */
export interface FoundInk {
  readonly ink: BitPlane;
  readonly paperBrightness: number;
}

/** The pixels of text and lines, without dust: those that have at most one neighbour, which a mask would make darker. */
export function findInk(picture: Brightness, dpi: number): FoundInk {
  const cell = Math.max(4, Math.round(dpi * thresholds.paperCellInches));
  const paper = estimatePaper(picture, cell);
  const ink = darkPixels(picture, paper, cell);
  const columns = Math.ceil(picture.width / cell);
  clearPictures({
    picture,
    ink,
    near: widen(ink, edgeReach(dpi)),
    paperAt: (x, y) => paper[Math.floor(y / cell) * columns + Math.floor(x / cell)] as number,
    block: Math.round(dpi * thresholds.blockInches),
  });
  return { ink: dropDust(ink), paperBrightness: paper.reduce((most, value) => Math.max(most, value), 0) };
}

/** How many pixels wide the grey edge around ink is. */
export function edgeReach(dpi: number): number {
  return Math.max(1, Math.round(dpi * thresholds.edgeInches));
}

/** The brightness of the paper in each cell: the brightest of what most of the cells around it are not brighter than. */
function estimatePaper({ data, width, height }: Brightness, cell: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const bright = new Uint8Array(columns * rows);
  const histogram = new Uint16Array(256);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [right, bottom] = [Math.min(width, (column + 1) * cell), Math.min(height, (row + 1) * cell)];
      for (let y = row * cell; y < bottom; y += 1) {
        for (let at = y * width + column * cell; at < y * width + right; at += 1) {
          const value = data[at] as number;
          histogram[value] = (histogram[value] as number) + 1;
        }
      }
      const count = (right - column * cell) * (bottom - row * cell);
      // From the top: paper is bright.
      let value = 255;
      for (let seen = count - (histogram[255] as number); seen >= count * thresholds.paperPercentile; ) {
        value -= 1;
        seen -= histogram[value] as number;
      }
      bright[row * columns + column] = value;
      histogram.fill(0);
    }
  }
  return brightestAround(bright, columns, rows);
}

function brightestAround(bright: Uint8Array, columns: number, rows: number): Uint8Array {
  const reach = thresholds.paperReach;
  const result = new Uint8Array(bright.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let brightest = 0;
      for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1) {
        for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x += 1) {
          brightest = Math.max(brightest, bright[y * columns + x] as number);
        }
      }
      result[row * columns + column] = brightest;
    }
  }
  return result;
}

function darkPixels(picture: Brightness, paper: Uint8Array, cell: number): BitPlane {
  const { width } = picture;
  const columns = Math.ceil(width / cell);
  const bounds = new Uint8Array(width);
  return packBelow(picture, (y) => {
    if (y % cell !== 0) return bounds;
    const row = (y / cell) * columns;
    for (let x = 0; x < width; x += 1) {
      const brightness = paper[row + Math.floor(x / cell)] as number;
      // A byte array takes what is below 0 for something else.
      bounds[x] = Math.max(
        0,
        Math.min(Math.ceil(brightness * thresholds.inkShare), brightness - thresholds.minInkContrast),
      );
    }
    return bounds;
  });
}
