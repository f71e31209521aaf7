import { type CompressionRequest, compressOnLevel } from './compress-on-level.ts';
import type { ImageTask } from './images/image-task.ts';
import { type CompressionLevel, levelsDownFrom } from './levels.ts';

export interface LevelsRequest extends CompressionRequest {
  readonly images: readonly ImageTask[];
  readonly level: CompressionLevel;
}

/** Compresses on a level, or on a gentler one if that is smaller. Null if nothing is smaller than the baseline. */
export async function compressOnLevels(request: LevelsRequest): Promise<Uint8Array | null> {
  const { baseline, images } = request;
  let smallest: Uint8Array | null = null;
  for (const level of levelsDownFrom(request.level)) {
    const { output, isFirst } = await compressOnLevel({
      ...request,
      level,
      images: images.map((task) => ({ task, level })),
      tooManyBytes: baseline.sizeBytes,
    });
    if (output !== null && output.length < (smallest?.length ?? baseline.sizeBytes)) smallest = output;
    // After a retry with less loss on some pages, a gentler level for all of them may be smaller.
    if (level === request.level && isFirst) break;
  }
  return smallest;
}
