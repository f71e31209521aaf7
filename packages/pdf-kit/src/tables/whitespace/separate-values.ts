import type { TextRow } from '../text-rows.ts';
import { separateAligned } from './separate-aligned.ts';
import { separatePairs } from './separate-pairs.ts';
import { separateRunIn } from './separate-run-in.ts';
import { separateSeries } from './separate-series.ts';

/** Cuts chunks into the texts of columns that are only a word space apart, if other rows show these columns. */
export function separateValues(rows: readonly TextRow[]): readonly TextRow[] {
  return [separateRunIn, separateSeries, separatePairs, separateAligned].reduce((cut, step) => step(cut), rows);
}
