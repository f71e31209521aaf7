import type { LevelSettings } from '../levels.ts';
import { type Candidate, sizeOf } from './candidate.ts';
import type { Samples } from './decode-image.ts';
import { deflateSmallest } from './deflate-smallest.ts';
import { indexedImages } from './encode-lossless.ts';
import { findPalette } from './find-palette.ts';
import type { ImageEncodings } from './image-encodings.ts';
import type { ImageTask } from './image-task.ts';
import { maxLossyShare } from './lossy-candidates.ts';
import { mergeColors } from './merge-colors.ts';

/** A drawing with similar colours merged, over a palette, where that is enough smaller than every lossless candidate. */
export async function mergedColorCandidates(
  task: ImageTask,
  samples: Samples,
  losses: readonly LevelSettings[],
  lossless: readonly Candidate[],
  encodings: ImageEncodings,
): Promise<readonly Candidate[]> {
  if (task.bitsPerComponent !== 8 || !task.mayRemap || task.role !== 'picture') return [];
  const smallest = Math.min(task.storedBytes, ...lossless.map((candidate) => sizeOf(candidate, task)));
  const candidates: Candidate[] = [];
  for (const { colorTolerance } of [...losses].reverse()) {
    if (colorTolerance === 0) continue;
    const merged = await encodings.remember(task, `colors-${colorTolerance}`, () =>
      mergedColors(task, samples, colorTolerance),
    );
    candidates.push(...merged.filter((candidate) => sizeOf(candidate, task) <= smallest * maxLossyShare));
  }
  return candidates;
}

async function mergedColors(task: ImageTask, samples: Samples, tolerance: number): Promise<readonly Candidate[]> {
  const merged = mergeColors(samples, tolerance);
  const palette = merged === null ? null : findPalette(merged);
  if (merged === null || palette === null) return [];
  const { width, height } = merged;
  const raw = (await indexedImages(palette, merged)).map((each) => ({ ...each, width, height, isLossy: true }));
  return [deflateSmallest(raw, task)];
}
