import { damaged, unsupportedVariant } from './damaged-image.ts';
import { profileComponents } from './icc-profile.ts';
import { type ColorSpace, defaultDpi, type ImagePage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { type Jp2Box, jp2Box, jp2Boxes } from './jp2-boxes.ts';
import { type Codestream, readCodestream } from './jpeg2000-codestream.ts';
import { usableResolution } from './tiff-directory.ts';

/**
 * The page of a JPEG 2000 image, whose data goes in as it is: a JP2 file, or a codestream without a file around it. Throws
 * `UNSUPPORTED_FORMAT` for what readers of PDF show differently or not at all: opacity, palettes, colours stored smaller
 * than the picture, and high-throughput coding.
 */
export function jpeg2000Page(input: InputImage): ImagePage {
  const file = input.bytes[0] === 0xff ? fileOf(input) : input.bytes;
  const boxes = [...jp2Boxes(file)];
  const code = readCodestream(bodyOf(boxes, 'jp2c'));
  if (code === null) throw damaged(input.fileName);
  input.checkPixels(code.width, code.height, 'passed');
  const header = [...jp2Boxes(bodyOf(boxes, 'jp2h'))];
  const colorSpace = isPlain(header, code) ? colorSpaceOf(bodyOf(header, 'colr'), code.components) : null;
  if (colorSpace === null) throw unsupportedVariant(input.fileName, input.mediaType);
  if (!code.isComplete) throw damaged(input.fileName);
  return {
    image: {
      width: code.width,
      height: code.height,
      bitsPerComponent: code.bitsPerComponent > 8 ? 16 : 8,
      colorSpace,
      filter: 'JPXDecode',
      decodeParms: null,
      decode: null,
      colorKey: null,
      softMask: null,
      data: [file],
    },
    orientation: 1,
    ...(resolutionOf(header) ?? { dpiX: defaultDpi, dpiY: defaultDpi }),
  };
}

function bodyOf(boxes: readonly Jp2Box[], type: string): Uint8Array {
  return boxes.find((box) => box.type === type)?.body ?? new Uint8Array();
}

/** Whether each component is a colour at every pixel. */
function isPlain(header: readonly Jp2Box[], { isSubsampled, isHighThroughput }: Codestream): boolean {
  const hasPalette = header.some(({ type }) => type === 'pclr');
  return !isSubsampled && !isHighThroughput && !hasPalette && !hasOpacity(bodyOf(header, 'cdef'));
}

/** Whether a channel definition box speaks of anything but colours (ISO/IEC 15444-1, table I.16). */
function hasOpacity(box: Uint8Array): boolean {
  const types = Array.from({ length: Math.floor((box.byteLength - 2) / 6) }, (_, index) => 4 + index * 6);
  return types.some((at) => box[at] !== 0 || box[at + 1] !== 0);
}

/** Colour spaces by their number in a JP2 file (ISO/IEC 15444-1, table I.10, and 15444-2, table M.25). */
const enumerated = { cmyk: 12, srgb: 16, grey: 17 };
const componentsOf: Readonly<Record<number, 1 | 3 | 4>> = {
  [enumerated.cmyk]: 4,
  [enumerated.srgb]: 3,
  [enumerated.grey]: 1,
};

/** What a colour specification box speaks of; null for anything but grey, RGB and CMYK of as many components. */
function colorSpaceOf(box: Uint8Array, components: number): ColorSpace | null {
  const [method] = box;
  if (method === 2 || method === 3) {
    const space = components === 1 || components === 3 || components === 4 ? components : null;
    const profile = Uint8Array.from(box.subarray(3));
    return space !== null && profileComponents(profile) === space ? { kind: 'icc', components: space, profile } : null;
  }
  if (method !== 1 || box.byteLength < 7) return null;
  const named = componentsOf[Buffer.from(box).readUInt32BE(3)];
  return named === components ? { kind: 'device', components: named } : null;
}

const inchesPerMetre = 0.0254;

/** The resolution at which the picture was taken, or else is to be shown. */
function resolutionOf(header: readonly Jp2Box[]): ReturnType<typeof usableResolution> {
  const boxes = [...jp2Boxes(bodyOf(header, 'res '))];
  const box = boxes.find(({ type }) => type === 'resc') ?? boxes.find(({ type }) => type === 'resd');
  if (box === undefined || box.body.byteLength < 10) return null;
  const view = new DataView(box.body.buffer, box.body.byteOffset, box.body.byteLength);
  const perMetre = (at: number, exponent: number) =>
    (view.getUint16(at) / view.getUint16(at + 2)) * 10 ** view.getInt8(exponent);
  return usableResolution(perMetre(4, 9), perMetre(0, 8), inchesPerMetre);
}

/** A codestream in a file of its own, as PDF wants it. What its components mean it does not say: one is grey, three are RGB. */
function fileOf({ bytes, fileName, mediaType }: InputImage): Uint8Array {
  const code = readCodestream(bytes);
  if (code === null) throw damaged(fileName);
  const { width, height, components } = code;
  if (components !== 1 && components !== 3) throw unsupportedVariant(fileName, mediaType);
  const imageHeader = Buffer.alloc(14);
  imageHeader.writeUInt32BE(height, 0);
  imageHeader.writeUInt32BE(width, 4);
  imageHeader.writeUInt16BE(components, 8);
  // Depths as the codestream has them, compression 7, and colours that are known.
  imageHeader.set([0xff, 7, 0, 0], 10);
  const colors = components === 1 ? enumerated.grey : enumerated.srgb;
  return Buffer.concat([
    jp2Box('jP  ', Buffer.from('\r\n\x87\n', 'latin1')),
    jp2Box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    jp2Box('jp2h', jp2Box('ihdr', imageHeader), jp2Box('colr', Buffer.from([1, 0, 0, 0, 0, 0, colors]))),
    jp2Box('jp2c', bytes),
  ]);
}
