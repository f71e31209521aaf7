import type { GreyRaster } from './recognizer.ts';

/** A raster as PGM, an uncompressed format that takes no time to encode or decode. */
export function toPgm({ data, widthPx, heightPx }: GreyRaster): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${widthPx} ${heightPx}\n255\n`), data]);
}
