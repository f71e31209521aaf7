import { shorts, type TiffDirectory, type TiffField, tiffTags } from '@platen/pdf-kit/tiff';

/** The tags that determine how pixels are decoded; all others describe them, or are for other applications. */
const pixelTags: readonly number[] = [
  tiffTags.width,
  tiffTags.height,
  tiffTags.bitsPerSample,
  tiffTags.compression,
  tiffTags.photometric,
  tiffTags.fillOrder,
  tiffTags.samplesPerPixel,
  tiffTags.rowsPerStrip,
  tiffTags.planarConfiguration,
  tiffTags.t4Options,
  tiffTags.t6Options,
  tiffTags.predictor,
  tiffTags.colorMap,
  tiffTags.tileWidth,
  tiffTags.tileHeight,
  tiffTags.inkSet,
  tiffTags.extraSamples,
  tiffTags.sampleFormat,
  tiffTags.jpegTables,
  tiffTags.yCbCrCoefficients,
  tiffTags.yCbCrSubsampling,
  tiffTags.referenceBlackWhite,
  tiffTags.iccProfile,
];

/** Tags with one value for each sample of a pixel. */
const tagsOfSamples: readonly number[] = [tiffTags.bitsPerSample, tiffTags.sampleFormat];

/** Number of colour samples by photometric interpretation. */
export const colorSamples: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 };

/** Photometric interpretations. */
export const photometrics = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3 } as const;

/** Compressions of CCITT: Modified Huffman, Group 3 and Group 4. */
const ccittCompressions: readonly number[] = [2, 3, 4];

/** The meaning of an extra sample that is neither opacity nor anything else. */
const unspecified = 0;

/** Maximum samples of a pixel, more than decoders accept. */
const maxSamples = 64;

/**
 * The tags of a page that its pixels need, with the right number of values. What is missing but implied is added, as
 * decoders warn of it.
 */
export function pixelFields(directory: TiffDirectory, little: boolean): Map<number, TiffField> {
  const fields = new Map<number, TiffField>();
  const [samples = 1] = directory.values(tiffTags.samplesPerPixel) ?? [];
  for (const tag of pixelTags) {
    const field = directory.field(tag);
    if (field !== undefined) fields.set(tag, tagsOfSamples.includes(tag) ? firstValues(field, samples) : field);
  }
  const photometric = photometricOf(directory);
  fields.set(tiffTags.photometric, shorts([photometric], little));
  const extra = Math.min(samples, maxSamples) - (colorSamples[photometric] ?? samples);
  if (extra > 0 && !fields.has(tiffTags.extraSamples)) {
    fields.set(tiffTags.extraSamples, shorts(Array(extra).fill(unspecified), little));
  }
  return fields;
}

/** The photometric interpretation of a page; if it has none, the one that decoders assume. */
export function photometricOf(directory: TiffDirectory): number {
  const [photometric] = directory.values(tiffTags.photometric) ?? [];
  if (photometric !== undefined) return photometric;
  if (directory.field(tiffTags.colorMap) !== undefined) return photometrics.palette;
  if ((directory.values(tiffTags.samplesPerPixel)?.[0] ?? 1) >= 3) return photometrics.rgb;
  const [compression = 1] = directory.values(tiffTags.compression) ?? [];
  return ccittCompressions.includes(compression) ? photometrics.whiteIsZero : photometrics.blackIsZero;
}

function firstValues({ type, count, bytes }: TiffField, most: number): TiffField {
  return count <= most
    ? { type, count, bytes }
    : { type, count: most, bytes: bytes.subarray(0, most * (bytes.byteLength / count)) };
}
