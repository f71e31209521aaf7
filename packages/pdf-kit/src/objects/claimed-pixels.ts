import { PDFBool, PDFName, type PDFRawStream } from 'pdf-lib';
import { jpegSize } from '../jpeg-segments.ts';
import { streamFilters } from './decode-stream.ts';
import { numberEntry } from './typed-entries.ts';

/** A header comes before the data; metadata and colour profiles may come before the header. */
const headerWindowBytes = 1024 * 1024;

/**
 * The pixels of an image by what its dictionary says or by what its own JPEG or JPEG 2000 header says, whichever is
 * more: decoders allocate by the header.
 */
export function claimedPixels({ dict, contents }: PDFRawStream): number {
  const declared = (numberEntry(dict, 'Width') ?? 0) * (numberEntry(dict, 'Height') ?? 0);
  const [filter, ...others] = streamFilters(dict);
  if (filter === undefined || others.length > 0) return declared;
  const head = Buffer.from(contents.buffer, contents.byteOffset, Math.min(contents.byteLength, headerWindowBytes));
  if (filter.name === 'DCTDecode') {
    const { width, height } = jpegSize(head) ?? { width: 0, height: 0 };
    return Math.max(declared, width * height);
  }
  return filter.name === 'JPXDecode' ? Math.max(declared, jpeg2000Pixels(head)) : declared;
}

/** True for an image of one bit a pixel; what a JPEG decoder makes has eight whatever the dictionary says. */
export function isBilevel({ dict }: PDFRawStream): boolean {
  if (streamFilters(dict).some(({ name }) => name === 'DCTDecode' || name === 'JPXDecode')) return false;
  return dict.lookup(PDFName.of('ImageMask')) === PDFBool.True || numberEntry(dict, 'BitsPerComponent') === 1;
}

/** The SOC marker with the SIZ marker that has to follow it (ISO 15444-1, A.5.1). */
const codestreamStart = Buffer.from([0xff, 0x4f, 0xff, 0x51]);

function jpeg2000Pixels(head: Buffer): number {
  const start = head.indexOf(codestreamStart);
  if (start < 0 || start + 24 > head.length) return 0;
  const [width, height, left, top] = [8, 12, 16, 20].map((offset) => head.readUInt32BE(start + offset));
  return Math.max(0, (width ?? 0) - (left ?? 0)) * Math.max(0, (height ?? 0) - (top ?? 0));
}
