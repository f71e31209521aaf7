import type { LevelSettings } from '../levels.ts';
import type { Candidate } from './candidate.ts';
import type { PixelSize } from './target-size.ts';

/** Below this share of the smallest lossless size, no gentler level can be smaller, and none is tried. */
const clearLossyShare = 0.5;
/** Does not hold for images smaller than this, whose headers take most of the bytes. */
const smallImageBytes = 4_096;

/**
 * Encodes an image on a level and, unless the result is clearly smaller than `smallestBytes`, on the gentler levels that scale
 * it to another size, so that a stronger level is never larger than a gentler one. At the same size, lower quality is always
 * smaller. The gentlest comes first.
 */
export async function gentlestFirst(
  losses: readonly LevelSettings[],
  smallestBytes: number,
  sizeOn: (settings: LevelSettings) => PixelSize | null,
  encode: (size: PixelSize, settings: LevelSettings) => Promise<Candidate>,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const settings of losses) {
    const size = sizeOn(settings);
    if (size === null || candidates.some(({ width, height }) => width === size.width && height === size.height))
      continue;
    const candidate = await encode(size, settings);
    candidates.unshift(candidate);
    const { length } = candidate.bytes;
    if (length >= smallImageBytes && length < smallestBytes * clearLossyShare) break;
  }
  return candidates;
}
