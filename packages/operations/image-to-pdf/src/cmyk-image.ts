import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { CmykPixels } from './decode-image.ts';
import { colorSpaceWith } from './icc-profile.ts';
import type { CodedImage } from './image-page.ts';
import { highByteFirst } from './raster.ts';

const deflateAsync = promisify(deflate);

/** Codes CMYK pixels as they are: PNG has no such colours, so this is plain deflate. */
export async function encodeCmyk({ width, height, data }: CmykPixels, profile: Uint8Array | null): Promise<CodedImage> {
  return {
    width,
    height,
    bitsPerComponent: data instanceof Uint16Array ? 16 : 8,
    colorSpace: colorSpaceWith(4, profile),
    filter: 'FlateDecode',
    decodeParms: null,
    decode: null,
    colorKey: null,
    softMask: null,
    data: [await deflateAsync(data instanceof Uint16Array ? highByteFirst(data) : data, { level: 6 })],
  };
}
