import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { type LevelSettings, levelSettings, levelsDownFrom } from '../levels.ts';
import { expandPalette, firstChannel, isGrayscale, scaleSamples, scaleValues } from './convert-samples.ts';
import { decodeImage, type Samples } from './decode-image.ts';
import { encodeBilevel } from './encode-bilevel.ts';
import { encodeSamples, encodeValues, findPalette } from './encode-lossless.ts';
import type { Encoded } from './encoded.ts';
import { drawImagePage } from './image-page.ts';
import type { ImageLevel, ImageResult, ImageTask } from './image-task.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { targetSize } from './target-size.ts';

/** One way to store an image. */
export type Candidate = Encoded & Pick<ImageResult, 'width' | 'height' | 'color' | 'isLossy'>;

/** A loss has to be worth it: with less gain than this an image keeps its pixels. */
const maxLossyShare = 0.9;
/** Drawings (few colours) and alpha masks, which show artefacts first, ask for more. */
const maxLossyShareOfDrawing = 0.6;
/** A loss that leaves less than this is smaller than that of any gentler level: they need not be tried. */
const clearLossyShare = 0.5;
/** But for small images, where headers and chance decide. */
const smallImageBytes = 4_096;
/** A JPEG of about the wanted quality already would only lose by being encoded again. */
const qualityMargin = 5;

/**
 * The ways to store an image on a level, none of which need be smaller than what there is: those without loss, which
 * are the same on every level, and those with loss from the gentlest to the strongest.
 */
export async function listCandidates(task: ImageTask, level: ImageLevel): Promise<readonly Candidate[]> {
  const losses = level === 'lossless' ? [] : levelsDownFrom(level).map((gentler) => levelSettings[gentler]);
  const candidates = await decodedCandidates(task, losses);
  const convertsColor = task.coding.kind !== 'opaque';
  if (task.pagePath === null || level === 'lossless' || (convertsColor && level === 'low')) return candidates;
  const drawn = await drawImagePage(task.pagePath);
  if (drawn === null || drawn.width !== task.width || drawn.height !== task.height) return candidates;
  return [...candidates, ...(await lossyCandidates(task, drawn, losses, candidates, convertsColor))];
}

/** `losses` are the settings of the level and of the gentler ones, the strongest first; none for no loss at all. */
async function decodedCandidates(task: ImageTask, losses: readonly LevelSettings[]): Promise<readonly Candidate[]> {
  const stripped = task.coding.kind === 'jpeg' ? strippedJpeg(task) : null;
  const candidates: Candidate[] = stripped === null ? [] : [stripped.candidate];
  if (task.coding.kind === 'jpeg') {
    const [settings] = losses;
    if (settings === undefined || stripped === null || !mayLose(task)) return candidates;
    const { width } = targetSize(task, false, settings);
    if (width === task.width && stripped.quality <= settings.jpegQuality + qualityMargin) return candidates;
  }
  const decoded = task.coding.kind === 'opaque' ? null : await decodeImage(task);
  if (decoded === null) return candidates;
  const found =
    decoded.kind === 'values'
      ? await valueCandidates(task, decoded.samples, losses)
      : await sampleCandidates(task, decoded.samples, losses);
  return [...candidates, ...found];
}

/** Colours may be mixed with their neighbours when the space is made for it and no value has a meaning of its own. */
function mayLose({ color, palette, mayRemap, hasColorKey, role }: ImageTask): boolean {
  const space = palette === null ? color : palette.base;
  return space !== 'other' && role !== 'stencil' && !hasColorKey && (mayRemap || color !== 'indexed');
}

function strippedJpeg(task: ImageTask) {
  const header = readJpegHeader(readFileSync(task.dataPath));
  if (header === null || header.components !== task.components) return null;
  const candidate: Candidate = {
    bytes: header.stripped,
    filter: 'DCTDecode',
    bitsPerComponent: 8,
    predictorColors: null,
    width: task.width,
    height: task.height,
    color: 'keep',
    isLossy: false,
  };
  return { candidate, quality: header.quality };
}

/** Stored samples of fewer than 8 bits, and indexes. */
async function valueCandidates(
  task: ImageTask,
  values: Samples,
  losses: readonly LevelSettings[],
): Promise<readonly Candidate[]> {
  const { width, height } = values;
  const same = { width, height, color: 'keep', isLossy: false } as const;
  if (values.channels === 1 && task.bitsPerComponent === 1) return bilevelCandidates(task, values, losses);
  const bits =
    task.color === 'indexed' && task.mayRemap
      ? bitsFor(values.data.reduce((most, value) => Math.max(most, value), 0))
      : task.bitsPerComponent;
  const candidates: Candidate[] = [{ ...encodeValues(values.data, width * values.channels, height, bits), ...same }];
  const samples = task.color === 'indexed' ? expandPalette(task, values) : scaleValues(values, task.bitsPerComponent);
  if (samples === null || !mayLose(task)) return candidates;
  return [...candidates, ...(await lossyCandidates(task, samples, losses, candidates, true))];
}

async function bilevelCandidates(
  task: ImageTask,
  values: Samples,
  losses: readonly LevelSettings[],
): Promise<readonly Candidate[]> {
  const { width, height } = values;
  const full = {
    ...(await encodeBilevel(values.data, width, height)),
    width,
    height,
    color: 'keep',
    isLossy: false,
  } as const;
  if (task.color === 'indexed') return [full];
  const gray = values.data.map((value) => (value === 0 ? 0 : 255));
  const scaled = await gentlestFirst(losses, full.bytes.length, async (settings) => {
    const target = targetSize(task, true, settings);
    if (target.width === width) return null;
    const { data } = await scaleSamples({ ...values, data: gray }, target);
    const bits = data.map((value) => (value > 127 ? 1 : 0));
    return { ...(await encodeBilevel(bits, target.width, target.height)), ...target, color: 'keep', isLossy: true };
  });
  return [full, ...scaled];
}

/** Samples of 8 bits. */
async function sampleCandidates(
  task: ImageTask,
  samples: Samples,
  losses: readonly LevelSettings[],
): Promise<readonly Candidate[]> {
  const { width, height } = samples;
  const same = { width, height, isLossy: false } as const;
  const lossless: Candidate[] = [];
  const isJpeg = task.coding.kind === 'jpeg';
  const palette = task.mayRemap && task.bitsPerComponent === 8 && !isJpeg ? findPalette(samples) : null;
  if (
    palette !== null &&
    isBlackAndWhite(palette.colors, samples.channels) &&
    task.color !== 'other' &&
    !(task.color === 'rgb')
  ) {
    const bits = palette.count === 1 ? palette.indexes.map(() => (palette.colors[0] === 0 ? 0 : 1)) : palette.indexes;
    const color = samples.channels === 1 ? 'keep' : 'gray';
    lossless.push({ ...(await encodeBilevel(bits, width, height)), ...same, color });
  } else if (palette !== null && task.role === 'picture') {
    const bits = bitsFor(palette.count - 1);
    lossless.push({
      ...encodeValues(palette.indexes, width, height, bits),
      ...same,
      color: { palette: palette.colors, components: samples.channels },
    });
  }
  if (!isJpeg && task.bitsPerComponent === 8)
    lossless.push({ ...(await encodeSamples(samples)), ...same, color: 'keep' });
  if (!mayLose(task)) return lossless;
  const isDrawing = palette !== null || task.role === 'alpha';
  return [...lossless, ...(await lossyCandidates(task, samples, losses, lossless, isDrawing))];
}

/** JPEGs at the size and quality of the levels, those that are enough smaller than what there is without loss. */
async function lossyCandidates(
  task: ImageTask,
  samples: Samples,
  losses: readonly LevelSettings[],
  lossless: readonly Candidate[],
  isDrawing: boolean,
): Promise<readonly Candidate[]> {
  const smallest = Math.min(task.storedBytes, ...lossless.map(sizeOf));
  const candidates = await gentlestFirst(losses, smallest, (settings) => encodePicture(task, samples, settings));
  const bound = smallest * (isDrawing ? maxLossyShareOfDrawing : maxLossyShare);
  return candidates.filter(({ bytes }) => bytes.length <= bound);
}

/**
 * What is made of an image on a level and, unless that is clearly smaller than `smallestBytes`, on the gentler ones: a
 * stronger level is to have what is best on a gentler one. The gentlest comes first.
 */
async function gentlestFirst(
  losses: readonly LevelSettings[],
  smallestBytes: number,
  encode: (settings: LevelSettings) => Promise<Candidate | null>,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const settings of losses) {
    const candidate = await encode(settings);
    if (candidate === null) continue;
    candidates.unshift(candidate);
    const { length } = candidate.bytes;
    if (length >= smallImageBytes && length < smallestBytes * clearLossyShare) break;
  }
  return candidates;
}

async function encodePicture(task: ImageTask, samples: Samples, settings: LevelSettings): Promise<Candidate> {
  const target = targetSize(task, false, settings);
  const isSameSize = target.width === samples.width && target.height === samples.height;
  const scaled = isSameSize ? samples : await scaleSamples(samples, target);
  const color = task.pagePath !== null ? 'rgb' : task.palette === null ? 'keep' : 'base';
  const mayBeGray = task.pagePath !== null || (task.color === 'deviceRgb' && task.mayRemap);
  const isGray = mayBeGray && isGrayscale(scaled);
  const bytes = await encodeJpeg(isGray ? firstChannel(scaled) : scaled, settings.jpegQuality);
  return {
    bytes,
    filter: 'DCTDecode',
    bitsPerComponent: 8,
    predictorColors: null,
    ...target,
    color: isGray ? 'gray' : color,
    isLossy: true,
  };
}

async function encodeJpeg({ data, width, height, channels }: Samples, quality: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: channels === 1 ? 1 : 3 }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality, progressive: true, trellisQuantisation: true, overshootDeringing: true, quantisationTable: 3 })
    .toBuffer();
}

/** The fewest bits a sample of PDF may have for values up to this one. */
function bitsFor(highest: number): number {
  return highest < 2 ? 1 : highest < 4 ? 2 : highest < 16 ? 4 : 8;
}

function isBlackAndWhite(colors: Uint8Array, channels: number): boolean {
  return (
    colors.length <= 2 * channels &&
    colors.every((value, index) => (value === 0 || value === 255) && value === colors[index - (index % channels)])
  );
}

/** Bytes it takes in the file. */
export function sizeOf({ bytes, color }: Candidate): number {
  // A palette is written in hexadecimal or as a string with escapes.
  return bytes.length + (typeof color === 'object' ? color.palette.length * 2 + 30 : 0);
}
