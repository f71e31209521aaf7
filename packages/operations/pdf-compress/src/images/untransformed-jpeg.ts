import { jpegFrame, jpegSegments, startOfScan } from '@platen/pdf-kit';

const [app0, app14] = [0xe0, 0xee];
/** "Adobe", version 100, no flags, and colour transform 0: components are stored as they are. */
const noTransform = Uint8Array.of(0xff, app14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0);

/**
 * A JPEG in YCbCr with a marker that makes decoders return Y, Cb and Cr instead of converting them to RGB. Null for any other
 * JPEG.
 */
export function untransformedJpeg(jpeg: Uint8Array): Uint8Array | null {
  const kept: Uint8Array[] = [jpeg.subarray(0, 2), noTransform];
  let isJfif = false;
  let transform: number | null = null;
  let names = '';
  for (const segment of jpegSegments(jpeg)) {
    const { marker, offset, bytes, body } = segment;
    const text = Buffer.from(body.subarray(0, 5)).toString('latin1');
    if (marker === startOfScan) {
      // In the order of libjpeg: the JFIF marker, then the Adobe marker, then the component IDs.
      const isStored = isJfif || (transform === null ? names !== 'RGB' : transform !== 0);
      return isStored ? Buffer.concat([...kept, jpeg.subarray(offset)]) : null;
    }
    if (jpegFrame(segment)?.components === 3) names = String.fromCharCode(body[6] ?? 0, body[9] ?? 0, body[12] ?? 0);
    if (marker === app0) isJfif ||= text === 'JFIF\0';
    else if (marker === app14) transform = text === 'Adobe' ? (body[11] ?? 0) : transform;
    else kept.push(bytes);
  }
  return null;
}
