import { type BitPlane, packBelowThreshold, unpackZeros } from '@platen/pdf-kit/bilevel';
import type { LevelSettings } from '../levels.ts';
import type { Candidate } from './candidate.ts';
import { scaleSamples } from './convert-samples.ts';
import { encodeBits } from './encoded.ts';
import { freeBytes } from './free-bytes.ts';
import { gentlestFirst } from './gentlest-first.ts';
import { type ImageEncodings, rememberOne } from './image-encodings.ts';
import type { ImageTask } from './image-task.ts';
import { type PixelSize, targetSize } from './target-size.ts';

/** Candidates for an image of one bit a pixel. */
export async function bilevelCandidates(
  task: ImageTask,
  zeros: BitPlane,
  losses: readonly LevelSettings[],
  encodings: ImageEncodings,
): Promise<readonly Candidate[]> {
  const { width, height } = zeros;
  const full = await rememberOne(encodings, task, 'lossless', async () => ({
    ...(await encodeBits(zeros)),
    width,
    height,
    color: 'keep',
    isLossy: false,
  }));
  if (task.color === 'indexed') return [full];
  const sizeOn = (settings: LevelSettings) => {
    const target = targetSize(task, true, settings);
    return target.width === width ? null : target;
  };
  const scaled = await gentlestFirst(losses, full.bytes.length, sizeOn, (target) =>
    rememberOne(encodings, task, `bits-${target.width}x${target.height}`, () => scaleBits(zeros, target)),
  );
  return [full, ...scaled];
}

async function scaleBits(zeros: BitPlane, target: PixelSize): Promise<Candidate> {
  const { width, height } = zeros;
  const gray = unpackZeros(zeros);
  const { data } = await scaleSamples({ data: gray, width, height, channels: 1 }, target);
  freeBytes(gray);
  const encoded = await encodeBits(packBelowThreshold({ data, ...target }, 128));
  return { ...encoded, ...target, color: 'keep', isLossy: true };
}
