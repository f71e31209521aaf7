import { dropNoise } from './drop-noise.ts';
import { fuseReadings } from './fuse-readings.ts';
import type { RasterLine } from './recognizer.ts';
import { linesWorth } from './word-worth.ts';

/**
 * Lines that are worth at least what the first reader reads on the untouched page (`plain`, null if it was not asked): those that were
 * kept, or where they are worth less, the plain ones with each place that the others read more surely.
 */
export function notWorse(kept: readonly RasterLine[], plain: readonly RasterLine[] | null): readonly RasterLine[] {
  if (plain === null) return kept;
  const untouched = dropNoise(plain);
  return linesWorth(kept) >= linesWorth(untouched) ? kept : fuseReadings(untouched, kept, 0);
}
