import type { LevelSettings } from '../levels.ts';
import type { Candidate } from './candidate.ts';
import type { PixelSize } from './target-size.ts';

/** A loss that leaves less than this is smaller than that of any gentler level: they need not be tried. */
const clearLossyShare = 0.5;
/** But for small images, where headers and chance decide. */
const smallImageBytes = 4_096;

/**
 * What is made of an image on a level and, unless that is clearly smaller than `smallestBytes`, on those of the gentler
 * ones that scale it to another size: a stronger level is to have what is best on a gentler one. At the same size a
 * lower quality is smaller by itself. The gentlest comes first.
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
