import { type JpegFrame, jpegFrame, jpegSegments, startOfScan } from '@platen/pdf-kit';

/** The marker segments of a JPEG, as far as they are needed here. */
export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** An estimate of its quality setting (1–100), from its luminance quantisation table. */
  readonly quality: number;
  /** The same JPEG without what a PDF reader ignores: profiles, Exif, previews, comments. */
  readonly stripped: Uint8Array;
}

/** The sum of the luminance table at quality 50 (ITU-T T.81, table K.1). */
const standardTableSum = 3_688;

const quantizationTables = 0xdb;

/** Reads the marker segments before the first scan; null if this is not a JPEG of 8 bits a component. */
export function readJpegHeader(jpeg: Uint8Array): JpegHeader | null {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return null;
  const kept: Uint8Array[] = [jpeg.subarray(0, 2)];
  let frame: JpegFrame | null = null;
  let quality = 100;
  for (const segment of jpegSegments(jpeg)) {
    const { marker, offset, bytes } = segment;
    frame = jpegFrame(segment) ?? frame;
    if (marker === quantizationTables) quality = tableQuality(bytes) ?? quality;
    if (marker === startOfScan) {
      if (frame?.bitsPerComponent !== 8) return null;
      const { width, height, components } = frame;
      return { width, height, components, quality, stripped: Buffer.concat([...kept, jpeg.subarray(offset)]) };
    }
    if (!isIgnored(marker)) kept.push(bytes);
  }
  return null;
}

/** APP1–APP13, APP15 and comments. APP0 (JFIF) and APP14 (Adobe) determine the colour transform. */
function isIgnored(marker: number): boolean {
  return (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
}

/** The inverse of `jpeg_quality_scaling` of libjpeg. */
function tableQuality(segment: Uint8Array): number | null {
  if ((segment[4] ?? 0) !== 0 || segment.length < 69) return null;
  const sum = segment.subarray(5, 69).reduce((total, value) => total + value, 0);
  const scale = (sum * 100) / standardTableSum;
  return Math.max(1, Math.min(100, scale > 100 ? 5_000 / scale : (200 - scale) / 2));
}
