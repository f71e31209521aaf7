import type { RasterLine, RasterWord } from './recognizer.ts';
import { evidence, secondReader } from './thresholds.ts';

/**
 * Lines of the second reader, but for words that it was given, with the confidence that the first one has in words that are right as often, so that words of
 * both can be compared, and as its own candidate. A neural reader is far surer of what is wrong: it gives 0.9 to words of which half are.
 */
export function withFirstConfidence(
  lines: readonly RasterLine[],
  known: readonly RasterWord[] = [],
): readonly RasterLine[] {
  const given = new Set(known);
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) =>
      given.has(word) ? word : { ...word, candidate: 'second reader', confidence: firstConfidence(word.confidence) },
    ),
  }));
}

function firstConfidence(confidence: number): number {
  const chance = between(secondReader.chances, confidence);
  const first = evidence.chances.map((right, index) => [right, index / (evidence.chances.length - 1)] as const);
  return between(first, chance);
}

/** The value at a place on a line through points, of which the first coordinates rise. */
function between(points: readonly (readonly [number, number])[], at: number): number {
  const above = points.findIndex(([place]) => place >= at);
  const [right, left] = [points.at(above), points[above - 1]];
  if (right === undefined) return 0;
  if (above < 0 || left === undefined) return right[1];
  return left[1] + ((right[1] - left[1]) * (at - left[0])) / (right[0] - left[0]);
}
