import { ConversionError } from '@platen/core';
import { maxBilevelSide } from '@platen/pdf-kit/bilevel';
import { readTiffDirectories, type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';
import { groupFourImage } from './bilevel-image.ts';
import { damaged } from './damaged-image.ts';
import { decodeImage } from './decode-image.ts';
import type { CodedImage, ImagePage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { jpegImage, readJpegHeader } from './jpeg-image.ts';
import { codeLab } from './lab-image.ts';
import { codeDecoded, pageOf } from './lossless-page.ts';
import { joinOldJpeg } from './old-jpeg.ts';
import { createPixelBudget } from './pixel-budget.ts';
import { plainTiff } from './plain-tiff.ts';
import { bigTiffPlaces, isBigTiff, readGeometry, whileOnlyDirectory } from './tiff-directory.ts';
import { tiffPageKey } from './tiff-page-key.ts';
import { colorSamples, photometricOf, photometrics } from './tiff-pixel-fields.ts';
import { unpackTiff } from './unpack-tiff.ts';
import { codeYcbcr } from './ycbcr-image.ts';

/** More pages than any scanner writes into one file. */
const maxDirectories = 10_000;

/** Pages that are kept in case that others have the same pixels. */
const maxShared = 20;
/** Bytes that may be read to find those, and how often all of the file. */
const [keyBytes, keyReadings] = [100_000_000, 2];

/** Every page of a TIFF file, without the small previews that some writers put between them. */
export async function* tiffPages(input: InputImage): AsyncGenerator<ImagePage> {
  if (isBigTiff(input.bytes)) {
    yield* decodedPages(input);
    return;
  }
  const directories = readTiffDirectories(input.bytes, maxDirectories);
  if (directories.length === 0) throw damaged(input.fileName);
  const decode = createDecoder(input);
  for (const directory of directories) {
    if (directories.length > 1 && isPreview(directory)) continue;
    const [width = 0] = directory.values(tiffTags.width) ?? [];
    const [height = 0] = directory.values(tiffTags.height) ?? [];
    input.checkPixels(width, height);
    const image =
      passFaxThrough(input.bytes, directory, width, height) ??
      passJpegThrough(input.bytes, directory, width, height) ??
      (await passOldJpegThrough(input, directory, width, height)) ??
      (await decode(directory, width, height));
    yield pageOf(image, readGeometry(directory));
  }
}

/** Decodes pages, those of the same pixels once. */
function createDecoder(input: InputImage) {
  const spend = createPixelBudget(input);
  const known = new Map<string, CodedImage>();
  const unread = { bytes: keyBytes + keyReadings * input.bytes.byteLength };
  return async (directory: TiffDirectory, width: number, height: number): Promise<CodedImage> => {
    const key = tiffPageKey(input.bytes, directory, unread);
    const shared = key === null ? undefined : known.get(key);
    if (shared !== undefined) return shared;
    spend(width, height);
    const image = await whileOnlyDirectory(input.bytes, directory.place, () => decodedPage(input, directory));
    if (key !== null && known.size < maxShared) known.set(key, image);
    return image;
  };
}

/**
 * A page that the decoder calls damaged is tried again with only the tags that its pixels need, and one that it does not
 * know with its samples stored as it knows them.
 */
async function decodedPage(input: InputImage, directory: TiffDirectory): Promise<CodedImage> {
  try {
    return await codePage(input, directory);
  } catch (error) {
    const remade = isDamage(error)
      ? plainTiff(input.bytes, directory)
      : isUnknown(error)
        ? unpackTiff(input, directory)
        : null;
    if (remade === null) throw error;
    return codePage({ ...input, bytes: remade }, directory);
  }
}

function isUnknown(error: unknown): boolean {
  return ConversionError.is(error) && error.code === 'UNSUPPORTED_FORMAT';
}

function isDamage(error: unknown): boolean {
  return ConversionError.is(error) && error.code === 'PROCESSING_FAILED' && error.details.reason === 'damaged_file';
}

/** The first page of a file, which is described by a directory. */
async function codePage(input: InputImage, directory: TiffDirectory): Promise<CodedImage> {
  return (
    (await codeLab(input, directory)) ??
    (await codeYcbcr(input, directory)) ??
    (await codeDecoded(await decodeImage(input, { opacity: opacityOf(directory) })))
  );
}

/** Meanings of an extra sample: opacity, premultiplied or not. */
const opacities: readonly number[] = [1, 2];

/** The index of opacity among the extra samples, the first one if the directory does not describe them; null if none. */
function opacityOf(directory: TiffDirectory): number | null {
  const meanings = directory.values(tiffTags.extraSamples);
  if (meanings === undefined) return 0;
  const place = meanings.findIndex((meaning) => opacities.includes(meaning));
  return place === -1 ? null : place;
}

/** The pages of a file whose directories only the decoder reads. */
async function* decodedPages(input: InputImage): AsyncGenerator<ImagePage> {
  const places = bigTiffPlaces(input.bytes, maxDirectories);
  if (places.length === 0) throw damaged(input.fileName);
  const spend = createPixelBudget(input);
  for (const place of places) {
    const decoded = await whileOnlyDirectory(input.bytes, place, () => decodeImage(input));
    const { width, height } = decoded.pixels.kind === 'raster' ? decoded.pixels.raster : decoded.pixels.cmyk;
    spend(width, height);
    yield pageOf(await codeDecoded(decoded), decoded.geometry);
  }
}

function isPreview(directory: TiffDirectory): boolean {
  return ((directory.values(tiffTags.newSubfileType)?.[0] ?? 0) & 1) === 1;
}

/** CCITT Group 4, JPEG as of TIFF 6.0, and JPEG as of Technical Note 2. */
const groupFour = 4;
const oldJpeg = 6;
const jpeg = 7;

/** A scan in one strip of Group 4 code goes in unchanged; null for anything else. */
function passFaxThrough(file: Uint8Array, directory: TiffDirectory, width: number, height: number): CodedImage | null {
  const [compression] = directory.values(tiffTags.compression) ?? [];
  const [photometric] = directory.values(tiffTags.photometric) ?? [];
  const [fillOrder = 1] = directory.values(tiffTags.fillOrder) ?? [];
  const plain = compression === groupFour && fillOrder === 1 && (photometric === 0 || photometric === 1);
  const isLong = Math.max(width, height) > maxBilevelSide;
  const data = plain && !isLong ? onlyStrip(file, directory) : null;
  return data === null ? null : groupFourImage({ width, height, blackIsOne: photometric === 1, data });
}

/** A picture in one JPEG stream goes in unchanged; null for anything else. */
function passJpegThrough(file: Uint8Array, directory: TiffDirectory, width: number, height: number): CodedImage | null {
  const [compression] = directory.values(tiffTags.compression) ?? [];
  if (compression !== jpeg && compression !== oldJpeg) return null;
  const data = compression === jpeg ? stripWithTables(file, directory) : interchangeStream(file, directory);
  return codedJpeg(data, directory, width, height);
}

/** A picture of the older kind in pieces, as one JPEG stream; null where there are none, or they cannot be decoded. */
async function passOldJpegThrough(
  input: InputImage,
  directory: TiffDirectory,
  width: number,
  height: number,
): Promise<CodedImage | null> {
  if (directory.values(tiffTags.compression)?.[0] !== oldJpeg) return null;
  const data = joinOldJpeg(input.bytes, directory);
  const image = codedJpeg(data, directory, width, height);
  if (data === null || image === null) return null;
  return decodeImage({ ...input, bytes: data, mediaType: 'image/jpeg' }, { failOn: 'error' }).then(
    () => image,
    () => null,
  );
}

/** A JPEG stream with the colours that its TIFF tells; null if it is not one that a PDF may have. */
function codedJpeg(
  data: Uint8Array | null,
  directory: TiffDirectory,
  width: number,
  height: number,
): CodedImage | null {
  const header = data === null ? null : readJpegHeader(data);
  if (data === null || header === null || !header.readableInPdf) return null;
  if (header.width !== width || header.height !== height) return null;
  const photometric = photometricOf(directory);
  // One component more is opacity, which a PDF has elsewhere.
  if (header.components !== colorSamples[photometric]) return null;
  const profile = directory.bytes(tiffTags.iccProfile) ?? null;
  const image = {
    ...jpegImage({ ...header, profile }, [data]),
    // CMYK in a TIFF is never inverted, whatever application wrote the JPEG.
    decode: photometric === photometrics.whiteIsZero ? '[1 0]' : null,
  };
  // Files of the older kind call YCbCr RGB, as libtiff knows.
  const isRgb = photometric === photometrics.rgb && directory.values(tiffTags.compression)?.[0] === jpeg;
  return isRgb && !header.hasAdobeMarker ? { ...image, decodeParms: '<</ColorTransform 0>>' } : image;
}

/** The only strip of a picture, with the tables that TIFF stores separately; null if its end is missing. */
function stripWithTables(file: Uint8Array, directory: TiffDirectory): Uint8Array | null {
  const strip = onlyStrip(file, directory);
  if (strip === null || !endMarker.equals(strip.subarray(-2))) return null;
  const tables = directory.bytes(tiffTags.jpegTables);
  // Both begin with SOI and end with EOI: one stream has each once.
  return tables === undefined ? strip : Buffer.concat([tables.subarray(0, -2), strip.subarray(2)]);
}

const endMarker = Buffer.from([0xff, 0xd9]);

/** The complete JPEG stream that a file of the older kind may have; null if only its parts are stored. */
function interchangeStream(file: Uint8Array, directory: TiffDirectory): Uint8Array | null {
  const [start] = directory.values(tiffTags.jpegInterchangeFormat) ?? [];
  if (start === undefined) return null;
  const [strip] = directory.values(tiffTags.stripOffsets) ?? [];
  const lengths = strip === start ? tiffTags.stripByteCounts : tiffTags.jpegInterchangeFormatLength;
  const [length = file.byteLength] = directory.values(lengths) ?? [];
  const stream = Buffer.from(file.buffer, file.byteOffset, file.byteLength).subarray(start, start + length);
  const end = stream.lastIndexOf(endMarker);
  return end === -1 ? null : stream.subarray(0, end + endMarker.byteLength);
}

/** The data of an image in a single strip; null if it has several, is tiled, or is incomplete. */
function onlyStrip(file: Uint8Array, directory: TiffDirectory): Uint8Array | null {
  const offsets = directory.values(tiffTags.stripOffsets) ?? [];
  const [offset = 0] = offsets;
  const [byteLength = 0] = directory.values(tiffTags.stripByteCounts) ?? [];
  const isWhole = offsets.length === 1 && byteLength > 0 && offset + byteLength <= file.byteLength;
  return isWhole ? file.subarray(offset, offset + byteLength) : null;
}
