import type { Prepared } from './prepare-page.ts';
import type { CandidateName, RasterLine } from './recognizer.ts';

/** A page as it is read, and what was read on it so far, in its pixels. */
export interface PageReading {
  /** Upright and level. */
  readonly page: Prepared;
  readonly lines: readonly RasterLine[];
  readonly readings: readonly ReadingSummary[];
  /** How often the whole page was read, other ways up than this one included. */
  readonly attempts: number;
}

export interface ReadingSummary {
  readonly candidate: CandidateName;
  readonly letters: number;
  readonly confidence: number;
  /** Whether it was of a part of the page only. */
  readonly isPart: boolean;
}
