import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { colorSpaceWith } from './icc-profile.ts';
import type { CodedImage } from './image-page.ts';

const deflateAsync = promisify(deflate);

/** Codes CMYK pixels as they are: PNG has no such colours, so this is plain deflate. */
export async function encodeCmyk(
  { width, height, data }: { readonly width: number; readonly height: number; readonly data: Uint8Array },
  profile: Uint8Array | null,
): Promise<CodedImage> {
  return {
    width,
    height,
    bitsPerComponent: 8,
    colorSpace: colorSpaceWith(4, profile),
    filter: 'FlateDecode',
    decodeParms: null,
    decode: null,
    colorKey: null,
    softMask: null,
    data: [await deflateAsync(data, { level: 6 })],
  };
}
