import { loadSharp } from '@platen/pdf-kit/sharp';
import { readTiffDirectories } from '@platen/pdf-kit/tiff';
import type { Metadata, SharpOptions } from 'sharp';
import { undecodable } from './damaged-image.ts';
import type { InputImage } from './input-image.ts';
import type { Raster } from './raster.ts';
import { scaleSamples, unsignedBytes } from './sample-range.ts';
import { readGeometry, type StoredGeometry, usableResolution } from './tiff-directory.ts';

/** Four samples a pixel, of 8 or 16 bits each. */
export interface CmykPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint16Array;
}

/** A decoded image; CMYK has its own kind, since its fourth channel is not opacity. */
export interface DecodedImage {
  readonly pixels:
    | { readonly kind: 'raster'; readonly raster: Raster }
    | { readonly kind: 'cmyk'; readonly cmyk: CmykPixels };
  readonly profile: Uint8Array | null;
  readonly geometry: StoredGeometry;
  /** Pages of a document, or pictures of an animation. */
  readonly pageCount: number;
}

interface DecodeSettings {
  /** The resolution at which a vector image is drawn. */
  readonly density?: number;
  /** `warning` also refuses what a decoder can patch up. */
  readonly failOn?: 'error' | 'warning';
  /** Which of the samples beside the colours is opacity, from 0; null for none. */
  readonly opacity?: number | null;
}

/**
 * Decodes an image without touching its pixels: no colour conversion, no turning, 16 bits where it has them. Rejects
 * with `pixel_limit` before anything large is allocated, with `damaged_file`, and with `UNSUPPORTED_FORMAT` for a variant
 * that the decoder does not know.
 */
export async function decodeImage(
  input: InputImage,
  { opacity = 0, ...settings }: DecodeSettings = {},
): Promise<DecodedImage> {
  const sharp = await loadSharp();
  // Tiles of a TIFF that cannot be read are left empty unless the decoder is strict.
  const failOn = input.mediaType === 'image/tiff' ? 'warning' : 'error';
  const options: SharpOptions = { failOn, ...settings, ignoreIcc: true, limitInputPixels: false };
  const refuse = (cause: unknown) => {
    throw undecodable(input.fileName, input.mediaType, cause);
  };
  const metadata = await sharp(input.bytes, options).metadata().catch(refuse);
  input.checkPixels(metadata.width, metadata.height);
  const unranged = isUnranged(metadata) ? await decodeUnranged(input, options, metadata) : null;
  if (unranged !== null) return unranged;
  const cmyk = metadata.space === 'cmyk';
  const wide = metadata.depth === 'ushort';
  const image = sharp(input.bytes, options);
  if (cmyk) image.pipelineColourspace('cmyk').toColourspace('cmyk');
  else if (metadata.space === 'b-w' && !wide) image.toColourspace('b-w');
  else if (wide) image.toColourspace(metadata.space === 'grey16' ? 'grey16' : 'rgb16');
  const { data, info } = await image
    .raw(wide ? { depth: 'ushort' } : {})
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  const { width, height } = info;
  // Grey may have become red, green and blue.
  const colors = info.channels - (metadata.channels - (colorsOfSpace[metadata.space] ?? 3));
  const hasOpacity = !cmyk && opacity !== null && colors + opacity < info.channels;
  const kept = Array.from({ length: colors }, (_, index) => index).concat(hasOpacity ? [colors + opacity] : []);
  const channels = kept.length as Raster['channels'];
  const decoded = { width, height, data: pickSamples(samples(data, wide), info.channels, kept) };
  return {
    pixels: cmyk ? { kind: 'cmyk', cmyk: decoded } : { kind: 'raster', raster: { ...decoded, channels } },
    ...factsOf(metadata),
  };
}

function factsOf(metadata: Metadata): Omit<DecodedImage, 'pixels'> {
  return { profile: metadata.icc ?? null, geometry: geometryOf(metadata), pageCount: metadata.pages ?? 1 };
}

/** Colour samples of a pixel, in the spaces where a format may not say which of them are black and white. */
const colorsOfSpace: Readonly<Record<string, 1 | 3 | 4>> = {
  'b-w': 1,
  grey16: 1,
  multiband: 1,
  srgb: 3,
  rgb16: 3,
  scrgb: 3,
  cmyk: 4,
};

/** Whether nobody says which samples are black and white; other spaces the decoder converts. */
function isUnranged({ depth, space }: Metadata): boolean {
  return depth !== 'uchar' && depth !== 'ushort' && Object.hasOwn(colorsOfSpace, space);
}

/** Null for linear RGB from 0 to 1, which the decoder converts as well. */
async function decodeUnranged(
  input: InputImage,
  options: SharpOptions,
  metadata: Metadata,
): Promise<DecodedImage | null> {
  const sharp = await loadSharp();
  const { space } = metadata;
  const { data, info } = await sharp(input.bytes, options)
    .pipelineColourspace(space)
    .toColourspace(space)
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw undecodable(input.fileName, input.mediaType, cause);
    });
  const channels = colorsOfSpace[space] ?? 3;
  const values = firstOfEach(floats(data), channels, info.channels);
  const unsigned = metadata.depth === 'char' ? unsignedBytes(values, info.width * channels, channels) : null;
  if (unsigned !== null)
    input.warn(
      'SAMPLES_UNSIGNED',
      `"${input.fileName}" says that its samples are signed, but they were read as unsigned`,
    );
  const scaled =
    unsigned === null ? scaleSamples(values, metadata.depth === 'float') : { data: unsigned, isStretched: false };
  if (space === 'scrgb' && !scaled.isStretched) return null;
  if (scaled.isStretched)
    input.warn(
      'SAMPLES_STRETCHED',
      `"${input.fileName}" does not say which values are black and white: its range of values was stretched`,
    );
  const { width, height } = info;
  const decoded = { width, height, data: scaled.data };
  const pixels: DecodedImage['pixels'] =
    channels === 4 ? { kind: 'cmyk', cmyk: decoded } : { kind: 'raster', raster: { ...decoded, channels } };
  return { pixels, ...factsOf(metadata) };
}

/** Some of the samples of each pixel: a TIFF may have masks and spot colours beside colours and opacity. */
function pickSamples(
  data: Uint8Array | Uint16Array,
  stride: number,
  kept: readonly number[],
): Uint8Array | Uint16Array {
  if (kept.length === stride) return data;
  const length = (data.length / stride) * kept.length;
  const picked = data instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length);
  for (let from = 0, to = 0; to < length; from += stride) {
    for (const index of kept) picked[to++] = data[from + index] ?? 0;
  }
  return picked;
}

function samples(data: Uint8Array, wide: boolean): Uint8Array | Uint16Array {
  if (!wide) return data;
  return data.byteOffset % 2 === 0
    ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
    : new Uint16Array(Uint8Array.from(data).buffer);
}

/** The first samples of each pixel: opacity and more go, which have a range of their own. */
function firstOfEach(samples: Float32Array, count: number, stride: number): Float32Array {
  if (stride <= count) return samples;
  const pixels = samples.length / stride;
  const kept = new Float32Array(pixels * count);
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let at = 0; at < count; at++) kept[pixel * count + at] = samples[pixel * stride + at] ?? 0;
  }
  return kept;
}

function floats(data: Buffer): Float32Array {
  return data.byteOffset % 4 === 0
    ? new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4)
    : new Float32Array(Uint8Array.from(data).buffer);
}

/** AVIF says in its own structure how it is turned, and the decoder has obeyed: its EXIF would turn it again. */
function geometryOf({ exif, density, format }: Metadata): StoredGeometry {
  const tiff = exif?.subarray(exif.indexOf('Exif\0\0') === 0 ? 6 : 0);
  const geometry = readGeometry(tiff === undefined ? undefined : readTiffDirectories(tiff, 1)[0]);
  return {
    orientation: format === 'heif' ? 1 : geometry.orientation,
    resolution: geometry.resolution ?? usableResolution(density ?? 0, density ?? 0),
  };
}
