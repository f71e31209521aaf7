import { deflateSync } from 'node:zlib';
import { type Candidate, sizeOf } from './candidate.ts';
import type { Encoded } from './encoded.ts';
import type { ImageTask } from './image-task.ts';

/** The pixels of an image in an order and depth of their own, to be deflated. */
export interface RawImage extends Pick<Encoded, 'bitsPerComponent' | 'predictorColors'> {
  readonly raw: Uint8Array;
}

/** A way to store an image that is not deflated yet. */
export type RawCandidate = RawImage & Omit<Candidate, 'bytes' | 'filter'>;

const quickLevel = 3;
const bestLevel = 9;

/**
 * Deflates the one of several ways that comes out smallest. The quick level finds it: of 89 images in two ways each it misses
 * 0.01 per cent of the bytes, in a third of the time that trying each at the best takes.
 */
export function deflateSmallest(ways: readonly RawCandidate[], task: ImageTask): Candidate {
  let [smallest, least] = [ways[0] as RawCandidate, Number.POSITIVE_INFINITY];
  for (const way of ways.length > 1 ? ways : []) {
    const size = sizeOf({ ...way, bytes: deflateSync(way.raw, { level: quickLevel }) }, task);
    if (size < least) [smallest, least] = [way, size];
  }
  const { raw, ...described } = smallest;
  return { ...described, bytes: deflateSync(raw, { level: bestLevel }), filter: 'FlateDecode' };
}
