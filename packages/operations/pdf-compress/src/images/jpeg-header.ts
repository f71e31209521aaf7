import { viewOf } from '../fonts/sfnt.ts';

/** What the markers of a JPEG say. */
export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** About the quality setting (1–100) its quantisation comes from, by the tables of the standard. */
  readonly quality: number;
  /** The same picture without what a PDF reader ignores: profiles, Exif, previews, comments. */
  readonly stripped: Uint8Array;
}

/** The sum of the luminance table at quality 50 (ITU-T T.81, table K.1). */
const standardTableSum = 3_688;

/** Reads the markers up to the scan. Null when it is not a JPEG of 8 bits a component. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let frame: { readonly width: number; readonly height: number; readonly components: number } | null = null;
  let quality = 100;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const segment = bytes.subarray(at, at + 2 + length);
    if (isFrame(marker)) {
      if (segment.length < 10 || segment[4] !== 8) return null;
      frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: segment[9] ?? 0 };
    }
    if (marker === 0xdb) quality = tableQuality(segment) ?? quality;
    if (marker === 0xda) {
      if (frame === null) return null;
      return { ...frame, quality, stripped: Buffer.concat([...kept, bytes.subarray(at)]) };
    }
    if (!isIgnored(marker)) kept.push(segment);
    at += 2 + length;
  }
  return null;
}

/** SOF0–SOF15, but for the tables and extensions among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** APP1–APP13, APP15 and comments. APP0 (JFIF) and APP14 (Adobe) say how colours are stored. */
function isIgnored(marker: number): boolean {
  return (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
}

/** The inverse of how libjpeg scales the standard table. */
function tableQuality(segment: Uint8Array): number | null {
  if ((segment[4] ?? 0) !== 0 || segment.length < 69) return null;
  const sum = segment.subarray(5, 69).reduce((total, value) => total + value, 0);
  const scale = (sum * 100) / standardTableSum;
  return Math.max(1, Math.min(100, scale > 100 ? 5_000 / scale : (200 - scale) / 2));
}
