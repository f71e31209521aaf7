import { readFileSync, writeFileSync } from 'node:fs';
import { anyEntry, booleanEntry, nameEntry, numbersEntry } from '@platen/pdf-kit/objects';
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
} from '@platen/pdf-kit/pdf-lib';
import { applyImage } from '../images/apply-image.ts';
import type { Candidate } from '../images/candidate.ts';
import { decodeImage, type Samples } from '../images/decode-image.ts';
import { deflateSmallest } from '../images/deflate-smallest.ts';
import { plainAndFiltered } from '../images/encode-lossless.ts';
import { drawImagePage } from '../images/image-page.ts';
import type { ImageTask } from '../images/image-task.ts';
import { readJpegHeader } from '../images/jpeg-header.ts';
import { listImages } from '../images/list-images.ts';
import { encodeJpeg } from '../images/lossy-candidates.ts';
import { describeGraySpace, type GraySpace } from './gray-space.ts';
import type { KeptColors } from './kept-colors.ts';

export interface GrayImagesRequest {
  readonly context: PDFContext;
  /** The folder for the data of images. */
  readonly folder: string;
  readonly maxImageBytes: number;
  readonly maxPixels: number;
  /** Objects that keep their colours. */
  readonly except: ReadonlySet<PDFRef>;
  readonly kept: KeptColors;
}

/** The quality of a JPEG that was none: JPEG 2000, which is not stored without loss as a rule. */
const drawnQuality = 92;

/** Makes images grey. JPEGs are encoded again with the quality they have, so that the level decides on more loss alone. */
export async function grayImages(request: GrayImagesRequest): Promise<void> {
  const { context, except, kept } = request;
  const images = listImages({
    ...request,
    usage: { images: new Map() },
    mayConvertColor: true,
    hasOwnDeviceColors: false,
    jpegQuality: null,
    minStoredBytes: 0,
  });
  const tasks = new Map(images.map((task) => [PDFRef.of(task.objectNumber, task.generationNumber), task]));
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || except.has(ref) || !isColored(object.dict)) continue;
    if (grayPalette(object.dict)) continue;
    const task = tasks.get(ref);
    const candidate = task === undefined ? null : await grayImage(task, object.dict);
    if (task === undefined || candidate === null) {
      kept.add('image');
      continue;
    }
    const { bytes, ...described } = candidate;
    const { objectNumber, generationNumber } = task;
    const dataPath = `${task.dataPath}.gray`;
    writeFileSync(dataPath, bytes);
    const stored = { dataPath, sizeBytes: bytes.length, layers: null, sketch: null };
    applyImage(context, { ...described, ...stored, objectNumber, generationNumber });
  }
}

/** Whether a stream is an image with colours, or of JPEG 2000, whose colours only a decoder knows. */
function isColored(dict: PDFDict): boolean {
  if (nameEntry(dict, 'Subtype') !== 'Image' || booleanEntry(dict, 'ImageMask') === true) return false;
  const space = anyEntry(dict, 'ColorSpace');
  return space === null ? isJpeg2000(dict) : describeGraySpace(space)?.isGray !== true;
}

function isJpeg2000(dict: PDFDict): boolean {
  return anyEntry(dict, 'Filter')?.toString().includes('JPXDecode') === true;
}

/** Null if the colours of the image are unknown, or its samples have a meaning beside them. */
async function grayImage(task: ImageTask, dict: PDFDict): Promise<Candidate | null> {
  if (task.hasColorKey) return null;
  if (task.pagePath !== null) {
    const drawn = await drawImagePage(task.pagePath);
    if (drawn === null || drawn.width !== task.width || drawn.height !== task.height) return null;
    const rgb = describeGraySpace(PDFName.of('DeviceRGB'));
    return rgb === null ? null : jpegOf(graySamples(drawn, rgb, rgb.range, 255), drawnQuality);
  }
  const space = describeGraySpace(anyEntry(dict, 'ColorSpace'));
  const decoded = space === null || space.grayOf === null ? null : await decodeImage(task);
  if (space === null || decoded === null || decoded.kind === 'bits') return null;
  const highest = decoded.kind === 'values' ? 2 ** task.bitsPerComponent - 1 : 255;
  const gray = graySamples(decoded.samples, space, numbersEntry(dict, 'Decode') ?? space.range, highest);
  if (task.coding.kind !== 'jpeg') return losslessOf(gray, task);
  const quality = readJpegHeader(readFileSync(task.dataPath))?.quality ?? drawnQuality;
  return jpegOf(gray, Math.round(quality));
}

/** Samples, of which `highest` is the largest, as shades of grey. */
function graySamples(
  { data, width, height, channels }: Samples,
  { grayOf }: GraySpace,
  decode: readonly number[],
  highest: number,
): Samples {
  const gray = new Uint8Array(width * height);
  const tables = Array.from({ length: channels }, (_, part) => {
    const [low = 0, high = 1] = decode.slice(2 * part);
    return Float64Array.from({ length: highest + 1 }, (_value, sample) => low + (sample / highest) * (high - low));
  });
  const color = new Array<number>(channels).fill(0);
  for (let pixel = 0, at = 0; pixel < gray.length; pixel += 1) {
    for (let part = 0; part < channels; part += 1, at += 1) {
      color[part] = (tables[part] as Float64Array)[data[at] as number] as number;
    }
    gray[pixel] = Math.max(0, Math.min(255, (grayOf?.(color) ?? 0) * 255 + 0.5));
  }
  return { data: gray, width, height, channels: 1 };
}

/** Makes the palette of an indexed image grey, whose indexes stay. False if it has none, or its colours are unknown. */
function grayPalette(dict: PDFDict): boolean {
  const entry = anyEntry(dict, 'ColorSpace');
  const space = describeGraySpace(entry);
  const family = entry instanceof PDFArray && entry.size() > 0 ? entry.lookup(0) : null;
  if (space === null || space.grayOf === null || !(family === PDFName.of('Indexed') || family === PDFName.of('I'))) {
    return false;
  }
  const { grayOf, range } = space;
  const last = range[1] ?? 0;
  const shades = Uint8Array.from({ length: last + 1 }, (_, index) => Math.round(255 * grayOf([index])));
  const { context } = dict;
  const palette = PDFHexString.of(Buffer.from(shades).toString('hex'));
  const gray = context.obj([PDFName.of('Indexed'), PDFName.of('DeviceGray'), last, palette]);
  dict.set(PDFName.of('ColorSpace'), gray);
  return true;
}

async function jpegOf(samples: Samples, quality: number): Promise<Candidate> {
  const { width, height } = samples;
  const bytes = await encodeJpeg(samples, quality);
  return {
    bytes,
    filter: 'DCTDecode',
    width,
    height,
    bitsPerComponent: 8,
    predictorColors: null,
    color: 'gray',
    isLossy: true,
  };
}

async function losslessOf(samples: Samples, task: ImageTask): Promise<Candidate> {
  const { width, height } = samples;
  const raw = await plainAndFiltered(samples);
  return deflateSmallest(
    raw.map((each) => ({ ...each, width, height, color: 'gray' as const, isLossy: true })),
    task,
  );
}
