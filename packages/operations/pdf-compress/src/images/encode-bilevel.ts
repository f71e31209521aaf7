import { deflateSync } from 'node:zlib';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { encodeJbig2 } from '../jbig2/encode-jbig2.ts';
import type { Encoded } from './encoded.ts';
import { readFaxStrip } from './fax-tiff.ts';
import { packBits } from './pack-bits.ts';

/** Encodes an image of two values (0 and 1, one a byte) without loss: JBIG2, CCITT group 4 or deflated bits. */
export async function encodeBilevel(values: Uint8Array, width: number, height: number): Promise<Encoded> {
  const fax = await encodeGroup4(values, width, height);
  const ways: readonly (readonly [Encoded['filter'], Uint8Array | null])[] = [
    ['JBIG2Decode', encodeJbig2(values, width, height)],
    ['CCITTFaxDecode', fax],
    ['FlateDecode', deflateSync(packBits(values, width, height, 1), { level: 9 })],
  ];
  const found = ways.flatMap(([filter, bytes]) => (bytes === null ? [] : [{ filter, bytes }]));
  const smallest = found.reduce((best, way) => (way.bytes.length < best.bytes.length ? way : best));
  return { ...smallest, bitsPerComponent: 1, predictorColors: null };
}

/**
 * Group 4 whose black runs are the zeros, which is what PDF takes for granted (`BlackIs1` false). By way of a TIFF with
 * one strip: with a photometric tag of 1 its black runs are the ones, so the values go in inverted.
 */
async function encodeGroup4(values: Uint8Array, width: number, height: number): Promise<Uint8Array | null> {
  const inverted = new Uint8Array(values.length);
  for (let index = 0; index < inverted.length; index += 1) inverted[index] = values[index] === 0 ? 255 : 0;
  const sharp = await loadSharp();
  const tiff = await sharp(inverted, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tileHeight: height })
    .toBuffer();
  const strip = readFaxStrip(tiff);
  return strip === null || strip.zeroIsWhite ? null : strip.data;
}
