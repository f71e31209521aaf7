import { boxArea, sharedArea } from '@platen/pdf-kit/geometry';
import { type Box, openPageModel, type Page, type Word } from '@platen/pdf-kit/page-model';
import { openRenderer } from '@platen/pdf-kit/render';

/** A word as it is on its page. */
export interface DrawnWord {
  readonly text: string;
  readonly pageIndex: number;
  readonly box: Box;
  readonly baseline: number;
  readonly sizePt: number;
  readonly bold: boolean;
  readonly color: string;
  /** Which line of its page it is in: a wide gap ends a line. */
  readonly line: number;
  /** Its place in its line. */
  readonly place: number;
  readonly isLevel: boolean;
}

/** A page as a reader sees it: its words, the boxes of what is drawn, and its pixels, a pixel a point. */
export interface DrawnPage {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly words: readonly DrawnWord[];
  /** Rules, panels, pictures and drawings that are large enough to be noticed. */
  readonly drawings: readonly Box[];
  readonly pixels: Pixels;
}

/** RGB, three bytes a pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** What is shorter, in points, is a mark in the text. */
const leastRulePt = 20;
const leastAreaPt2 = 100;

/** Reads and draws the pages of a PDF. */
export async function readDrawnPages(file: string): Promise<readonly DrawnPage[]> {
  const model = await openPageModel(file);
  const renderer = await openRenderer(file, { maxPagePixels: 30_000_000 });
  try {
    const pages: DrawnPage[] = [];
    for (let index = 0; index < model.pageCount; index++) {
      const page = await model.readPage(index + 1);
      const drawn = await renderer.renderPage(index + 1, { dpi: 72 });
      const { width, height } = drawn;
      const data = drawn.data.slice();
      drawn.release();
      const { widthPt, heightPt } = page;
      const words = wordsOn(page, index);
      pages.push({ widthPt, heightPt, words, drawings: drawingsOn(page), pixels: { width, height, data } });
    }
    return pages;
  } finally {
    renderer.close();
    await model.close();
  }
}

function wordsOn({ lines }: Page, pageIndex: number): readonly DrawnWord[] {
  return lines.flatMap(({ words, baseline, angle }, line) =>
    words
      .filter((word) => word.text.trim() !== '' && !isIcon(word))
      .map(({ text, box, style }, place) => ({
        text: text.normalize('NFKC').replaceAll('\u00ad', ''),
        pageIndex,
        box,
        baseline,
        sizePt: style.sizePt,
        bold: style.font.bold,
        color: style.color,
        line,
        place,
        isLevel: angle === 0,
      })),
  );
}

/** Fonts whose letters are pictures: they are drawings to the eye, whatever characters they have. */
const iconFont = /awesome|fontello|icons|typicons|entypo/i;

function isIcon({ style }: Word): boolean {
  return iconFont.test(style.font.name);
}

function drawingsOn({ lines, rules, fills, pictures, drawings, widthPt, heightPt }: Page): readonly Box[] {
  const page = { x0: 0, y0: 0, x1: widthPt, y1: heightPt };
  const long = rules.filter(({ x0, y0, x1, y1 }) => Math.max(x1 - x0, y1 - y0) >= leastRulePt);
  const large = [
    ...fills.filter(({ color }) => color !== '#ffffff'),
    ...pictures,
    ...drawings.filter(({ fillColor, strokeColor }) => fillColor !== '#ffffff' || strokeColor !== null),
  ].filter(({ box }) => boxArea(box) >= leastAreaPt2);
  const icons = lines.flatMap(({ words }) => words.filter(isIcon));
  return [...long.map(({ x0, y0, x1, y1 }) => ({ x0, y0, x1, y1 })), ...[...large, ...icons].map(({ box }) => box)]
    .filter((box) => boxArea(box) === 0 || sharedArea(box, page) > 0.5 * boxArea(box))
    .sort((first, second) => sizeOf(second) - sizeOf(first))
    .slice(0, maxDrawings);
}

/** The smaller drawings of a grid with more are where the larger ones are. */
const maxDrawings = 120;

function sizeOf({ x0, y0, x1, y1 }: Box): number {
  return x1 - x0 + y1 - y0;
}
