import type { Box } from '../types.ts';

/** A word as a recogniser reports it, its box already in points on the page. */
export interface RecognizedWord {
  readonly text: string;
  readonly box: Box;
  /** 0–1. */
  readonly confidence: number;
  /** As of `Word`. */
  readonly disputed?: true;
}

/** Recognised words on one baseline, in reading order. */
export interface RecognizedLine {
  readonly words: readonly RecognizedWord[];
  /** y of the baseline, or x of one that runs upright; without it the bottom of the words is taken. */
  readonly baseline?: number;
  /** Degrees clockwise from level, as of `Line`: 0 without it. */
  readonly angle?: 0 | 90 | 270;
  /** The size of its letters, in points, where it is known; it is measured otherwise. */
  readonly sizePt?: number;
}
