import { packZeros } from '@platen/pdf-kit/bilevel';
import type { LevelSettings } from '../levels.ts';
import type { Candidate } from './candidate.ts';
import { isGrayscale, toLuma } from './convert-samples.ts';
import type { Samples } from './decode-image.ts';
import { deflateSmallest, type RawCandidate } from './deflate-smallest.ts';
import { indexedImages, plainAndFiltered } from './encode-lossless.ts';
import { encodeBits } from './encoded.ts';
import { findPalette, type Palette } from './find-palette.ts';
import type { ImageEncodings } from './image-encodings.ts';
import type { ImageTask } from './image-task.ts';
import { lossyCandidates, mayBeLossy } from './lossy-candidates.ts';
import { mergedColorCandidates } from './merged-color-candidates.ts';

/** Candidates for samples of 8 bits. A JPEG has no lossless ones but itself. */
export async function sampleCandidates(
  task: ImageTask,
  samples: Samples,
  losses: readonly LevelSettings[],
  encodings: ImageEncodings,
): Promise<readonly Candidate[]> {
  const isJpeg = task.coding.kind === 'jpeg';
  const palette = task.mayRemap && task.bitsPerComponent === 8 && !isJpeg ? findPalette(samples) : null;
  const lossless = isJpeg
    ? []
    : await encodings.remember(task, 'lossless', () => losslessCandidates(task, samples, palette));
  if (!mayBeLossy(task)) return lossless;
  const isDrawing = palette !== null || task.role === 'alpha';
  const merged = isJpeg ? [] : await mergedColorCandidates(task, samples, losses, lossless, encodings);
  return [
    ...lossless,
    ...merged,
    ...(await lossyCandidates(task, samples, losses, [...lossless, ...merged], isDrawing, encodings)),
  ];
}

async function losslessCandidates(
  task: ImageTask,
  samples: Samples,
  palette: Palette | null,
): Promise<readonly Candidate[]> {
  const { width, height } = samples;
  const same = { width, height, isLossy: false } as const;
  const bilevel: Candidate[] = [];
  const raw: RawCandidate[] = [];
  if (
    palette !== null &&
    isBlackAndWhite(palette.colors, samples.channels) &&
    (task.color === 'gray' || task.color === 'deviceRgb')
  ) {
    const bits = palette.count === 1 ? palette.indexes.map(() => (palette.colors[0] === 0 ? 0 : 1)) : palette.indexes;
    const color = samples.channels === 1 ? 'keep' : 'gray';
    bilevel.push({ ...(await encodeBits(packZeros(bits, width, height))), ...same, color });
  } else if (palette !== null && task.role === 'picture') {
    raw.push(...(await indexedImages(palette, samples)).map((each) => ({ ...each, ...same })));
  }
  if (task.bitsPerComponent === 8) {
    const isGray = task.color === 'deviceRgb' && task.mayRemap && isGrayscale(samples, 0);
    const color = isGray ? 'gray' : 'keep';
    const plain = await plainAndFiltered(isGray ? toLuma(samples) : samples);
    raw.push(...plain.map((each) => ({ ...each, ...same, color }) as const));
  }
  return raw.length === 0 ? bilevel : [...bilevel, deflateSmallest(raw, task)];
}

function isBlackAndWhite(colors: Uint8Array, channels: number): boolean {
  return (
    colors.length <= 2 * channels &&
    colors.every((value, index) => (value === 0 || value === 255) && value === colors[index - (index % channels)])
  );
}
