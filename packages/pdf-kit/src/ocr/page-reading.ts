import { lettersOf, meanConfidence } from './mean-confidence.ts';
import type { Prepared } from './prepare-page.ts';
import type { CandidateName, RasterLine } from './recognizer.ts';

/** A page as it was prepared for reading, and what has been read on it so far, in its pixels. */
export interface PageReading {
  /** Upright and deskewed. */
  readonly page: Prepared;
  readonly lines: readonly RasterLine[];
  /** What the first reader reads on the untouched page, in pixels of `page`; null if it was not asked. */
  readonly plain: readonly RasterLine[] | null;
  readonly readings: readonly ReadingSummary[];
  /** How often the whole page was read, in any orientation. */
  readonly attempts: number;
}

export interface ReadingSummary {
  readonly candidate: CandidateName;
  readonly letters: number;
  readonly confidence: number;
  /** Whether only parts of the page were read. */
  readonly isPart: boolean;
}

/** The summary of a reading of the whole page. */
export function summarize(candidate: CandidateName, lines: readonly RasterLine[]): ReadingSummary {
  const letters = lettersOf(lines.flatMap(({ words }) => words));
  return { candidate, letters, confidence: meanConfidence(lines), isPart: false };
}

/** Lines whose words carry the candidate that they were read from. */
export function withCandidate(lines: readonly RasterLine[], candidate: CandidateName): readonly RasterLine[] {
  return lines.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, candidate })) }));
}
