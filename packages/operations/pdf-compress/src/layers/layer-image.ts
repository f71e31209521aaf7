import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type BitPlane, countBits, encodeInk, packBelowThreshold } from '@platen/pdf-kit/bilevel';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { isGrayscale, jpegTolerance, scaleSamples } from '../images/convert-samples.ts';
import { decodeImage, type Samples } from '../images/decode-image.ts';
import { freeBytes } from '../images/free-bytes.ts';
import type { ImageResult, ImageTask } from '../images/image-task.ts';
import { readJpegHeader } from '../images/jpeg-header.ts';
import { encodeJpeg } from '../images/lossy-candidates.ts';
import { sketchImage } from '../images/sketch-image.ts';
import { drawnDpi, type PixelSize, sizeAtDpi, targetSize } from '../images/target-size.ts';
import { type CompressionLevel, settingsOf } from '../levels.ts';
import { averageBackground, averageForeground } from './average-colors.ts';
import { binarizeScan, edgeReach } from './binarize-scan.ts';
import { compareLayers, isFaithful } from './check-layers.ts';
import type { GrayImage } from './gray-image.ts';
import { halveImage } from './halve-image.ts';
import { leavePictures } from './leave-pictures.ts';
import { atSizeOf, dilate, scaleOf } from './plane-operations.ts';
import { decodePlanes, type ScanPlanes, splitPlanes } from './scan-planes.ts';
import { layerThresholds as thresholds } from './thresholds.ts';

/** The bytes of two more images in the file, and of the form that draws them. */
const overheadBytes = 700;

/** A scan as a single image, to compare layers with. */
export interface PlainImage {
  /** The most that layers may take instead of it. */
  readonly maxBytes: number;
  /** Its JPEG; null if it is lossless. */
  readonly jpeg: Uint8Array | null;
}

/** A scan of a page in layers, which may or may not be better than a plain image. */
export interface LayeredScan {
  /** Whether pictures are in the background, which has the resolution of plain images then. */
  readonly hasPictures: boolean;
  /** Estimates the best plain image of the level: its JPEG is about as faithful, and its size is a lower bound. */
  estimatePlain(): Promise<PlainImage>;
  /** Whether the layers are small and faithful enough to replace the plain image. */
  isBetterThan(plain: PlainImage): Promise<boolean>;
  /** Writes the layers to files and frees their memory. Nothing may be called afterwards. */
  store(): Promise<ImageResult>;
}

/**
 * Encodes a scan of a page as mixed raster content (MRC): a background layer of paper and pictures at low resolution, and a
 * mask of text and lines at full resolution, with their colours as the foreground layer. Null if the image is not such a
 * scan, or its layers take more than `maxBytes`.
 */
export async function layerImage(
  task: ImageTask,
  level: CompressionLevel,
  maxBytes: number,
  folder: string,
): Promise<LayeredScan | null> {
  const dpi = scanDpi(task);
  const settings = settingsOf(level, task.jpegQuality);
  if (dpi === null || settings.background === null) return null;
  const planes = await decodeScan(task, dpi > settings.bilevelScaleAboveDpi ? settings.bilevelTargetDpi / dpi : 1);
  if (planes === null) return null;
  const { luma } = planes;
  const { width, height } = luma;
  const ownDpi = (dpi * width) / task.width;
  const coarse = ownDpi / 2 < thresholds.minDpi ? luma : halveImage(luma);
  const { mask, brightest } = binarizeScan(luma, coarse, ownDpi);
  const share = countBits(mask) / (width * height);
  if (share < thresholds.minForeground || share > thresholds.maxForeground) return null;
  const coarsely = { task, planes, mask, luma: coarse, dpi: ownDpi / scaleOf(luma, coarse) };
  let layers = await drawLayers(coarsely, nearMask(coarsely), settings.background);
  const pictures = leavePictures(mask, layers.similarity);
  // Pictures in the background have to look as in a plain image.
  const hasPictures = pictures.isChanged || pictures.share > thresholds.maxCoarsePictures;
  if (hasPictures) {
    const finely = { ...coarsely, luma, dpi: ownDpi };
    const near = nearMaskWithoutPictures(finely, brightest);
    layers = await drawLayers(finely, near, { dpi: settings.targetDpi, quality: settings.jpegQuality });
  }
  const { background, backgroundJpeg, foreground, single, foregroundJpeg, similarity } = layers;
  const drawnBytes = overheadBytes + backgroundJpeg.length + (foregroundJpeg?.length ?? 0);
  if (drawnBytes > maxBytes) return null;
  const encodedMask = encodeInk(mask);
  const sizeBytes = drawnBytes + encodedMask.length;
  if (sizeBytes > maxBytes) return null;
  if (planes.chroma !== null) freeBytes(planes.chroma.data);
  return {
    hasPictures,
    estimatePlain() {
      const size = targetSize(task, false, settings);
      return estimatePlain(coarse.width < size.width ? luma : coarse, size, settings.jpegQuality);
    },
    isBetterThan: async (plain) => sizeBytes <= plain.maxBytes && (await isFaithful(similarity, plain.jpeg)),
    async store() {
      const { objectNumber, generationNumber } = task;
      const write = (name: string, bytes: Uint8Array) => {
        const path = join(folder, `image-${objectNumber}-${generationNumber}.${level}.${name}`);
        writeFileSync(path, bytes);
        return path;
      };
      for (const each of new Set([luma, coarse])) freeBytes(each.data);
      return {
        objectNumber,
        generationNumber,
        dataPath: write('background', backgroundJpeg),
        sizeBytes,
        width: background.width,
        height: background.height,
        bitsPerComponent: 8,
        filter: 'DCTDecode',
        predictorColors: null,
        color: background.channels < task.components ? 'gray' : 'keep',
        isLossy: true,
        layers: {
          mask: { dataPath: write('mask', encodedMask), width, height },
          foreground:
            foregroundJpeg === null
              ? { color: single ?? [] }
              : {
                  dataPath: write('foreground', foregroundJpeg),
                  width: foreground.width,
                  height: foreground.height,
                },
        },
        sketch: await sketchImage(task, folder),
      };
    },
  };
}

/** A scan and its mask. */
interface MaskedScan {
  readonly task: ImageTask;
  readonly planes: ScanPlanes;
  readonly mask: BitPlane;
  /** The luma for the background and the comparison: at the resolution of the scan, or half of it. */
  readonly luma: GrayImage;
  readonly dpi: number;
}

/** The mask dilated by the grey edges of foreground, which are not background. */
function nearMask({ mask, luma, dpi }: MaskedScan): BitPlane {
  return dilate(atSizeOf(luma, mask), edgeReach(dpi));
}

/** The same without pixels too dark for an edge, with which a picture continues. */
function nearMaskWithoutPictures(scan: MaskedScan, brightest: number): BitPlane {
  const { luma } = scan;
  const mask = atSizeOf(luma, scan.mask);
  const near = nearMask(scan);
  const dark = packBelowThreshold(luma, brightest * thresholds.minEdgeShare);
  for (let at = 0; at < near.words.length; at += 1) {
    const picture = (dark.words[at] as number) & ~(mask.words[at] as number);
    near.words[at] = (near.words[at] as number) & ~picture;
  }
  return near;
}

/** The background and foreground layers of a scan, and how similar they are to it. */
async function drawLayers(
  { task, planes, mask, luma, dpi }: MaskedScan,
  near: BitPlane,
  settings: { readonly dpi: number; readonly quality: number },
) {
  const background = averageBackground({ luma, chroma: planes.chroma }, near, sizeAtDpi(task, settings.dpi));
  const backgroundJpeg = await encodeJpeg(background, settings.quality);
  const foreground = averageForeground(planes, mask, sizeAtDpi(task, thresholds.foregroundDpi));
  const single = singleColor(foreground);
  const foregroundJpeg = single === null ? await encodeJpeg(foreground, thresholds.foregroundQuality) : null;
  // A scan of about that resolution is not scaled.
  const isFine = dpi > thresholds.compareDpi * thresholds.sameDpi;
  const size = isFine ? sizeAtDpi(task, thresholds.compareDpi) : luma;
  const similarity = await compareLayers({ luma, mask, background: backgroundJpeg, foreground }, size);
  return { background, backgroundJpeg, foreground, single, foregroundJpeg, similarity };
}

/** A quickly encoded JPEG of the luma alone: about as faithful as the best JPEG, and a bound for its size. */
async function estimatePlain({ data, width, height }: GrayImage, size: PixelSize, quality: number) {
  const sharp = await loadSharp();
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('b-w')
    .jpeg({ quality })
    .toBuffer();
  return { jpeg, maxBytes: jpeg.length * thresholds.bestJpegShare };
}

/** The resolution, as drawn, of an image that may be the scan of a page; null for any other. */
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
  const isPicture =
    mayLayer &&
    role === 'picture' &&
    palette === null &&
    color !== 'other' &&
    color !== 'cmyk' &&
    mayRemap &&
    !hasColorKey;
  const isPlain = (task.coding.kind === 'jpeg' || task.coding.kind === 'samples') && task.bitsPerComponent === 8;
  if (!isPicture || !isPlain || drawnPt === null) return null;
  if (Math.min(drawnPt.width, drawnPt.height) < thresholds.minSidePt) return null;
  const dpi = drawnDpi({ width, height }, drawnPt);
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
  if (planes.luma.data !== decoded.samples.data) {
    freeBytes(decoded.samples.data);
    // The memory of a native library is freed in another turn of the event loop.
    await setImmediate();
  }
  return planes;
}

/** The colour of all foreground; null if it has several. */
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
  return Math.max(...spreads) <= thresholds.maxForegroundSpread ? means.map(Math.round) : null;
}
