import type { GreyRaster } from '@platen/pdf-kit/ocr';
import type { TextRegion } from './text-regions.ts';
import { recognition } from './thresholds.ts';

/** A straight picture of a region: rows from the top, in grey. */
export interface LineStrip {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** How a region lies on the page: where it begins and which way it runs, in pixels of the page. */
export interface StripFrame {
  readonly originX: number;
  readonly originY: number;
  /** Unit vectors along the text and from its top to its bottom. */
  readonly along: readonly [number, number];
  readonly down: readonly [number, number];
  readonly length: number;
  readonly height: number;
}

/** The frame of a region: from left to right, or from top to bottom for text set downwards, whose letters are upright. */
export function stripFrame({ centreX, centreY, length, height, angle }: TextRegion, runsDown: boolean): StripFrame {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = runsDown ? ([-sin, cos] as const) : ([cos, sin] as const);
  const down = runsDown ? ([-cos, -sin] as const) : ([-sin, cos] as const);
  const [size, across] = runsDown ? [height, length] : [length, height];
  return {
    originX: centreX - (along[0] * size + down[0] * across) / 2,
    originY: centreY - (along[1] * size + down[1] * across) / 2,
    along,
    down,
    length: size,
    height: across,
  };
}

/**
 * Straightens a region to a strip of the height that lines are read at, and of its own width, at most `maxWidthPx`. Where the
 * page is finer, several of its pixels make one.
 */
export function cutStrip(
  page: GreyRaster,
  frame: StripFrame,
  maxWidthPx: number = recognition.maxStripWidthPx,
): LineStrip {
  const heightPx = recognition.stripHeightPx;
  const widthPx = Math.min(maxWidthPx, Math.max(1, Math.round((heightPx * frame.length) / frame.height)));
  const data = new Uint8Array(widthPx * heightPx);
  const [stepX, stepY] = [frame.length / widthPx, frame.height / heightPx];
  const samples = Math.max(1, Math.round(Math.max(stepX, stepY)));
  for (let row = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      let sum = 0;
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const u = (column + ((sample % samples) + 0.5) / samples) * stepX;
        const v = (row + (Math.floor(sample / samples) + 0.5) / samples) * stepY;
        const x = frame.originX + frame.along[0] * u + frame.down[0] * v;
        const y = frame.originY + frame.along[1] * u + frame.down[1] * v;
        sum += greyAt(page, x - 0.5, y - 0.5);
      }
      data[row * widthPx + column] = sum / (samples * samples);
    }
  }
  return { data, widthPx, heightPx };
}

/** The grey between pixels; beyond the edge of the page, that of the edge. */
function greyAt({ data, widthPx, heightPx }: GreyRaster, x: number, y: number): number {
  const left = Math.min(widthPx - 1, Math.max(0, x));
  const top = Math.min(heightPx - 1, Math.max(0, y));
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [x1, y1] = [Math.min(widthPx - 1, x0 + 1), Math.min(heightPx - 1, y0 + 1)];
  const [fx, fy] = [left - x0, top - y0];
  const at = (column: number, row: number) => data[row * widthPx + column] ?? 0;
  return (at(x0, y0) * (1 - fx) + at(x1, y0) * fx) * (1 - fy) + (at(x0, y1) * (1 - fx) + at(x1, y1) * fx) * fy;
}

/** A strip at −1 to 1 in three equal channels, as models take it; what is wider than the strip is grey. */
export function stripInput({ data, widthPx: from, heightPx }: LineStrip, widthPx: number): Float32Array {
  const channel = widthPx * heightPx;
  const values = new Float32Array(3 * channel);
  for (let row = 0; row < heightPx; row += 1) {
    for (let column = 0; column < from; column += 1) {
      values[row * widthPx + column] = (data[row * from + column] ?? 0) / 127.5 - 1;
    }
  }
  values.copyWithin(channel, 0, channel);
  values.copyWithin(2 * channel, 0, channel);
  return values;
}
