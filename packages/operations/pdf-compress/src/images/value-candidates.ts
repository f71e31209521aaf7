import type { LevelSettings } from '../levels.ts';
import type { Candidate } from './candidate.ts';
import { expandPalette, isGrayscale, scaleValues, toLuma } from './convert-samples.ts';
import type { Samples } from './decode-image.ts';
import { deflateSmallest, type RawCandidate } from './deflate-smallest.ts';
import { bitsFor, indexedImages, packedValues, plainAndFiltered } from './encode-lossless.ts';
import { findPalette, type Palette } from './find-palette.ts';
import type { ImageEncodings } from './image-encodings.ts';
import type { ImageTask } from './image-task.ts';
import { lossyCandidates, mayBeLossy } from './lossy-candidates.ts';
import { mergedColorCandidates } from './merged-color-candidates.ts';

/** Candidates for samples of fewer than 8 bits and for palette indexes. */
export async function valueCandidates(
  task: ImageTask,
  values: Samples,
  losses: readonly LevelSettings[],
  encodings: ImageEncodings,
): Promise<readonly Candidate[]> {
  const { width, height } = values;
  const isIndexed = task.color === 'indexed';
  const same = { width, height, color: 'keep', isLossy: false } as const;
  const bits =
    isIndexed && task.mayRemap
      ? bitsFor(values.data.reduce((most, value) => Math.max(most, value), 0))
      : task.bitsPerComponent;
  const raw: RawCandidate = { ...packedValues(values.data, width * values.channels, height, bits), ...same };
  const samples = isIndexed ? expandPalette(task, values) : scaleValues(values, task.bitsPerComponent);
  if (samples === null || !mayBeLossy(task)) return [deflateSmallest([raw], task)];
  const lossless = await encodings.remember(task, 'lossless', async () => [
    deflateSmallest(isIndexed ? [raw, ...(await otherColorSpaces(task, samples))] : [raw], task),
  ]);
  const merged = isIndexed ? await mergedColorCandidates(task, samples, losses, lossless, encodings) : [];
  return [
    ...lossless,
    ...merged,
    ...(await lossyCandidates(task, samples, losses, [...lossless, ...merged], true, encodings)),
  ];
}

/** An indexed image over a sorted palette, which deflates better, and without a palette if all its colours are grey. */
async function otherColorSpaces(task: ImageTask, samples: Samples): Promise<readonly RawCandidate[]> {
  const { width, height, channels } = samples;
  const same = { width, height, isLossy: false } as const;
  const palette = task.bitsPerComponent === 8 ? findPalette(samples) : null;
  const sorted = palette === null || hasPalette(task, palette) ? [] : await indexedImages(palette, samples);
  const isGray = task.palette?.base === 'deviceRgb' && isGrayscale(samples, 0);
  const gray = isGray ? toLuma(samples) : channels === 1 ? samples : null;
  const withoutPalette = gray === null ? [] : await plainAndFiltered(gray);
  return [
    ...sorted.map((raw) => ({ ...raw, ...same })),
    ...withoutPalette.map((raw) => ({ ...raw, ...same, color: isGray ? ('gray' as const) : ('base' as const) })),
  ];
}

function hasPalette({ palette }: ImageTask, { colors }: Palette): boolean {
  return palette !== null && Buffer.from(colors).equals(palette.bytes.subarray(0, colors.length));
}
