import { type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';
import { decodeImage } from './decode-image.ts';
import type { CodedImage } from './image-page.ts';
import type { InputImage } from './input-image.ts';
import { losslessImage } from './lossless-image.ts';
import { rasterPixels } from './raster.ts';
import { whileTaggedAsRgb } from './tiff-directory.ts';

const yCbCr = 6;

/** Compressions whose decoder converts the colours: JPEG, old and new. */
const jpegs: readonly (number | undefined)[] = [6, 7];

/** Shares of red, green and blue in luma by ITU-R BT.601, and the codes of black and white (TIFF 6.0, sections 20 and 21). */
const usualLuma = [0.299, 0.587, 0.114];
const usualReferences = [0, 255, 128, 255, 128, 255];

/** Luma samples for each of the colours, across and down, in a file that does not say. */
const usualSubsampling = [2, 2];

/**
 * A page of a TIFF in YCbCr whose compression is not JPEG, with as many samples of colour as of luma: the decoder returns
 * those unconverted, and mixes them up where each has a plane. Null when the page is of another kind.
 */
export async function codeYcbcr(input: InputImage, directory: TiffDirectory): Promise<CodedImage | null> {
  if (directory.values(tiffTags.photometric)?.[0] !== yCbCr) return null;
  if (jpegs.includes(directory.values(tiffTags.compression)?.[0])) return null;
  if ((directory.values(tiffTags.yCbCrSubsampling) ?? usualSubsampling).some((factor) => factor !== 1)) return null;
  const { pixels, profile } = await whileTaggedAsRgb(input.bytes, () => decodeImage(input));
  if (pixels.kind !== 'raster' || pixels.raster.channels !== 3 || pixels.raster.data instanceof Uint16Array)
    return null;
  const toRgb = createConverter(directory);
  const { data } = pixels.raster;
  for (let at = 0; at < data.length; at += 3) toRgb(data, at);
  return losslessImage(rasterPixels(pixels.raster), profile);
}

/** Replaces the samples of a pixel by red, green and blue. */
function createConverter(directory: TiffDirectory): (samples: Uint8Array, at: number) => void {
  const stored = directory.values(tiffTags.yCbCrCoefficients) ?? [];
  // Some writers store zeros, or nothing that is a number.
  const [red = 0, green = 1, blue = 0] = stored.some((share) => share > 0 && share < 1) ? stored : usualLuma;
  const references = directory.values(tiffTags.referenceBlackWhite) ?? usualReferences;
  const fullRange = (code: number, channel: number, codes: number) => {
    const [low = 0, high = 255] = references.slice(2 * channel, 2 * channel + 2);
    return ((code - low) * codes) / (high - low || 1);
  };
  const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  return (samples, at) => {
    const luma = fullRange(samples[at] ?? 0, 0, 255);
    const r = luma + fullRange(samples[at + 2] ?? 0, 2, 127) * (2 - 2 * red);
    const b = luma + fullRange(samples[at + 1] ?? 0, 1, 127) * (2 - 2 * blue);
    const g = (luma - blue * b - red * r) / (green || 1);
    [samples[at], samples[at + 1], samples[at + 2]] = [byte(r), byte(g), byte(b)];
  };
}
