import { PDFBool, PDFName, type PDFRawStream } from 'pdf-lib';
import { jpegSize } from '../jpeg-segments.ts';
import { decodeData, streamFilters } from './decode-stream.ts';
import { numberEntry } from './typed-entries.ts';

/** A header comes before the data; metadata and colour profiles may come before the header. */
const headerWindowBytes = 1024 * 1024;

/** Of an image under other filters as well, which nobody writes: it is undone as far as this. */
const maxUndoneBytes = 64 * 1024 * 1024;

const known = new WeakMap<PDFRawStream, number>();

/**
 * The number of pixels of an image according to its dictionary or to its JPEG or JPEG 2000 header, whichever is more, since
 * decoders allocate by the header; for JBIG2 according to its regions, as decoders draw each of them, and for a JPEG by its
 * scans, as each passes over all of them. Other filters around the coded image hide nothing.
 */
export function claimedPixels(image: PDFRawStream): number {
  const pixels = known.get(image) ?? countPixels(image);
  known.set(image, pixels);
  return pixels;
}

function countPixels(image: PDFRawStream): number {
  const declared = (numberEntry(image.dict, 'Width') ?? 0) * (numberEntry(image.dict, 'Height') ?? 0);
  const coded = codedImage(image);
  if (coded === null) return declared;
  const { filter, bytes } = coded;
  if (filter === 'JBIG2Decode') return Math.max(declared, jbig2Pixels(bytes));
  const head = bytes.subarray(0, headerWindowBytes);
  if (filter === 'JPXDecode') return Math.max(declared, jpeg2000Pixels(head));
  if (filter !== 'DCTDecode') return declared;
  const { width, height } = jpegSize(head) ?? { width: 0, height: 0 };
  return Math.max(declared, width * height) * Math.max(1, jpegScans(bytes) / maxScansOfImage);
}

/** The data of an image as a decoder of images gets them; null for an image that is not coded. */
function codedImage(image: PDFRawStream): { readonly filter: string; readonly bytes: Buffer } | null {
  const filters = streamFilters(image.dict);
  const filter = filters.at(-1)?.name;
  if (filter === undefined || !codings.has(filter)) return null;
  const { contents } = image;
  const bytes =
    filters.length === 1 ? contents : decodeData(image, { maxBytes: maxUndoneBytes, tolerant: true })?.bytes;
  return bytes === undefined ? null : { filter, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

const codings = new Set(['DCTDecode', 'JPXDecode', 'JBIG2Decode']);

/** Encoders write ten; libjpeg takes 0.8 s for a hundred of 100 megapixels that hold nothing. */
const maxScansOfImage = 100;
const scanStart = Buffer.from([0xff, 0xda]);

/** Within a scan no data look like the start of another one. */
function jpegScans(bytes: Buffer): number {
  let scans = 0;
  for (let at = bytes.indexOf(scanStart); at >= 0; at = bytes.indexOf(scanStart, at + 2)) scans += 1;
  return scans;
}

/** True for an image of one bit per pixel. JPEG and JPEG 2000 decode to eight or more, whatever the dictionary says. */
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

/** Types of segments that are regions: of text, halftones, pixels and refinements (ITU-T T.88, 7.3). */
const regionTypes = new Set([4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43]);

/** Regions may overlap: text, rules, pictures and the rest, each as large as the page. */
const maxRegionsOfPage = 8;

/** The pixels of all regions over `maxRegionsOfPage`: a thousand bytes may declare twenty regions of a billion pixels. */
function jbig2Pixels(bytes: Buffer): number {
  let pixels = 0;
  for (let at = 0; at + 11 <= bytes.length; ) {
    const number = bytes.readUInt32BE(at);
    const flags = bytes.readUInt8(at + 4);
    const short = bytes.readUInt8(at + 5) >> 5;
    const count = short < 7 ? short : bytes.readUInt32BE(at + 5) & 0x1fffffff;
    const counted = short < 7 ? 1 : 4 + Math.ceil((count + 1) / 8);
    const referred = count * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4);
    const lengthAt = at + 5 + counted + referred + ((flags & 0x40) === 0 ? 1 : 4);
    const dataAt = lengthAt + 4;
    if (dataAt + 8 > bytes.length) break;
    const type = flags & 0x3f;
    if (regionTypes.has(type)) pixels += bytes.readUInt32BE(dataAt) * bytes.readUInt32BE(dataAt + 4);
    // An unknown length (FFFFFFFF) leads past the end.
    at = dataAt + bytes.readUInt32BE(lengthAt);
  }
  return pixels / maxRegionsOfPage;
}
