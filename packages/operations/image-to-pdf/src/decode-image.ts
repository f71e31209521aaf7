import { loadSharp } from '@platen/pdf-kit/sharp';
import type { Metadata, SharpOptions } from 'sharp';
import { damaged } from './damaged-image.ts';
import type { InputImage } from './input-image.ts';
import { createSamplePicker } from './pick-samples.ts';
import type { Raster } from './raster.ts';
import { readGeometry, readTiffDirectories, type StoredGeometry, usableResolution } from './tiff-directory.ts';

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
  /** Which page of a file with several, from 0. */
  readonly page?: number;
  /** The resolution at which a vector image is drawn. */
  readonly density?: number;
  /** `warning` also refuses what a decoder can patch up. */
  readonly failOn?: 'error' | 'warning';
}

/**
 * Decodes an image without touching its pixels: no colour conversion, no turning, 16 bits where it has them. Rejects
 * with `pixel_limit` before anything large is allocated, and with `damaged_file`.
 */
export async function decodeImage(input: InputImage, settings: DecodeSettings = {}): Promise<DecodedImage> {
  const sharp = await loadSharp();
  const options: SharpOptions = { failOn: 'error', ...settings, ignoreIcc: true, limitInputPixels: false };
  const refuse = (cause: unknown) => {
    throw damaged(input.fileName, cause);
  };
  const metadata = await sharp(input.bytes, options).metadata().catch(refuse);
  input.checkPixels(metadata.width, metadata.height);
  const wide = metadata.depth === 'ushort';
  const cmyk = metadata.space === 'cmyk';
  const image = sharp(input.bytes, options);
  if (cmyk) image.pipelineColourspace('cmyk').toColourspace('cmyk');
  else if (wide) image.toColourspace(metadata.space === 'grey16' ? 'grey16' : 'rgb16');
  const { data, info } = await image
    .raw(wide ? { depth: 'ushort' } : {})
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  const { width, height } = info;
  const kept = withoutExtraSamples(data, info.channels * (wide ? 2 : 1), wide ? 8 : 4);
  const decoded = { width, height, data: samples(kept, wide) };
  const channels = Math.min(info.channels, 4) as Raster['channels'];
  return {
    pixels: cmyk ? { kind: 'cmyk', cmyk: decoded } : { kind: 'raster', raster: { ...decoded, channels } },
    profile: metadata.icc ?? null,
    geometry: geometryOf(metadata),
    pageCount: metadata.pages ?? 1,
  };
}

/** Without what a TIFF may have beside colours and opacity, such as masks and spot colours. */
function withoutExtraSamples(data: Uint8Array, pixelBytes: number, mostBytes: number): Uint8Array {
  return pixelBytes <= mostBytes ? data : createSamplePicker({ from: 0, count: mostBytes, stride: pixelBytes })(data);
}

function samples(data: Uint8Array, wide: boolean): Uint8Array | Uint16Array {
  if (!wide) return data;
  return data.byteOffset % 2 === 0
    ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
    : new Uint16Array(Uint8Array.from(data).buffer);
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
