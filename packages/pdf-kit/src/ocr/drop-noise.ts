import { usualLineHeight } from './layout-of.ts';
import type { RasterLine, RasterWord } from './recognizer.ts';
import { noise } from './thresholds.ts';
import { doubtOf } from './word-worth.ts';

/**
 * Lines without what was read into handwriting, stains and pictures: words of little confidence among others of little
 * confidence, and such words much higher than the lines of the page. A doubtful word in a good line stays.
 */
export function dropNoise(lines: readonly RasterLine[]): readonly RasterLine[] {
  const usual = usualLineHeight(lines) ?? 0;
  return lines.flatMap((line) => {
    const isPoor = doubtOf([line]) > noise.poorLineDoubt;
    const isNoise = (word: RasterWord) =>
      (isPoor && word.confidence < noise.minConfidence) ||
      (word.confidence < noise.minTallConfidence && heightOf(word) > noise.tallLines * usual);
    const words = line.words.filter((word) => !isNoise(word));
    return words.length === 0 ? [] : [{ ...line, words }];
  });
}

function heightOf({ box }: RasterWord): number {
  const { y0, y1 } = box;
  return y1 - y0;
}
