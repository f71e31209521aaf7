import { loadSharp } from '../sharp.ts';
import { scaleRaster } from './raster.ts';
import type { GreyRaster } from './recognizer.ts';
import { grounds } from './thresholds.ts';

const white = 255;

/**
 * A page whose text is dark on white wherever it is: on paper, on a dark box, on a photograph. The ground is the median
 * around a pixel; what differs from it, darker or lighter, is ink, as dark as the difference is large for its
 * surroundings. The texture of a ground is quieter than text and fades.
 */
export async function evenGrounds(page: GreyRaster, lineHeightPx: number): Promise<GreyRaster> {
  const ground = await groundOf(page, lineHeightPx);
  const ink = page.data.map((value, index) => Math.abs(value - (ground[index] ?? 0)));
  const strength = await strengthOf({ ...page, data: ink }, lineHeightPx);
  const data = ink.map((difference, index) => {
    const full = Math.max(grounds.minContrast, strength[index] ?? 0);
    return white - Math.min(white, Math.max(0, (difference / full - grounds.texture) / (1 - grounds.texture)) * white);
  });
  return { ...page, data };
}

/** The median over a window of some lines, in which letters are the lesser part. */
async function groundOf(page: GreyRaster, lineHeightPx: number): Promise<Uint8Array> {
  const small = await shrink(page, lineHeightPx);
  const window = Math.min(grounds.windowTiles, small.widthPx, small.heightPx);
  const data = await (await open(small)).median(window).toColourspace('b-w').raw().toBuffer();
  return enlarge({ ...small, data }, page);
}

/** How strongly text differs from its ground around here: the strongest difference near, evened out. */
async function strengthOf(ink: GreyRaster, lineHeightPx: number): Promise<Uint8Array> {
  const size = Math.max(1, Math.round(lineHeightPx / grounds.tilesPerLine));
  const [columns, rows] = [Math.ceil(ink.widthPx / size), Math.ceil(ink.heightPx / size)];
  const peaks = new Uint8Array(columns * rows);
  for (const [index, value] of ink.data.entries()) {
    const row = Math.floor(index / ink.widthPx);
    const tile = Math.floor(row / size) * columns + Math.floor((index - row * ink.widthPx) / size);
    if (value > (peaks[tile] ?? 0)) peaks[tile] = value;
  }
  const tiles = { data: peaks, widthPx: columns, heightPx: rows, dpi: ink.dpi };
  const data = await (await open(tiles)).dilate(2).blur(3).toColourspace('b-w').raw().toBuffer();
  return enlarge({ ...tiles, data }, ink);
}

async function shrink(page: GreyRaster, lineHeightPx: number): Promise<GreyRaster> {
  return (await scaleRaster(page, Math.min(1, grounds.tilesPerLine / lineHeightPx))).raster;
}

async function enlarge(small: GreyRaster, { widthPx, heightPx }: GreyRaster): Promise<Uint8Array> {
  return (await open(small))
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

async function open({ data, widthPx, heightPx }: GreyRaster) {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 1 }, limitInputPixels: false });
}
