import { jpegSegments, startOfScan } from '../jpeg-segments.ts';
import { loadSharp } from '../sharp.ts';

const endMarker = Buffer.from([0xff, 0xd9]);

/**
 * Whether one of these JPEGs ends before its last row. One that lacks nothing but its end marker is whole: only one without it
 * is decoded.
 */
export async function hasCutJpeg(jpegs: Iterable<Uint8Array>): Promise<boolean> {
  const sharp = await loadSharp();
  for (const jpeg of jpegs) {
    if (!lacksEndMarker(jpeg)) continue;
    // With the marker, missing rows are all that the decoder still has to warn of.
    const ended = sharp(Buffer.concat([jpeg, endMarker]), { failOn: 'warning', limitInputPixels: false });
    const isWhole = await ended
      .raw()
      .toBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!isWhole) return true;
  }
  return false;
}

/** Inside coded data the marker cannot occur; a thumbnail before the scan has one of its own. */
export function lacksEndMarker(jpeg: Uint8Array): boolean {
  for (const { marker, offset } of jpegSegments(jpeg)) {
    if (marker === startOfScan)
      return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length).lastIndexOf(endMarker) < offset;
  }
  return false;
}
