import { openRaster, scaleRaster } from './raster.ts';
import type { GreyRaster } from './recognizer.ts';
import { backgrounds } from './thresholds.ts';

const white = 255;

/**
 * Normalises a page to dark text on white, whatever is behind the text: paper, a dark box, a photograph. The background of a
 * pixel is the median around it. What differs from it, darker or lighter, is ink, and becomes as dark as the difference is
 * large for its surroundings. The texture of a background differs less than text and fades.
 */
export async function normalizeBackground(page: GreyRaster, lineHeightPx: number): Promise<GreyRaster> {
  const background = await backgroundOf(page, lineHeightPx);
  const ink = page.data.map((value, index) => Math.abs(value - (background[index] ?? 0)));
  const contrast = await localContrast({ ...page, data: ink }, lineHeightPx);
  const { minContrast, texture } = backgrounds;
  const data = ink.map((difference, index) => {
    const full = Math.max(minContrast, contrast[index] ?? 0);
    return white - Math.min(white, Math.max(0, (difference / full - texture) / (1 - texture)) * white);
  });
  return { ...page, data };
}

/** A median filter over a window of some lines, of which letters fill the lesser part. */
async function backgroundOf(page: GreyRaster, lineHeightPx: number): Promise<Uint8Array> {
  const { raster: small } = await scaleRaster(page, Math.min(1, backgrounds.tilesPerLine / lineHeightPx));
  const window = Math.min(backgrounds.windowTiles, small.widthPx, small.heightPx);
  const data = await (await openRaster(small)).median(window).toColourspace('b-w').raw().toBuffer();
  return enlarge({ ...small, data }, page);
}

/** How much text differs from its background around each pixel: the largest difference of each tile, dilated and blurred. */
async function localContrast(ink: GreyRaster, lineHeightPx: number): Promise<Uint8Array> {
  const size = Math.max(1, Math.round(lineHeightPx / backgrounds.tilesPerLine));
  const [columns, rows] = [Math.ceil(ink.widthPx / size), Math.ceil(ink.heightPx / size)];
  const peaks = new Uint8Array(columns * rows);
  for (const [index, value] of ink.data.entries()) {
    const row = Math.floor(index / ink.widthPx);
    const tile = Math.floor(row / size) * columns + Math.floor((index - row * ink.widthPx) / size);
    if (value > (peaks[tile] ?? 0)) peaks[tile] = value;
  }
  const tiles = { data: peaks, widthPx: columns, heightPx: rows, dpi: ink.dpi };
  const data = await (await openRaster(tiles)).dilate(2).blur(3).toColourspace('b-w').raw().toBuffer();
  return enlarge({ ...tiles, data }, ink);
}

async function enlarge(small: GreyRaster, { widthPx, heightPx }: GreyRaster): Promise<Uint8Array> {
  return (await openRaster(small))
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}
