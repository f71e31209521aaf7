import { deflateSync } from 'node:zlib';
import { loadSharp } from '../sharp.ts';
import { type BitPlane, invert, rowsOfZeros, unpackZeros } from './bit-plane.ts';
import { encodeInk } from './encode-jbig2.ts';
import { readFaxStrip } from './fax-tiff.ts';

/**
 * Large images that JBIG2 stores in so few bits a pixel are text and drawings, for which no other code is smaller: pages of text
 * take 0.01 to 0.03 at 300 and 600 dpi, half-tones 0.1 and more.
 */
const textBitsPerPixel = 0.05;
const largePixels = 1_000_000;

/** An image of one bit a pixel as PDF stores it; zeros are black, for CCITT with `K` -1 and without more parameters than its size. */
export interface BilevelImage {
  readonly filter: 'JBIG2Decode' | 'CCITTFaxDecode' | 'FlateDecode';
  readonly bytes: Uint8Array;
}

/** Encodes an image of one bit a pixel without loss, given where its zeros are: JBIG2, CCITT group 4 or deflated bits. */
export async function encodeBilevel(zeros: BitPlane): Promise<BilevelImage> {
  const jbig2 = encodeInk(zeros);
  const pixels = zeros.width * zeros.height;
  const isText = pixels >= largePixels && jbig2.length * 8 < pixels * textBitsPerPixel;
  const ways: readonly (readonly [BilevelImage['filter'], Uint8Array | null])[] = [
    ['JBIG2Decode', jbig2],
    ['CCITTFaxDecode', isText ? null : await encodeGroup4(zeros)],
    ['FlateDecode', isText ? null : deflateSync(rowsOfZeros(zeros), { level: 9 })],
  ];
  const found = ways.flatMap(([filter, bytes]) => (bytes === null ? [] : [{ filter, bytes }]));
  return found.reduce((best, way) => (way.bytes.length < best.bytes.length ? way : best));
}

/** Rows of the largest strip that the TIFF encoder writes. */
const maxFaxRows = 32_768;

/**
 * Group 4 whose black runs are the zeros, which is what PDF takes for granted (`BlackIs1` false). By way of a TIFF with
 * one strip: with a photometric tag of 1 its black runs are the ones, so the zeros go in as ones.
 */
async function encodeGroup4(zeros: BitPlane): Promise<Uint8Array | null> {
  const { width, height } = zeros;
  if (height > maxFaxRows) return null;
  const sharp = await loadSharp();
  const tiff = await sharp(unpackZeros(invert(zeros)), { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tileHeight: height })
    .toBuffer();
  const strip = readFaxStrip(tiff);
  return strip === null || strip.zeroIsWhite ? null : strip.data;
}
