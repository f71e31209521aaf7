import { type JpegFrame, type JpegSegment, jpegFrame, jpegSegments, startOfScan } from '@platen/pdf-kit';
import { readTiffDirectories } from '@platen/pdf-kit/tiff';
import { colorSpaceWith } from './icc-profile.ts';
import { type CodedData, type CodedImage, defaultDpi, type ImagePage } from './image-page.ts';
import { readGeometry, usableResolution } from './tiff-directory.ts';

/** What the markers of a JPEG file say (ITU-T T.81, annex B). */
export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly bitsPerComponent: number;
  /** Baseline, extended and progressive Huffman coding are what a PDF reader decodes; others are not. */
  readonly readableInPdf: boolean;
  readonly componentIds: string;
  readonly hasAdobeMarker: boolean;
  readonly jfifResolution: { readonly dpiX: number; readonly dpiY: number } | null;
  readonly exif: Uint8Array | null;
  readonly profile: Uint8Array | null;
  /** Whether there is anything between its segments, which decoders skip and PDF readers may not. */
  readonly hasGaps: boolean;
  /** Where the first scan begins. */
  readonly scanOffset: number;
}

const adobeMarker = 0xee;
/** SOI, which every file begins with. */
const startBytes = 2;
/** Any number of it may come before a marker. */
const fillByte = 0xff;
/** SOF2, progressive. */
const lastReadableFrame = 0xc2;

/** Reads the markers up to the first scan; null when they make no sense, or the scan begins past these bytes. */
export function readJpegHeader(file: Uint8Array): JpegHeader | null {
  const profileParts: Uint8Array[] = [];
  let frame: FrameFacts | null = null;
  let hasAdobeMarker = false;
  let jfifResolution: JpegHeader['jfifResolution'] = null;
  let exif: Uint8Array | null = null;
  let [hasGaps, end] = [false, startBytes];
  for (const segment of jpegSegments(file)) {
    const { marker, offset, bytes, body, isComplete } = segment;
    hasGaps ||= file.subarray(end, offset).some((byte) => byte !== fillByte);
    end = offset + bytes.byteLength;
    if (!isComplete) return null;
    const found = jpegFrame(segment);
    if (marker === startOfScan) {
      if (frame === null) return null;
      const profile = profileParts.length > 0 ? Buffer.concat(profileParts) : null;
      return { ...frame, hasAdobeMarker, jfifResolution, exif, profile, hasGaps, scanOffset: offset };
    }
    if (found !== null) frame = factsOf(found, segment);
    else if (startsWith(body, 'JFIF\0')) jfifResolution = readJfif(body);
    else if (startsWith(body, 'Exif\0\0') && exif === null) exif = body.subarray(6);
    else if (startsWith(body, 'ICC_PROFILE\0') && body.byteLength > 14)
      profileParts[(body[12] ?? 1) - 1] = body.subarray(14);
    else if (marker === adobeMarker && startsWith(body, 'Adobe')) hasAdobeMarker = true;
  }
  return null;
}

/** A JPEG without what lies between its segments. */
export function withoutGaps(file: Uint8Array): Uint8Array {
  const parts = [file.subarray(0, startBytes)];
  for (const { marker, offset, bytes } of jpegSegments(file)) {
    parts.push(marker === startOfScan ? file.subarray(offset) : bytes);
  }
  return Buffer.concat(parts);
}

/** The page of a JPEG, whose data goes in as it is. */
export function jpegPage(header: JpegHeader, data: CodedData): ImagePage {
  const geometry = readGeometry(header.exif === null ? undefined : readTiffDirectories(header.exif, 1)[0]);
  const resolution = header.jfifResolution ?? geometry.resolution ?? { dpiX: defaultDpi, dpiY: defaultDpi };
  return { image: jpegImage(header, data), orientation: geometry.orientation, ...resolution };
}

/** The data of a JPEG as it is, with the colour space its header speaks of. */
export function jpegImage(header: JpegHeader, data: CodedData): CodedImage {
  const components = header.components === 1 || header.components === 4 ? header.components : 3;
  return {
    width: header.width,
    height: header.height,
    bitsPerComponent: 8,
    colorSpace: colorSpaceWith(components, header.profile),
    filter: 'DCTDecode',
    // Without Adobe's marker a PDF reader takes three components for YCbCr; their names may say that they are not.
    decodeParms: !header.hasAdobeMarker && header.componentIds === 'RGB' ? '<</ColorTransform 0>>' : null,
    // Adobe's applications store CMYK inverted, and everybody who writes their marker follows them.
    decode: components === 4 && header.hasAdobeMarker ? '[1 0 1 0 1 0 1 0]' : null,
    colorKey: null,
    softMask: null,
    data,
  };
}

type FrameFacts = JpegFrame & Pick<JpegHeader, 'readableInPdf' | 'componentIds'>;

function factsOf(frame: JpegFrame, { marker, body }: JpegSegment): FrameFacts {
  const { components, bitsPerComponent } = frame;
  const ids = Array.from({ length: components }, (_, index) => body[6 + index * 3] ?? 0);
  return {
    ...frame,
    readableInPdf: marker <= lastReadableFrame && bitsPerComponent === 8 && [1, 3, 4].includes(components),
    componentIds: String.fromCharCode(...ids),
  };
}

function readJfif(body: Uint8Array): JpegHeader['jfifResolution'] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.byteLength < 12) return null;
  const perUnit = [0, 1, 2.54][view.getUint8(7)] ?? 0;
  return perUnit === 0 ? null : usableResolution(view.getUint16(8), view.getUint16(10), perUnit);
}

function startsWith(body: Uint8Array, text: string): boolean {
  return body.byteLength >= text.length && [...text].every((letter, index) => body[index] === letter.charCodeAt(0));
}
