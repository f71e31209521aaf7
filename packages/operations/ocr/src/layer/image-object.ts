import { readFile } from 'node:fs/promises';
import { type PDFContext, PDFNumber, type PDFRef } from '@platen/pdf-kit/pdf-lib';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { Metadata, Sharp } from 'sharp';
import { readPngData } from './png-data.ts';

/** An image as an object of a PDF. */
export interface ImageObject {
  readonly reference: PDFRef;
  /** EXIF orientation that its pixels still need (1–8). */
  readonly orientation: number;
}

/**
 * Embeds a page of an image file without loss: a JPEG as it is, anything else as Flate, one bit a pixel where the file
 * has one. Transparency becomes white, as on paper.
 */
export async function embedImage(context: PDFContext, path: string, page: number): Promise<ImageObject> {
  const sharp = await loadSharp();
  const image = sharp(path, { page: page - 1, limitInputPixels: false });
  const metadata = await image.metadata();
  if (metadata.format === 'jpeg') {
    return { reference: await embedJpeg(context, path, metadata), orientation: metadata.orientation ?? 1 };
  }
  const upright = image.autoOrient().flatten({ background: '#ffffff' });
  const bilevel = metadata.bitsPerSample === 1 && metadata.channels === 1 && !metadata.isPalette;
  return {
    reference: await (bilevel ? embedBilevel(context, upright) : embedPixels(context, upright)),
    orientation: 1,
  };
}

async function embedJpeg(
  context: PDFContext,
  path: string,
  { width, height, channels, space }: Metadata,
): Promise<PDFRef> {
  const colorSpace = channels === 1 ? 'DeviceGray' : space === 'cmyk' ? 'DeviceCMYK' : 'DeviceRGB';
  const stream = context.stream(await readFile(path), {
    ...imageEntries(width, height, colorSpace, 8),
    Filter: 'DCTDecode',
    // Adobe writes CMYK inverted, and so does everybody else.
    ...(space === 'cmyk' ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
  });
  return context.register(stream);
}

/** The compressed data of a PNG is a Flate stream with PNG prediction, as PDF takes it. */
async function embedPixels(context: PDFContext, image: Sharp): Promise<PDFRef> {
  const gray = (await image.metadata()).space === 'b-w';
  const { data, info } = await image
    .toColourspace(gray ? 'b-w' : 'srgb')
    .png({ compressionLevel: 7, adaptiveFiltering: true, progressive: false })
    .toBuffer({ resolveWithObject: true });
  const colors = info.channels;
  const stream = context.stream(readPngData(data), {
    ...imageEntries(info.width, info.height, colors === 1 ? 'DeviceGray' : 'DeviceRGB', 8),
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: colors, BitsPerComponent: 8, Columns: info.width },
  });
  return context.register(stream);
}

async function embedBilevel(context: PDFContext, image: Sharp): Promise<PDFRef> {
  const { data, info } = await image.toColourspace('b-w').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const packed = packBits(data, info.width, info.height);
  return context.register(context.flateStream(packed, imageEntries(info.width, info.height, 'DeviceGray', 1)));
}

/** Eight pixels a byte, each row from a new byte. */
function packBits(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil(width / 8);
  const packed = new Uint8Array(stride * height);
  for (let index = 0; index < pixels.length; index += 1) {
    if ((pixels[index] ?? 0) < 128) continue;
    const column = index % width;
    const at = ((index - column) / width) * stride + (column >> 3);
    packed[at] = (packed[at] ?? 0) | (0x80 >> (column & 7));
  }
  return packed;
}

function imageEntries(width: number, height: number, colorSpace: string, bits: number) {
  return {
    Type: 'XObject',
    Subtype: 'Image',
    Width: PDFNumber.of(width),
    Height: PDFNumber.of(height),
    ColorSpace: colorSpace,
    BitsPerComponent: PDFNumber.of(bits),
  };
}
