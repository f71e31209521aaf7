import { transformPoint } from '@platen/pdf-kit/geometry';
import type { RasterLine, RecognizedText } from '@platen/pdf-kit/ocr';

/** The recognised lines less the words that the page keeps as text of its own: nothing is to be found twice. */
export function withoutKeptWords(
  { lines, toPage }: Pick<RecognizedText, 'lines' | 'toPage'>,
  kept: readonly RasterLine[],
): readonly RasterLine[] {
  const boxes = kept.flatMap(({ words }) => words.map(({ box }) => box));
  if (boxes.length === 0) return lines;
  const isKept = (word: RasterLine['words'][number]) => {
    const { x, y } = transformPoint(toPage, (word.box.x0 + word.box.x1) / 2, (word.box.y0 + word.box.y1) / 2);
    return boxes.some(({ x0, y0, x1, y1 }) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
  };
  return lines.flatMap((line) => {
    const words = line.words.filter((word) => !isKept(word));
    return words.length === 0 ? [] : [{ ...line, words }];
  });
}
