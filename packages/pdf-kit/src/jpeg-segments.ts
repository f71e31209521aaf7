/** One marker segment of a JPEG (ITU-T T.81, annex B). */
export interface JpegSegment {
  /** Its second byte, such as 0xda for the start of a scan. */
  readonly marker: number;
  /** Offset of the marker. */
  readonly offset: number;
  /** Marker, length and body. */
  readonly bytes: Uint8Array;
  /** What follows the length. */
  readonly body: Uint8Array;
  /** False when the data ends inside it. */
  readonly isComplete: boolean;
}

/** The first frame header of a JPEG (ITU-T T.81, B.2.2). */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly bitsPerComponent: number;
}

/** The marker of a scan: what follows its segment is the data of the picture. */
export const startOfScan = 0xda;
const endOfImage = 0xd9;

/**
 * The segments up to the first scan, that one included. What lies between them and is none is skipped, as decoders do.
 * Ends early where the data does, or where a segment makes no sense.
 */
export function* jpegSegments(jpeg: Uint8Array): Generator<JpegSegment> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let offset = 2;
  while (offset + 4 <= jpeg.length) {
    const marker = jpeg[offset + 1] ?? 0;
    // Any number of fill bytes may come before a marker; 0xff before a zero is none.
    if (jpeg[offset] !== 0xff || marker === 0xff || marker === 0x00) offset += 1;
    else if (isBare(marker)) offset += 2;
    else {
      const length = view.getUint16(offset + 2);
      const end = offset + 2 + length;
      if (marker === endOfImage || length < 2) return;
      const [bytes, body] = [jpeg.subarray(offset, end), jpeg.subarray(offset + 4, end)];
      yield { marker, offset, bytes, body, isComplete: end <= jpeg.length };
      if (marker === startOfScan) return;
      offset = end;
    }
  }
}

/** What a segment says as a frame header; null when it is another one. */
export function jpegFrame({ marker, body }: JpegSegment): JpegFrame | null {
  if (!isFrame(marker) || body.length < 5) return null;
  const [bitsPerComponent = 0, high = 0, low = 0, wide = 0, narrow = 0, components = 0] = body;
  return { width: wide * 256 + narrow, height: high * 256 + low, components, bitsPerComponent };
}

/** The size in the first frame header; null when there is none in these bytes. */
export function jpegSize(jpeg: Uint8Array): { readonly width: number; readonly height: number } | null {
  for (const segment of jpegSegments(jpeg)) {
    const frame = jpegFrame(segment);
    if (frame !== null) return { width: frame.width, height: frame.height };
  }
  return null;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** RST, SOI and TEM have no length. */
function isBare(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}
