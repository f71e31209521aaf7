import { type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';
import type { SampleCoding } from './tiff-samples.ts';

/** How the pixels of a page are spread over its strips or tiles. */
export interface TiffLayout {
  readonly width: number;
  readonly height: number;
  /** Samples of a pixel. */
  readonly samples: number;
  /** Parts of the page that each have all strips or tiles: one for each sample, or one for all. */
  readonly planes: number;
  /** Strips or tiles side by side, and below each other. */
  readonly across: number;
  readonly down: number;
  readonly pieceWidth: number;
  readonly pieceHeight: number;
  readonly compression: number;
  /** Whether the lowest bit of a byte is its first one. */
  readonly lowBitFirst: boolean;
  readonly coding: SampleCoding;
}

/** More samples than colours with opacity have are not read. */
const maxSamples = 5;

const separatePlanes = 2;
const lowBitFirst = 2;

/** Sample formats; a missing or undefined one means unsigned (TIFF 6.0, page 80). */
const formats: Readonly<Record<number, SampleCoding['format']>> = {
  1: 'unsigned',
  2: 'signed',
  3: 'float',
  4: 'unsigned',
};
const predictors: Readonly<Record<number, SampleCoding['predictor']>> = { 1: 'none', 2: 'horizontal', 3: 'floating' };

/** The layout of a page whose samples are all of one kind; null for others, and for an invalid one. */
export function readTiffLayout(directory: TiffDirectory, little: boolean): TiffLayout | null {
  const first = (tag: number, usual: number) => directory.values(tag)?.[0] ?? usual;
  const [width, height] = [first(tiffTags.width, 0), first(tiffTags.height, 0)];
  const samples = first(tiffTags.samplesPerPixel, 1);
  const bits = commonValue(directory.values(tiffTags.bitsPerSample) ?? [1]);
  const format = formats[commonValue(directory.values(tiffTags.sampleFormat) ?? [1]) ?? 0];
  const predictor = predictors[first(tiffTags.predictor, 1)];
  const isTiled = directory.field(tiffTags.tileOffsets) !== undefined;
  const pieceWidth = isTiled ? first(tiffTags.tileWidth, 0) : width;
  const pieceHeight = isTiled ? first(tiffTags.tileHeight, 0) : Math.min(height, first(tiffTags.rowsPerStrip, height));
  if (bits === null || format === undefined || predictor === undefined) return null;
  if (bits === 0 || samples === 0 || samples > maxSamples) return null;
  if (bits > 32 && !(bits === 64 && (format === 'float' || samples === 1))) return null;
  if (width === 0 || height === 0 || pieceWidth === 0 || pieceHeight === 0) return null;
  const planes = first(tiffTags.planarConfiguration, 1) === separatePlanes ? samples : 1;
  return {
    width,
    height,
    samples,
    planes,
    across: Math.ceil(width / pieceWidth),
    down: Math.ceil(height / pieceHeight),
    pieceWidth,
    pieceHeight,
    compression: first(tiffTags.compression, 1),
    lowBitFirst: first(tiffTags.fillOrder, 1) === lowBitFirst,
    coding: { bits, format, predictor, little, perPixel: samples / planes },
  };
}

function commonValue(values: readonly number[]): number | null {
  const [value = null, ...others] = values;
  return others.every((other) => other === value) ? value : null;
}
