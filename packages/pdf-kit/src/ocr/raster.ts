import { chainMatrices, invertMatrix, type Matrix, transformPoint } from '../page-model/matrix.ts';
import { loadSharp } from '../sharp.ts';
import type { GreyRaster, PixelBox } from './recognizer.ts';

/** A raster made from another, and the transform from its pixels to those of the source. */
export interface DerivedRaster {
  readonly raster: GreyRaster;
  readonly toSource: Matrix;
}

/** A box in points as whole pixels of a page, cut off at its edges. */
export function pixelBox({ dpi, widthPx, heightPx }: GreyRaster, { x0, y0, x1, y1 }: PixelBox): PixelBox {
  const toPixel = (lengthPt: number, limit: number) => Math.max(0, Math.min(limit, Math.round((lengthPt * dpi) / 72)));
  return {
    x0: toPixel(x0, widthPx),
    x1: toPixel(x1, widthPx),
    y0: toPixel(y0, heightPx),
    y1: toPixel(y1, heightPx),
  };
}

/** The part of a raster within a box of whole pixels, which is not larger; empty if the box is. */
export function cutRaster({ data, widthPx, dpi }: GreyRaster, { x0, y0, x1, y1 }: PixelBox): GreyRaster {
  const [width, height] = [Math.max(0, x1 - x0), Math.max(0, y1 - y0)];
  const cut = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y0 + row) * widthPx + x0;
    cut.set(data.subarray(from, from + width), row * width);
  }
  return { data: cut, widthPx: width, heightPx: height, dpi };
}

/** The darkest and the lightest grey in a box of whole pixels; 255 and 0 if it is empty. */
export function greyRange(
  { data, widthPx }: Pick<GreyRaster, 'data' | 'widthPx'>,
  { x0, y0, x1, y1 }: PixelBox,
): { readonly darkest: number; readonly lightest: number } {
  let [darkest, lightest] = [255, 0];
  for (let row = y0; row < y1; row += 1) {
    for (const grey of data.subarray(row * widthPx + x0, row * widthPx + Math.max(x0, x1))) {
      if (grey < darkest) darkest = grey;
      if (grey > lightest) lightest = grey;
    }
  }
  return { darkest, lightest };
}

/** Scales a raster, with Lanczos smoothing; its dpi scales along. */
export async function scaleRaster(source: GreyRaster, factor: number): Promise<DerivedRaster> {
  const widthPx = Math.max(1, Math.round(source.widthPx * factor));
  const heightPx = Math.max(1, Math.round(source.heightPx * factor));
  const raster = await openRaster(source);
  const { data } = await raster
    .resize(widthPx, heightPx, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    raster: { ...source, data, widthPx, heightPx, dpi: source.dpi * factor },
    toSource: [source.widthPx / widthPx, 0, 0, source.heightPx / heightPx, 0, 0],
  };
}

/** Smooths a raster with a Gaussian of this standard deviation, in pixels. */
export async function smoothRaster(source: GreyRaster, sigma: number): Promise<GreyRaster> {
  const raster = await openRaster(source);
  const { data } = await raster.blur(sigma).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { ...source, data };
}

/** Turns a raster clockwise by a quarter turn or several. */
export async function turnRaster(source: GreyRaster, degrees: 0 | 90 | 180 | 270): Promise<DerivedRaster> {
  const { widthPx: w, heightPx: h } = source;
  if (degrees === 0) return { raster: source, toSource: [1, 0, 0, 1, 0, 0] };
  const raster = await openRaster(source);
  const { data } = await raster.rotate(degrees).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const sideways = degrees !== 180;
  const backwards: Record<90 | 180 | 270, Matrix> = {
    90: [0, -1, 1, 0, 0, h],
    180: [-1, 0, 0, -1, w, h],
    270: [0, 1, -1, 0, w, 0],
  };
  return {
    raster: { ...source, data, widthPx: sideways ? h : w, heightPx: sideways ? w : h },
    toSource: backwards[degrees],
  };
}

/**
 * Rotates a raster by any angle (positive clockwise), enlarging it so that nothing is cut off; new corners are white. Bilinear
 * interpolation: smoother than nearest neighbour, at a tenth of the time of cubic.
 */
export function rotateRaster(source: GreyRaster, degrees: number): DerivedRaster {
  const { widthPx: w, heightPx: h } = source;
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const widthPx = Math.ceil(w * Math.abs(cos) + h * Math.abs(sin));
  const heightPx = Math.ceil(w * Math.abs(sin) + h * Math.abs(cos));
  const aroundCentre = chainMatrices(
    [1, 0, 0, 1, -w / 2, -h / 2],
    [cos, sin, -sin, cos, 0, 0],
    [1, 0, 0, 1, widthPx / 2, heightPx / 2],
  );
  const toSource = invertMatrix(aroundCentre);
  const data = resample(source, toSource, widthPx, heightPx);
  return { raster: { ...source, data, widthPx, heightPx }, toSource };
}

function resample(source: GreyRaster, toSource: Matrix, widthPx: number, heightPx: number): Uint8Array {
  const { data: from, widthPx: w, heightPx: h } = source;
  const target = new Uint8Array(widthPx * heightPx).fill(255);
  const [stepX, stepY] = [toSource[0], toSource[1]];
  for (let row = 0; row < heightPx; row += 1) {
    // Pixels are sampled at their centres.
    let { x, y } = transformPoint(toSource, 0.5, row + 0.5);
    x -= 0.5;
    y -= 0.5;
    let index = row * widthPx;
    for (let column = 0; column < widthPx; column += 1, index += 1, x += stepX, y += stepY) {
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < 0 || top < 0 || left >= w - 1 || top >= h - 1) continue;
      const fx = x - left;
      const fy = y - top;
      const at = top * w + left;
      // The indices are inside by the check above; the fallbacks only satisfy the type checker.
      const upper = (from[at] ?? 0) * (1 - fx) + (from[at + 1] ?? 0) * fx;
      const lower = (from[at + w] ?? 0) * (1 - fx) + (from[at + w + 1] ?? 0) * fx;
      target[index] = upper * (1 - fy) + lower * fy + 0.5;
    }
  }
  return target;
}

/** A raster as an image of sharp. */
export async function openRaster({ data, widthPx, heightPx }: GreyRaster) {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 1 }, limitInputPixels: false });
}
