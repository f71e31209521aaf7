/**
 * How many times the pixels of a rendered page an image may have whose data is only passed on: that costs the same
 * whatever it shows. Cameras of phones make up to 200 megapixels, and 100 are allowed for a page.
 */
const passedImageShare = 4;

/** The pixels that an image may have when an operation passes its data on without decoding it. */
export function maxPassedPixels(maxPagePixels: number): number {
  return maxPagePixels * passedImageShare;
}
