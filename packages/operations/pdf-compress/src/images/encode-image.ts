import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minGainBytes } from '../levels.ts';
import { type Candidate, sizeOf } from './candidate.ts';
import type { ImageLevel, ImageResult, ImageTask } from './image-task.ts';
import { listCandidates } from './list-candidates.ts';

/**
 * Finds the smallest way to store an image on a level and writes it to a file in `folder`. Null when none is smaller
 * than what there is. Everything a level may choose, the stronger ones may as well, so that they never end up larger.
 */
export async function encodeImage(task: ImageTask, level: ImageLevel, folder: string): Promise<ImageResult | null> {
  const best = smallest(await listCandidates(task, level), task);
  if (best === null) return null;
  const { bytes, ...described } = best;
  const { objectNumber, generationNumber } = task;
  const dataPath = join(folder, `image-${objectNumber}-${generationNumber}.${level}`);
  writeFileSync(dataPath, bytes);
  return { ...described, objectNumber, generationNumber, dataPath, sizeBytes: bytes.length };
}

/** Candidates come from the gentlest to the strongest: a loss, or a greater one, has to save something. */
function smallest(candidates: readonly Candidate[], task: ImageTask): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    const bound = best === null ? task.storedBytes : sizeOf(best, task);
    if (sizeOf(candidate, task) < bound - (candidate.isLossy ? minGainBytes : 0)) best = candidate;
  }
  return best;
}
