import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageLevel, ImageResult, ImageTask } from './image-task.ts';
import { type Candidate, listCandidates, sizeOf } from './list-candidates.ts';

/**
 * Finds the smallest way to store an image on a level and writes it to a file in `folder`. Null when none is smaller
 * than what there is. Everything a level may choose, the stronger ones may as well, so that they never end up larger.
 */
export async function encodeImage(task: ImageTask, level: ImageLevel, folder: string): Promise<ImageResult | null> {
  const candidates = await listCandidates(task, level);
  const best = candidates.reduce<Candidate | null>(
    (smallest, candidate) =>
      sizeOf(candidate) < (smallest === null ? task.storedBytes : sizeOf(smallest)) ? candidate : smallest,
    null,
  );
  if (best === null) return null;
  const { bytes, ...described } = best;
  const { objectNumber, generationNumber } = task;
  const dataPath = join(folder, `image-${objectNumber}-${generationNumber}.${level}`);
  writeFileSync(dataPath, bytes);
  return { ...described, objectNumber, generationNumber, dataPath, sizeBytes: bytes.length };
}
