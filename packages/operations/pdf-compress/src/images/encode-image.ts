import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LayeredScan, layerImage } from '../layers/layer-image.ts';
import { layerThresholds } from '../layers/thresholds.ts';
import { type CompressionLevel, levelsDownFrom, minGainBytes } from '../levels.ts';
import { type Candidate, sizeOf } from './candidate.ts';
import { decodeOnce } from './decode-image.ts';
import { createImageEncodings, type ImageEncodings } from './image-encodings.ts';
import type { ImageLevel, ImageResult, ImageTask } from './image-task.ts';
import { listCandidates } from './list-candidates.ts';
import { sketchImage } from './sketch-image.ts';

/**
 * Finds the smallest encoding of an image on a level and writes it to a file in `folder`. Null if none is smaller than the
 * present one. A level may choose everything that the gentler ones may, so that it is never larger.
 */
export async function encodeImage(
  task: ImageTask,
  level: ImageLevel,
  folder: string,
  encodings: ImageEncodings = createImageEncodings(folder),
): Promise<ImageResult | null> {
  const layered = await likelyLayers(task, level, folder);
  if (level !== 'lossless' && layered !== null && (await isSurelyBetter(layered, task))) {
    return await storeLayers(layered, task, level, folder);
  }
  const best = smallest(await listCandidates(task, level, decodeOnce(task), encodings), task);
  if (level !== 'lossless') {
    const jpeg = best?.filter === 'DCTDecode' && best.isLossy ? best.bytes : null;
    const sizeBytes = best?.bytes.length ?? task.storedBytes;
    for (const each of levelsDownFrom(level)) {
      // Layers of a gentler level must not be missed because plain images are smaller on this one.
      const maxShare = each === level ? layerThresholds.maxShare : 1;
      const plain = { jpeg, maxBytes: sizeBytes * maxShare };
      const scan = each === level ? layered : await layerImage(task, each, plain.maxBytes, folder);
      if (scan !== null && (await scan.isBetterThan(plain))) return await storeLayers(scan, task, each, folder);
    }
  }
  if (best === null) return null;
  const { bytes, ...described } = best;
  const { objectNumber, generationNumber } = task;
  const dataPath = join(folder, `image-${objectNumber}-${generationNumber}.${level}`);
  writeFileSync(dataPath, bytes);
  const sketch = best.isLossy ? await sketchImage(task, folder) : null;
  return { ...described, layers: null, sketch, objectNumber, generationNumber, dataPath, sizeBytes: bytes.length };
}

async function likelyLayers(task: ImageTask, level: ImageLevel, folder: string): Promise<LayeredScan | null> {
  return level === 'lossless' ? null : layerImage(task, level, task.storedBytes * layerThresholds.maxShare, folder);
}

/**
 * Whether layers are better than any plain image, so that none has to be encoded. Only for a JPEG: other scans may have a
 * small lossless encoding.
 */
async function isSurelyBetter(layered: LayeredScan, task: ImageTask): Promise<boolean> {
  if (task.coding.kind !== 'jpeg') return false;
  const surelySmaller = task.storedBytes * layerThresholds.sureShare;
  if (await layered.isBetterThan({ jpeg: null, maxBytes: surelySmaller })) return true;
  const { jpeg, maxBytes } = await layered.estimatePlain();
  return layered.isBetterThan({ jpeg, maxBytes: Math.min(maxBytes, task.storedBytes) * layerThresholds.maxShare });
}

/**
 * Stores layers of a level, or those of a gentler one if they are smaller: where only this level takes text for pictures, its
 * background may take more than a finer mask.
 */
async function storeLayers(
  layered: LayeredScan,
  task: ImageTask,
  level: CompressionLevel,
  folder: string,
): Promise<ImageResult> {
  const stored = await layered.store();
  const gentlerLevels = layered.hasPictures ? levelsDownFrom(level).slice(1) : [];
  for (const gentler of gentlerLevels) {
    const other = await layerImage(task, gentler, stored.sizeBytes - 1, folder);
    if (other !== null && (await isSurelyBetter(other, task))) return other.store();
  }
  return stored;
}

/** The smallest of candidates, which are sorted from the gentlest to the strongest: more loss has to save something. */
function smallest(candidates: readonly Candidate[], task: ImageTask): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    const bound = best === null ? task.storedBytes : sizeOf(best, task);
    if (sizeOf(candidate, task) < bound - (candidate.isLossy ? minGainBytes : 0)) best = candidate;
  }
  return best;
}
