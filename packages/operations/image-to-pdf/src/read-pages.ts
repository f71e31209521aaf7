import { readFile } from 'node:fs/promises';
import { ConversionError } from '@platen/core';
import { laterPictures } from './animation-pages.ts';
import { bmpPage } from './bmp-image.ts';
import { damaged } from './damaged-image.ts';
import { decodeImage } from './decode-image.ts';
import type { HeicDecoder } from './heic-decoder.ts';
import { largestHeifSize } from './heif-size.ts';
import { defaultDpi, type ImagePage } from './image-page.ts';
import type { InputFile, InputImage } from './input-image.ts';
import { type JpegFile, readJpegFile } from './jpeg-file.ts';
import { jpegPage, withoutGaps } from './jpeg-image.ts';
import { jpeg2000Page } from './jpeg2000-image.ts';
import { losslessImage } from './lossless-image.ts';
import { codeDecoded, pageOf } from './lossless-page.ts';
import { readPngChunks } from './png-chunks.ts';
import { codePng } from './png-image.ts';
import { rasterPixels } from './raster.ts';
import { svgPage } from './svg-image.ts';
import { tiffPages } from './tiff-image.ts';

/** The pages of one image file, one at a time so that a long TIFF or animation is never in memory as a whole. */
export async function* readPages(file: InputFile, heicDecoder: HeicDecoder | null): AsyncGenerator<ImagePage> {
  if (file.mediaType === 'image/jpeg') {
    yield* readJpeg(file);
    return;
  }
  const input = await inMemory(file);
  switch (file.mediaType) {
    case 'image/png':
      yield await readPng(input);
      return;
    case 'image/tiff':
      yield* tiffPages(input);
      return;
    case 'image/bmp':
      yield await bmpPage(input);
      return;
    case 'image/svg+xml':
      yield await svgPage(input);
      return;
    case 'image/jp2':
      yield jpeg2000Page(input);
      return;
    case 'image/heic':
      yield await readHeic(input, heicDecoder);
      return;
    default:
      yield* readDecoded(input);
  }
}

async function inMemory(file: InputFile): Promise<InputImage> {
  return { ...file, bytes: await readFile(file.path) };
}

async function* readJpeg(input: InputFile): AsyncGenerator<ImagePage> {
  const file = await readJpegFile(input);
  if (file === null || file.header.width === 0) throw damaged(input.fileName);
  // Decoding checks for itself, and allows less.
  input.checkPixels(file.header.width, file.header.height, 'passed');
  if (!file.header.readableInPdf) {
    yield* readDecoded(await inMemory(input));
    return;
  }
  const isSound = file.ended && !file.header.hasGaps;
  yield jpegPage(file.header, isSound ? file : [await repaired(await inMemory(input), file)]);
}

const endMarker = Buffer.from([0xff, 0xd9]);

/**
 * A JPEG that lacks nothing but its end marker, or has something between its segments, without that: some readers leave
 * out the last rows otherwise, or all. Rejects when the picture is cut off.
 */
async function repaired(input: InputImage, { ended, header, byteLength }: JpegFile): Promise<Uint8Array> {
  const whole = ended ? input.bytes.subarray(0, byteLength) : Buffer.concat([input.bytes, endMarker]);
  const bytes = header.hasGaps ? withoutGaps(whole) : whole;
  await decodeImage({ ...input, bytes }, { failOn: ended ? 'error' : 'warning' });
  return bytes;
}

async function readPng(input: InputImage): Promise<ImagePage> {
  const png = readPngChunks(input.bytes);
  if (png === null) throw damaged(input.fileName);
  input.checkPixels(png.width, png.height);
  if (png.animated) warnAnimated(input);
  const image = png.interlaced ? await codeDecoded(await decodeImage(input)) : await codePng(png, input.fileName);
  return pageOf(image, png.geometry);
}

async function* readDecoded(input: InputImage): AsyncGenerator<ImagePage> {
  const decoded = await decodeImage(input);
  yield pageOf(await codeDecoded(decoded), decoded.geometry);
  if (decoded.pageCount === 1) return;
  // The pictures of a sequence in AVIF may differ in size.
  if (input.mediaType === 'image/avif') warnAnimated(input);
  else yield* laterPictures(input, decoded);
}

async function readHeic(input: InputImage, decode: HeicDecoder | null): Promise<ImagePage> {
  if (decode === null) {
    throw new ConversionError('UNSUPPORTED_FORMAT', `"${input.fileName}" is HEIC, for which no decoder is registered`, {
      details: { detected: 'image/heic', fileName: input.fileName },
    });
  }
  // The decoder of a host may allocate whatever the file states.
  const stated = largestHeifSize(input.bytes);
  if (stated !== null) input.checkPixels(stated.width, stated.height);
  const decoded = await decode(input.bytes).catch((cause: unknown) => {
    throw damaged(input.fileName, cause);
  });
  input.checkPixels(decoded.width, decoded.height);
  const image = await losslessImage(rasterPixels(decoded), null);
  return { image, orientation: 1, dpiX: defaultDpi, dpiY: defaultDpi };
}

function warnAnimated({ fileName, warn }: InputFile): void {
  warn('ANIMATION_STILL', `"${fileName}" is animated: the result has its first frame only`);
}
