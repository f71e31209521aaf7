export {
  type BitPlane,
  clearBehindRows,
  clearRun,
  countBits,
  createBitPlane,
  fillRun,
  invert,
  packBelow,
  packBelowThreshold,
  packZeros,
  rowsOfZeros,
  unpackRow,
  unpackZeros,
  zerosOfRows,
} from './bilevel/bit-plane.ts';
export { type BilevelImage, encodeBilevel, maxBilevelSide } from './bilevel/encode-bilevel.ts';
export { encodeInk } from './bilevel/encode-jbig2.ts';
export { wrapFaxInTiff } from './bilevel/fax-tiff.ts';
