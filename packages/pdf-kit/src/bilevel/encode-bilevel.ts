import { deflateSync } from 'node:zlib';
import { loadSharp } from '../sharp.ts';
import { type BitPlane, invert, rowsOfZeros, unpackZeros } from './bit-plane.ts';
import { encodeInk } from './encode-jbig2.ts';
import { readFaxStrip } from './fax-tiff.ts';

/**
 * Large images that JBIG2 encodes in so few bits per pixel are text and line drawings, which no other filter makes smaller:
 * pages of text take 0.01 to 0.03 at 300 and 600 dpi, halftones 0.1 and more.
 */
const textBitsPerPixel = 0.05;
const largePixels = 1_000_000;

/** Longest side that viewers decode from JBIG2 and CCITT: in PDFium, that of Chrome, a longer one leaves the image blank. */
export const maxBilevelSide = 65_535;

/** A bilevel image as PDF stores it; 0 is black. For CCITT, the parameters are `K` -1, `Columns` and `Rows`. */
export interface BilevelImage {
  readonly filter: 'JBIG2Decode' | 'CCITTFaxDecode' | 'FlateDecode';
  readonly bytes: Uint8Array;
}

/** Encodes a bilevel image, whose zeros are set in the plane, without loss: as JBIG2, CCITT Group 4 or Flate, whichever is smallest. */
export async function encodeBilevel(zeros: BitPlane): Promise<BilevelImage> {
  if (Math.max(zeros.width, zeros.height) > maxBilevelSide) return deflated(zeros);
  const jbig2 = encodeInk(zeros);
  const pixels = zeros.width * zeros.height;
  const isText = pixels >= largePixels && jbig2.length * 8 < pixels * textBitsPerPixel;
  const inJbig2 = { filter: 'JBIG2Decode', bytes: jbig2 } as const;
  if (isText) return inJbig2;
  const group4 = await encodeGroup4(zeros);
  const inGroup4 = group4 === null ? [] : [{ filter: 'CCITTFaxDecode', bytes: group4 } as const];
  const candidates: readonly BilevelImage[] = [inJbig2, ...inGroup4, deflated(zeros)];
  return candidates.reduce((best, candidate) => (candidate.bytes.length < best.bytes.length ? candidate : best));
}

function deflated(zeros: BitPlane): BilevelImage {
  return { filter: 'FlateDecode', bytes: deflateSync(rowsOfZeros(zeros), { level: 9 }) };
}

/** Rows of the largest strip that the TIFF encoder writes. */
const maxFaxRows = 32_768;

/**
 * CCITT Group 4 data whose black runs are the zeros, the default of PDF (`BlackIs1` false). Encoded as a TIFF with one strip:
 * with PhotometricInterpretation 1 its black runs are the ones, so the image is inverted first.
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
