import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type BitPlane, countBits, encodeInk, packBelow } from '@platen/pdf-kit/bilevel';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { isGrayscale, jpegTolerance, scaleSamples } from '../images/convert-samples.ts';
import { decodeImage, type Samples } from '../images/decode-image.ts';
import { freeBytes } from '../images/free-bytes.ts';
import type { ImageResult, ImageTask } from '../images/image-task.ts';
import { readJpegHeader } from '../images/jpeg-header.ts';
import { encodeJpeg } from '../images/lossy-candidates.ts';
import { sketchImage } from '../images/sketch-image.ts';
import { type PixelSize, sizeAtDpi, targetSize } from '../images/target-size.ts';
import { type CompressionLevel, levelSettings } from '../levels.ts';
import { averageInk, averagePaper } from './average-colors.ts';
import type { Brightness } from './brightness.ts';
import { compareLayers, isFaithful } from './check-layers.ts';
import { edgeReach, findInk } from './find-ink.ts';
import { halveBrightness } from './halve-brightness.ts';
import { leavePictures } from './leave-pictures.ts';
import { atSizeOf, scaleOf, widen } from './plane-operations.ts';
import { decodePlanes, type ScanPlanes, splitPlanes } from './scan-planes.ts';
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

/** A scan of a page in layers, which may or may not be better than its plain picture. */
export interface LayeredScan {
  /** A plain picture about as faithful as any of the same level, which takes more bytes than said here. */
  sketchPlain(): Promise<PlainPicture>;
  /** True when they are small and faithful enough to be taken instead of the plain picture. */
  isBetterThan(plain: PlainPicture): Promise<boolean>;
  /** Writes them to files, and ends what else may be asked of them. */
  store(): Promise<ImageResult>;
}

/**
 * A scan of a page as layers (mixed raster content): the paper and pictures at low resolution, and over them the ink of
 * text and lines at the full one. Null where the image is no such scan, or the mask alone takes `maxBytes`.
 */
export async function layerImage(
  task: ImageTask,
  level: CompressionLevel,
  maxBytes: number,
  folder: string,
): Promise<LayeredScan | null> {
  const dpi = scanDpi(task);
  const settings = levelSettings[level];
  if (dpi === null || settings.paper === null) return null;
  const planes = await decodeScan(task, dpi > settings.bilevelScaleAboveDpi ? settings.bilevelTargetDpi / dpi : 1);
  if (planes === null) return null;
  const { brightness: picture } = planes;
  const { width, height } = picture;
  const ownDpi = (dpi * width) / task.width;
  const coarse = ownDpi / 2 < thresholds.minDpi ? picture : halveBrightness(picture);
  const { ink, paperBrightness } = findInk(picture, coarse, ownDpi);
  const share = countBits(ink) / (width * height);
  if (share < thresholds.minInk || share > thresholds.maxInk) return null;
  const coarsely = { task, planes, ink, brightness: coarse, dpi: ownDpi / scaleOf(picture, coarse) };
  let layers = await drawLayers(coarsely, nearInk(coarsely), settings.paper);
  const pictures = leavePictures(ink, layers.likeness);
  // What is left to the paper is to look as it would in a plain picture.
  if (pictures.isChanged || pictures.share > thresholds.maxCoarsePictures) {
    const finely = { ...coarsely, brightness: picture, dpi: ownDpi };
    const near = nearInkAlone(finely, paperBrightness);
    layers = await drawLayers(finely, near, { dpi: settings.targetDpi, quality: settings.jpegQuality });
  }
  const { paper, background, colors, single, foreground, likeness } = layers;
  const drawnBytes = overheadBytes + background.length + (foreground?.length ?? 0);
  if (drawnBytes > maxBytes) return null;
  const mask = encodeInk(ink);
  const sizeBytes = drawnBytes + mask.length;
  if (sizeBytes > maxBytes) return null;
  if (planes.chroma !== null) freeBytes(planes.chroma.data);
  return {
    sketchPlain() {
      const size = targetSize(task, false, settings);
      return sketchPlain(coarse.width < size.width ? picture : coarse, size, settings.jpegQuality);
    },
    isBetterThan: async (plain) => sizeBytes <= plain.maxBytes && (await isFaithful(likeness, plain.jpeg)),
    async store() {
      const { objectNumber, generationNumber } = task;
      const write = (name: string, bytes: Uint8Array) => {
        const path = join(folder, `image-${objectNumber}-${generationNumber}.${level}.${name}`);
        writeFileSync(path, bytes);
        return path;
      };
      for (const each of new Set([picture, coarse])) freeBytes(each.data);
      return {
        objectNumber,
        generationNumber,
        dataPath: write('paper', background),
        sizeBytes,
        width: paper.width,
        height: paper.height,
        bitsPerComponent: 8,
        filter: 'DCTDecode',
        predictorColors: null,
        color: paper.channels < task.components ? 'gray' : 'keep',
        isLossy: true,
        layers: {
          mask: { dataPath: write('mask', mask), width, height },
          ink:
            foreground === null
              ? { color: single ?? [] }
              : { dataPath: write('ink', foreground), width: colors.width, height: colors.height },
        },
        sketch: await sketchImage(task, folder),
      };
    },
  };
}

/** A scan, and what of it is ink. */
interface InkedScan {
  readonly task: ImageTask;
  readonly planes: ScanPlanes;
  readonly ink: BitPlane;
  /** The brightness that paper and comparison are made from: at the resolution of the scan, or half of it. */
  readonly brightness: Brightness;
  readonly dpi: number;
}

/** Ink and the grey edges around it, which are no paper. */
function nearInk({ ink, brightness, dpi }: InkedScan): BitPlane {
  return widen(atSizeOf(brightness, ink), edgeReach(dpi));
}

/** Ink and its edges, but not what is too dark beside it for an edge: there a picture goes on. */
function nearInkAlone(scan: InkedScan, paperBrightness: number): BitPlane {
  const { brightness } = scan;
  const ink = atSizeOf(brightness, scan.ink);
  const near = nearInk(scan);
  const bounds = new Uint8Array(brightness.width).fill(paperBrightness * thresholds.minEdgeShare);
  const dark = packBelow(brightness, () => bounds);
  for (let at = 0; at < near.words.length; at += 1) {
    const picture = (dark.words[at] as number) & ~(ink.words[at] as number);
    near.words[at] = (near.words[at] as number) & ~picture;
  }
  return near;
}

/** The paper and the colours of the ink of a scan, and how they compare with it under the ink. */
async function drawLayers(
  { task, planes, ink, brightness, dpi }: InkedScan,
  near: BitPlane,
  paperSettings: { readonly dpi: number; readonly quality: number },
) {
  const paper = averagePaper({ brightness, chroma: planes.chroma }, near, sizeAtDpi(task, paperSettings.dpi));
  const background = await encodeJpeg(paper, paperSettings.quality);
  const colors = averageInk(planes, ink, sizeAtDpi(task, thresholds.inkDpi));
  const single = singleColor(colors);
  const foreground = single === null ? await encodeJpeg(colors, thresholds.inkQuality) : null;
  // About the size it has is as good, and nothing has to be scaled.
  const isFine = dpi > thresholds.compareDpi * thresholds.sameDpi;
  const size = isFine ? sizeAtDpi(task, thresholds.compareDpi) : brightness;
  const likeness = await compareLayers({ picture: brightness, ink, background, colors }, size);
  return { paper, background, colors, single, foreground, likeness };
}

/** The brightness of a scan alone, as JPEG by the quick way: as faithful, and what no better way halves. */
async function sketchPlain({ data, width, height }: Brightness, size: PixelSize, quality: number) {
  const sharp = await loadSharp();
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('b-w')
    .jpeg({ quality })
    .toBuffer();
  return { jpeg, maxBytes: jpeg.length * thresholds.bestJpegShare };
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

async function decodeScan(task: ImageTask, scale: number): Promise<ScanPlanes | null> {
  const size = { width: Math.round(task.width * scale), height: Math.round(task.height * scale) };
  const mayBeGray = task.color === 'deviceRgb';
  if (task.coding.kind === 'jpeg' && task.components === 3) {
    const header = readJpegHeader(readFileSync(task.dataPath));
    const isWhole = header?.components === 3 && header.width === task.width && header.height === task.height;
    return isWhole ? await decodePlanes(header.stripped, size, mayBeGray) : null;
  }
  const decoded = await decodeImage(task);
  if (decoded === null || decoded.kind !== 'samples') return null;
  if (decoded.samples.channels !== 1 && decoded.samples.channels !== 3) return null;
  const samples = scale === 1 ? decoded.samples : await scaleSamples(decoded.samples, size);
  const planes = splitPlanes(samples, mayBeGray && isGrayscale(samples, jpegTolerance));
  if (planes.brightness.data !== decoded.samples.data) {
    freeBytes(decoded.samples.data);
    // What a library allocated, it frees in a turn of its own.
    await setImmediate();
  }
  return planes;
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
