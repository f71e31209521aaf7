import { limitExceeded } from '@platen/core';
import type { Box } from '../page-model/types.ts';

/** A page as it is shown: cropped, rotated, in points (1/72 inch), with the page's own unit already applied. */
export interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Clockwise degrees the page is turned by; `widthPt` and `heightPt` are those of the turned page. */
  readonly rotation: 0 | 90 | 180 | 270;
}

/** A rectangle in points on the page as shown, measured from its top left corner. */
export interface PageRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of the picture. The first given field counts; without any, 72 dpi. */
export interface RenderScale {
  readonly dpi?: number;
  /** Pixels for each point. */
  readonly scale?: number;
  /** Width and height of the whole page in pixels. If one is given, the page keeps its shape. */
  readonly width?: number;
  readonly height?: number;
}

/** Where a page lands on a bitmap: the bitmap's size, and the page's place and size on it, in pixels. */
export interface PixelLayout {
  readonly width: number;
  readonly height: number;
  readonly pageX: number;
  readonly pageY: number;
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/** PDFium and the image formats count pixels of one side in 16 bits at the least. */
const maxSidePixels = 65_000;

/** The bitmap for a page or a region of it. Sides are rounded to the nearest pixel and never below one. */
export function layOutPixels(
  size: PageSize,
  { dpi, scale, width, height }: RenderScale,
  region?: PageRegion,
): PixelLayout {
  const perPoint =
    dpi !== undefined
      ? dpi / 72
      : (scale ?? (width !== undefined ? width / size.widthPt : height !== undefined ? height / size.heightPt : 1));
  const pageWidth = atLeastOne(
    dpi === undefined && scale === undefined ? (width ?? size.widthPt * perPoint) : size.widthPt * perPoint,
  );
  const pageHeight = atLeastOne(
    dpi === undefined && scale === undefined ? (height ?? size.heightPt * perPoint) : size.heightPt * perPoint,
  );
  if (region === undefined) return { width: pageWidth, height: pageHeight, pageX: 0, pageY: 0, pageWidth, pageHeight };
  const left = Math.round((region.x / size.widthPt) * pageWidth);
  const top = Math.round((region.y / size.heightPt) * pageHeight);
  return {
    width: atLeastOne(((region.x + region.width) / size.widthPt) * pageWidth - left),
    height: atLeastOne(((region.y + region.height) / size.heightPt) * pageHeight - top),
    pageX: -left,
    pageY: -top,
    pageWidth,
    pageHeight,
  };
}

/** Where a region of a page lands on its bitmap, in pixels. */
export function pixelsOf({ x, y, width, height }: PageRegion, size: PageSize, layout: PixelLayout): Box {
  const across = layout.pageWidth / size.widthPt;
  const down = layout.pageHeight / size.heightPt;
  const [x0, y0] = [layout.pageX + x * across, layout.pageY + y * down];
  return { x0, y0, x1: x0 + width * across, y1: y0 + height * down };
}

/** Rejects with `pixel_limit`, naming the highest dpi that fits, when a bitmap has more pixels than it may. */
export function checkPixels(
  { width, height }: PixelLayout,
  size: PageSize,
  {
    page,
    maxPixels,
    fileName,
  }: { readonly page: number; readonly maxPixels: number; readonly fileName?: string | undefined },
): void {
  if (width * height <= maxPixels && Math.max(width, height) <= maxSidePixels) return;
  const fits = Math.floor(
    Math.min(
      72 * Math.sqrt(maxPixels / (size.widthPt * size.heightPt)),
      (72 * maxSidePixels) / Math.max(size.widthPt, size.heightPt),
    ),
  );
  const advice = fits >= 1 ? `the highest dpi that fits is ${fits}` : 'no dpi fits';
  throw limitExceeded(
    'pixel_limit',
    `Page ${page} would have ${width} x ${height} pixels, more than the ${maxPixels} allowed: ${advice}`,
    { limit: 'maxPagePixels', allowed: maxPixels, actual: width * height, fileName, page, highestDpi: fits },
  );
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
