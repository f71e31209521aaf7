import type { GreyRaster } from './recognizer.ts';

/** A raster as PGM: the one picture format that costs neither encoding nor decoding. */
export function toPgm({ data, widthPx, heightPx }: GreyRaster): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${widthPx} ${heightPx}\n255\n`), data]);
}
