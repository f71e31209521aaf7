import { type BitPlane, clearRun, packBelow } from '@platen/pdf-kit/bilevel';
import { findPictures } from './find-pictures.ts';
import type { GrayImage } from './gray-image.ts';
import { atSizeOf, despeckle, dilate, scaleOf } from './plane-operations.ts';
import { separableFilter } from './separable-filter.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** The mask of a scan, and the luma of its brightest background. */
export interface BinarizedScan {
  readonly mask: BitPlane;
  readonly brightest: number;
}

/**
 * Binarises a scan by local thresholds: the mask is text and lines, without pictures, and without specks, which a mask would
 * make darker. Background and pictures are found on `coarse`, the same luma at full or half size.
 */
export function binarizeScan(luma: GrayImage, coarse: GrayImage, dpi: number): BinarizedScan {
  const scale = scaleOf(luma, coarse);
  const coarseDpi = dpi / scale;
  const cell = Math.max(4, Math.round(coarseDpi * thresholds.backgroundCellInches));
  const columns = Math.ceil(coarse.width / cell);
  const background = estimateBackground(coarse, cell);
  const mask = belowThreshold(luma, background, scale * cell);
  const coarseMask = atSizeOf(coarse, mask);
  const pictures = findPictures({
    luma: coarse,
    mask: coarseMask,
    near: dilate(coarseMask, edgeReach(coarseDpi)),
    backgroundAt: (x, y) => background[Math.floor(y / cell) * columns + Math.floor(x / cell)] as number,
    block: Math.round(coarseDpi * thresholds.blockInches),
  });
  for (const { left, top, right, bottom } of pictures) {
    const [from, to] = [scale * left, Math.min(luma.width, scale * right)];
    for (let y = scale * top; y < Math.min(luma.height, scale * bottom); y += 1) clearRun(mask, y, from, to);
  }
  return { mask: despeckle(mask), brightest: background.reduce((most, value) => Math.max(most, value), 0) };
}

/** The width of the grey edge around foreground, in pixels. */
export function edgeReach(dpi: number): number {
  return Math.max(1, Math.round(dpi * thresholds.edgeInches));
}

/** The luma of the background in each cell: a percentile of the cell, dilated over the cells around it. */
function estimateBackground(luma: GrayImage, cell: number): Uint8Array {
  const [columns, rows] = [Math.ceil(luma.width / cell), Math.ceil(luma.height / cell)];
  const percentiles = new Uint8Array(columns * rows);
  const histogram = new Uint16Array(256);
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      percentiles[at] = percentileOfCell(luma, column * cell, row * cell, cell, histogram);
    }
  }
  return separableFilter({ columns, rows }, percentiles, thresholds.backgroundReach, Math.max);
}

/** The `backgroundPercentile` of a cell. `histogram` is a buffer. */
function percentileOfCell(
  { data, width, height }: GrayImage,
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
  // From the top, since background is bright.
  let value = 255;
  for (let seen = count - (histogram[255] as number); seen >= count * thresholds.backgroundPercentile; ) {
    value -= 1;
    seen -= histogram[value] as number;
  }
  return value;
}

function belowThreshold(luma: GrayImage, background: Uint8Array, cell: number): BitPlane {
  const { width } = luma;
  const columns = Math.ceil(width / cell);
  const thresholdsOfRow = new Uint8Array(width);
  return packBelow(luma, (y) => {
    if (y % cell !== 0) return thresholdsOfRow;
    for (let column = 0; column < columns; column += 1) {
      const bright = background[(y / cell) * columns + column] as number;
      const threshold = Math.min(Math.ceil(bright * thresholds.foregroundShare), bright - thresholds.minContrast);
      // A negative value would wrap around in a byte array.
      thresholdsOfRow.fill(Math.max(0, threshold), column * cell, (column + 1) * cell);
    }
    return thresholdsOfRow;
  });
}
