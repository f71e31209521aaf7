import { readFileSync } from 'node:fs';
import { type BitPlane, packBelow, packZeros, unpackZeros } from '@platen/pdf-kit/bilevel';
import { type LevelSettings, levelSettings, levelsDownFrom } from '../levels.ts';
import { type Candidate, sizeOf } from './candidate.ts';
import { expandPalette, isGrayscale, scaleSamples, scaleValues, toLuma } from './convert-samples.ts';
import type { DecodedImage, Samples } from './decode-image.ts';
import { deflateSmallest, type RawCandidate } from './deflate-smallest.ts';
import { findPalette, type Palette, packedValues, plainAndFiltered } from './encode-lossless.ts';
import { encodeBits } from './encoded.ts';
import { freeBytes } from './free-bytes.ts';
import { gentlestFirst } from './gentlest-first.ts';
import { drawImagePage } from './image-page.ts';
import type { ImageLevel, ImageTask } from './image-task.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { lossyCandidates, maxLossyShare } from './lossy-candidates.ts';
import { mergeColors } from './merge-colors.ts';
import { targetSize } from './target-size.ts';

/** A JPEG of about the wanted quality already would only lose by being encoded again. */
const qualityMargin = 5;

/**
 * The ways to store an image on a level, none of which need be smaller than what there is: those without loss, which
 * are the same on every level, and those with loss from the gentlest to the strongest.
 */
export async function listCandidates(
  task: ImageTask,
  level: ImageLevel,
  decode: () => Promise<DecodedImage | null>,
): Promise<readonly Candidate[]> {
  const losses = level === 'lossless' ? [] : levelsDownFrom(level).map((gentler) => levelSettings[gentler]);
  const candidates = await decodedCandidates(task, losses, decode);
  const convertsColor = task.coding.kind !== 'opaque';
  if (task.pagePath === null || level === 'lossless' || (convertsColor && level === 'low')) return candidates;
  const drawn = await drawImagePage(task.pagePath);
  if (drawn === null || drawn.width !== task.width || drawn.height !== task.height) return candidates;
  return [...candidates, ...(await lossyCandidates(task, drawn, losses, candidates, convertsColor))];
}

/** `losses` are the settings of the level and of the gentler ones, the strongest first; none for no loss at all. */
async function decodedCandidates(
  task: ImageTask,
  losses: readonly LevelSettings[],
  decode: () => Promise<DecodedImage | null>,
): Promise<readonly Candidate[]> {
  const stripped = task.coding.kind === 'jpeg' ? strippedJpeg(task) : null;
  const candidates: Candidate[] = stripped === null ? [] : [stripped.candidate];
  if (task.coding.kind === 'jpeg') {
    const [settings] = losses;
    if (settings === undefined || stripped === null || !mayLose(task)) return candidates;
    const { width } = targetSize(task, false, settings);
    if (width === task.width && stripped.quality <= settings.jpegQuality + qualityMargin) return candidates;
  }
  const decoded = task.coding.kind === 'opaque' ? null : await decode();
  if (decoded === null) return candidates;
  return [...candidates, ...(await candidatesOf(decoded, task, losses))];
}

function candidatesOf(decoded: DecodedImage, task: ImageTask, losses: readonly LevelSettings[]) {
  if (decoded.kind === 'bits') return bilevelCandidates(task, decoded.zeros, losses);
  if (decoded.kind === 'values') return valueCandidates(task, decoded.samples, losses);
  return sampleCandidates(task, decoded.samples, losses);
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
  const bits =
    task.color === 'indexed' && task.mayRemap
      ? bitsFor(values.data.reduce((most, value) => Math.max(most, value), 0))
      : task.bitsPerComponent;
  const raw: RawCandidate = { ...packedValues(values.data, width * values.channels, height, bits), ...same };
  const samples = task.color === 'indexed' ? expandPalette(task, values) : scaleValues(values, task.bitsPerComponent);
  if (samples === null || !mayLose(task)) return [deflateSmallest([raw], task)];
  const isIndexed = task.color === 'indexed';
  const lossless = [deflateSmallest(isIndexed ? [raw, ...(await recolored(task, samples))] : [raw], task)];
  const merged = isIndexed ? await mergedCandidates(task, samples, losses, lossless) : [];
  return [...lossless, ...merged, ...(await lossyCandidates(task, samples, losses, [...lossless, ...merged], true))];
}

/** An indexed image with its palette in order, which deflates better, and without one where all colours are grey. */
async function recolored(task: ImageTask, samples: Samples): Promise<readonly RawCandidate[]> {
  const { width, height, channels } = samples;
  const same = { width, height, isLossy: false } as const;
  const palette = task.bitsPerComponent === 8 ? findPalette(samples) : null;
  const ordered = palette === null || isInOrder(task, palette) ? [] : await indexedWays(palette, samples);
  const isGray = task.palette?.base === 'deviceRgb' && isGrayscale(samples, 0);
  const gray = isGray ? toLuma(samples) : channels === 1 ? samples : null;
  const grays = gray === null ? [] : await plainAndFiltered(gray);
  return [
    ...ordered.map((raw) => ({ ...raw, ...same })),
    ...grays.map((raw) => ({ ...raw, ...same, color: isGray ? ('gray' as const) : ('base' as const) })),
  ];
}

/** A drawing with fewer shades, over a palette, where that is enough smaller than what there is without loss. */
async function mergedCandidates(
  task: ImageTask,
  samples: Samples,
  losses: readonly LevelSettings[],
  lossless: readonly Candidate[],
): Promise<readonly Candidate[]> {
  if (task.bitsPerComponent !== 8 || !task.mayRemap || task.role !== 'picture') return [];
  const smallest = Math.min(task.storedBytes, ...lossless.map((candidate) => sizeOf(candidate, task)));
  const candidates: Candidate[] = [];
  for (const { colorTolerance } of [...losses].reverse()) {
    const merged = colorTolerance === 0 ? null : mergeColors(samples, colorTolerance);
    const palette = merged === null ? null : findPalette(merged);
    if (merged === null || palette === null) continue;
    const { width, height } = merged;
    const raw = (await indexedWays(palette, merged)).map((each) => ({ ...each, width, height, isLossy: true }));
    const candidate = deflateSmallest(raw, task);
    if (sizeOf(candidate, task) <= smallest * maxLossyShare) candidates.push(candidate);
  }
  return candidates;
}

async function bilevelCandidates(
  task: ImageTask,
  zeros: BitPlane,
  losses: readonly LevelSettings[],
): Promise<readonly Candidate[]> {
  const { width, height } = zeros;
  const full = { ...(await encodeBits(zeros)), width, height, color: 'keep', isLossy: false } as const;
  if (task.color === 'indexed') return [full];
  const sizeOn = (settings: LevelSettings) => {
    const target = targetSize(task, true, settings);
    return target.width === width ? null : target;
  };
  const scaled = await gentlestFirst(losses, full.bytes.length, sizeOn, async (target) => {
    const gray = unpackZeros(zeros);
    const { data } = await scaleSamples({ data: gray, width, height, channels: 1 }, target);
    freeBytes(gray);
    const bounds = new Uint8Array(target.width).fill(128);
    const encoded = await encodeBits(packBelow({ data, ...target }, () => bounds));
    return { ...encoded, ...target, color: 'keep', isLossy: true };
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
  const isJpeg = task.coding.kind === 'jpeg';
  const palette = task.mayRemap && task.bitsPerComponent === 8 && !isJpeg ? findPalette(samples) : null;
  const lossless: Candidate[] = [];
  const raw: RawCandidate[] = [];
  if (
    palette !== null &&
    isBlackAndWhite(palette.colors, samples.channels) &&
    task.color !== 'other' &&
    !(task.color === 'rgb')
  ) {
    const bits = palette.count === 1 ? palette.indexes.map(() => (palette.colors[0] === 0 ? 0 : 1)) : palette.indexes;
    const color = samples.channels === 1 ? 'keep' : 'gray';
    lossless.push({ ...(await encodeBits(packZeros(bits, width, height))), ...same, color });
  } else if (palette !== null && task.role === 'picture') {
    raw.push(...(await indexedWays(palette, samples)).map((each) => ({ ...each, ...same })));
  }
  if (!isJpeg && task.bitsPerComponent === 8) {
    const isGray = task.color === 'deviceRgb' && task.mayRemap && isGrayscale(samples, 0);
    const color = isGray ? 'gray' : 'keep';
    const plain = await plainAndFiltered(isGray ? toLuma(samples) : samples);
    raw.push(...plain.map((each) => ({ ...each, ...same, color }) as const));
  }
  if (raw.length > 0) lossless.push(deflateSmallest(raw, task));
  if (!mayLose(task)) return lossless;
  const isDrawing = palette !== null || task.role === 'alpha';
  if (!isJpeg) lossless.push(...(await mergedCandidates(task, samples, losses, lossless)));
  return [...lossless, ...(await lossyCandidates(task, samples, losses, lossless, isDrawing))];
}

function isInOrder({ palette }: ImageTask, { colors }: Palette): boolean {
  return palette !== null && Buffer.from(colors).equals(palette.bytes.subarray(0, colors.length));
}

/** Pictures with a full palette in order have neighbours of close values: for those the predictors of PNG pay. */
async function indexedWays({ colors, indexes, count }: Palette, { width, height, channels }: Samples) {
  const bits = bitsFor(count - 1);
  const color = { palette: colors, components: channels };
  const raw =
    bits < 8
      ? [packedValues(indexes, width, height, bits)]
      : await plainAndFiltered({ data: indexes, width, height, channels: 1 });
  return raw.map((each) => ({ ...each, color }));
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
