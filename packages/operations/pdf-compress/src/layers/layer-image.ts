import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstChannel, isGrayscale, jpegTolerance, scaleSamples } from '../images/convert-samples.ts';
import type { DecodedImage, Samples } from '../images/decode-image.ts';
import type { ImageResult, ImageTask } from '../images/image-task.ts';
import { encodeJpeg } from '../images/lossy-candidates.ts';
import { encodeInk } from '../jbig2/encode-jbig2.ts';
import { type CompressionLevel, levelSettings } from '../levels.ts';
import { averageColors } from './average-colors.ts';
import { isFaithful } from './check-layers.ts';
import { awayFromInk, findInk } from './find-ink.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

const pointsPerInch = 72;

/** What two more images, and the form that draws them, take in the file. */
const overheadBytes = 700;

/** The best that is known of an image without layers. */
export interface PlainPicture {
  /** What layers may take instead of it. */
  readonly maxBytes: number;
  /** Its JPEG; null when it has the pixels it had. */
  readonly jpeg: Uint8Array | null;
}

/** An image that may be the scan of a page. */
export interface Scan {
  readonly task: ImageTask;
  readonly decode: () => Promise<DecodedImage | null>;
  readonly plain: PlainPicture;
}

/**
 * A scan of a page as layers (mixed raster content): the paper and pictures at low resolution, and over them the ink of
 * text and lines at the full one. Null where the image is no such scan, or layers are not much smaller, or show it less
 * faithfully than the plain picture would.
 */
export async function layerImage(
  { task, decode, plain }: Scan,
  level: CompressionLevel,
  folder: string,
): Promise<ImageResult | null> {
  const dpi = scanDpi(task);
  const settings = levelSettings[level];
  if (dpi === null || settings.paper === null) return null;
  const scan = await decodeScan(
    task,
    decode,
    dpi > settings.bilevelScaleAboveDpi ? settings.bilevelTargetDpi / dpi : 1,
  );
  if (scan === null) return null;
  const { samples, color } = scan;
  const ownDpi = (dpi * samples.width) / task.width;
  const picture = samples.channels === 1 ? samples : firstChannel(samples);
  // One for all steps: buffers of a page's size are freed long after they are no longer needed.
  const scratch = new Uint8Array(samples.width * samples.height);
  const ink = findInk(picture, ownDpi, scratch);
  const share = countOnes(ink) / ink.length;
  if (share < thresholds.minInk || share > thresholds.maxInk) return null;
  const mask = encodeInk({ width: samples.width, height: samples.height, pixels: ink });
  const bound = plain.maxBytes - overheadBytes;
  if (mask.length > bound) return null;
  const paper = averageColors(samples, awayFromInk(ink, samples, ownDpi, scratch), sizeAt(task, settings.paper.dpi));
  const background = await encodeJpeg(paper, settings.paper.quality);
  const colors = averageColors(samples, insideInk(ink, samples, scratch), sizeAt(task, thresholds.inkDpi));
  const single = singleColor(colors);
  const foreground = single === null ? await encodeJpeg(colors, thresholds.inkQuality) : null;
  const sizeBytes = background.length + mask.length + (foreground?.length ?? 0);
  if (sizeBytes > bound) return null;
  const compare = sizeAt(task, Math.min(ownDpi, thresholds.compareDpi));
  if (!(await isFaithful({ picture, ink, background, colors }, plain.jpeg, compare))) return null;
  const write = (name: string, bytes: Uint8Array) => {
    const path = join(folder, `image-${task.objectNumber}-${task.generationNumber}.${level}.${name}`);
    writeFileSync(path, bytes);
    return path;
  };
  return {
    objectNumber: task.objectNumber,
    generationNumber: task.generationNumber,
    dataPath: write('paper', background),
    sizeBytes,
    width: paper.width,
    height: paper.height,
    bitsPerComponent: 8,
    filter: 'DCTDecode',
    predictorColors: null,
    color,
    isLossy: true,
    layers: {
      mask: { dataPath: write('mask', mask), width: samples.width, height: samples.height },
      ink:
        foreground === null
          ? { color: single ?? [] }
          : { dataPath: write('ink', foreground), width: colors.width, height: colors.height },
    },
  };
}

/** The resolution of an image that may be the scan of a page; null for any other. */
function scanDpi({
  width,
  height,
  drawnPt,
  mayLayer,
  role,
  palette,
  color,
  mayRemap,
  hasColorKey,
  ...task
}: ImageTask) {
  const isPicture = mayLayer && role === 'picture' && palette === null && color !== 'other' && mayRemap && !hasColorKey;
  const isPlain = (task.coding.kind === 'jpeg' || task.coding.kind === 'samples') && task.bitsPerComponent === 8;
  if (!isPicture || !isPlain || drawnPt === null) return null;
  if (Math.min(drawnPt.width, drawnPt.height) < thresholds.minSidePt) return null;
  const dpi = Math.min((width * pointsPerInch) / drawnPt.width, (height * pointsPerInch) / drawnPt.height);
  return dpi < thresholds.minDpi ? null : dpi;
}

async function decodeScan(task: ImageTask, decode: Scan['decode'], scale: number) {
  const decoded = await decode();
  if (decoded === null || decoded.kind !== 'samples') return null;
  if (decoded.samples.channels !== 1 && decoded.samples.channels !== 3) return null;
  const size = { width: Math.round(task.width * scale), height: Math.round(task.height * scale) };
  const samples = scale === 1 ? decoded.samples : await scaleSamples(decoded.samples, size);
  const isGray = task.color === 'deviceRgb' && isGrayscale(samples, jpegTolerance);
  return isGray ? ({ samples: firstChannel(samples), color: 'gray' } as const) : ({ samples, color: 'keep' } as const);
}

function sizeAt({ drawnPt, width, height }: ImageTask, dpi: number) {
  const [across, down] = [drawnPt?.width ?? 0, drawnPt?.height ?? 0];
  return {
    width: Math.max(1, Math.min(width, Math.round((across * dpi) / pointsPerInch))),
    height: Math.max(1, Math.min(height, Math.round((down * dpi) / pointsPerInch))),
  };
}

/** Ink counts for its colour most where it has ink on all sides. */
function insideInk(ink: Uint8Array, { width }: Samples, weights: Uint8Array): Uint8Array {
  for (let at = 0; at < ink.length; at += 1) {
    weights[at] = 0;
    if (ink[at] === 0) continue;
    const isInside = ink[at - 1] === 1 && ink[at + 1] === 1 && ink[at - width] === 1 && ink[at + width] === 1;
    weights[at] = isInside ? 16 : 1;
  }
  return weights;
}

// Loops, here and above: a call for each of nine million pixels takes as long as all the rest of a page.
function countOnes(values: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at += 1) count += values[at] as number;
  return count;
}

/** The one colour of all ink; null where it has several. */
function singleColor({ data, channels }: Samples): readonly number[] | null {
  const count = data.length / channels;
  const means = Array.from({ length: channels }, () => 0);
  const squares = Array.from({ length: channels }, () => 0);
  data.forEach((value, at) => {
    const channel = at % channels;
    means[channel] = (means[channel] as number) + value / count;
    squares[channel] = (squares[channel] as number) + (value * value) / count;
  });
  const spreads = means.map((mean, channel) => Math.sqrt(Math.max(0, (squares[channel] as number) - mean * mean)));
  return Math.max(...spreads) <= thresholds.maxInkSpread ? means.map(Math.round) : null;
}
