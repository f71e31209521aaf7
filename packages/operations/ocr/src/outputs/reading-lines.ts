import { transformPoint } from '@platen/pdf-kit/geometry';
import type { PixelBox, RasterLine, RasterWord } from '@platen/pdf-kit/ocr';
import type { PageText } from '../pages/page-text.ts';

/** The text of a page, kept and recognised, in reading order: what is above the recognised text comes first. */
export function readingLines({ kept, recognized }: PageText): readonly RasterLine[] {
  if (recognized === null) return kept;
  if (kept.length === 0) return recognized.lines;
  const top = Math.min(...recognized.lines.map((line) => shownBox(line.words[0]?.box ?? emptyBox, recognized).y0));
  const isAbove = (line: RasterLine) => line.baseline.y0 <= top;
  // Paragraphs are numbered again, so that those of the two do not run into each other.
  const groups = [kept.filter(isAbove), recognized.lines, kept.filter((line) => !isAbove(line))];
  return groups.flatMap((lines, group) => lines.map((line) => ({ ...line, paragraph: 3 * line.paragraph + group })));
}

/** The words of a line of `readingLines`, with their boxes in points on the page as shown. */
export function placedWords(line: RasterLine, { recognized, kept }: PageText): readonly PlacedWord[] {
  const isKept = recognized === null || kept.some(({ words }) => words === line.words);
  return line.words.map((word) => ({ word, isKept, box: isKept ? word.box : shownBox(word.box, recognized) }));
}

/** A word where it is shown. */
export interface PlacedWord {
  readonly word: RasterWord;
  /** Whether it is text that the page had. */
  readonly isKept: boolean;
  readonly box: PixelBox;
}

const emptyBox: PixelBox = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** A box of a recognised line on the page as shown, in points. */
function shownBox(
  { x0, y0, x1, y1 }: PixelBox,
  { toPage }: Pick<NonNullable<PageText['recognized']>, 'toPage'>,
): PixelBox {
  const corners = [
    transformPoint(toPage, x0, y0),
    transformPoint(toPage, x1, y0),
    transformPoint(toPage, x0, y1),
    transformPoint(toPage, x1, y1),
  ];
  return {
    x0: Math.min(...corners.map(({ x }) => x)),
    y0: Math.min(...corners.map(({ y }) => y)),
    x1: Math.max(...corners.map(({ x }) => x)),
    y1: Math.max(...corners.map(({ y }) => y)),
  };
}
