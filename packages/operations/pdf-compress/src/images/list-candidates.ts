import { readFileSync } from 'node:fs';
import { type LevelSettings, levelsDownFrom, settingsOf } from '../levels.ts';
import { bilevelCandidates } from './bilevel-candidates.ts';
import type { Candidate } from './candidate.ts';
import type { DecodedImage } from './decode-image.ts';
import type { ImageEncodings } from './image-encodings.ts';
import { drawImagePage } from './image-page.ts';
import type { ImageLevel, ImageTask } from './image-task.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { lossyCandidates, mayBeLossy } from './lossy-candidates.ts';
import { sampleCandidates } from './sample-candidates.ts';
import { targetSize } from './target-size.ts';
import { valueCandidates } from './value-candidates.ts';

/** A JPEG whose quality is above that of the level by no more than this is not encoded again. */
const qualityMargin = 5;

/**
 * The encodings of an image on a level: the lossless ones, which are the same on every level, then the lossy ones from the
 * gentlest to the strongest. None need be smaller than the present one.
 */
export async function listCandidates(
  task: ImageTask,
  level: ImageLevel,
  decode: () => Promise<DecodedImage | null>,
  encodings: ImageEncodings,
): Promise<readonly Candidate[]> {
  const losses =
    level === 'lossless' ? [] : levelsDownFrom(level).map((gentler) => settingsOf(gentler, task.jpegQuality));
  const candidates = await decodedCandidates(task, losses, decode, encodings);
  if (task.pagePath === null || level === 'lossless') return candidates;
  const drawn = await drawImagePage(task.pagePath);
  if (drawn === null || drawn.width !== task.width || drawn.height !== task.height) return candidates;
  return [...candidates, ...(await lossyCandidates(task, drawn, losses, candidates, false, encodings))];
}

/** `losses` are the settings of the level and of the gentler ones, the strongest first; empty for lossless only. */
async function decodedCandidates(
  task: ImageTask,
  losses: readonly LevelSettings[],
  decode: () => Promise<DecodedImage | null>,
  encodings: ImageEncodings,
): Promise<readonly Candidate[]> {
  const stripped = task.coding.kind === 'jpeg' ? strippedJpeg(task) : null;
  const candidates: Candidate[] = stripped === null ? [] : [stripped.candidate];
  if (task.coding.kind === 'jpeg') {
    const [settings] = losses;
    if (settings === undefined || stripped === null || !mayBeLossy(task)) return candidates;
    const { width } = targetSize(task, false, settings);
    if (width === task.width && stripped.quality <= settings.jpegQuality + qualityMargin) return candidates;
  }
  const decoded = task.coding.kind === 'opaque' ? null : await decode();
  if (decoded === null) return candidates;
  return [...candidates, ...(await candidatesOf(decoded, task, losses, encodings))];
}

function candidatesOf(
  decoded: DecodedImage,
  task: ImageTask,
  losses: readonly LevelSettings[],
  encodings: ImageEncodings,
) {
  if (decoded.kind === 'bits') return bilevelCandidates(task, decoded.zeros, losses, encodings);
  if (decoded.kind === 'values') return valueCandidates(task, decoded.samples, losses, encodings);
  return sampleCandidates(task, decoded.samples, losses, encodings);
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
