import type { Box, Line, Page } from '@platen/pdf-kit/page-model';
import { heaviest } from '@platen/pdf-kit/statistics';
import { isRunningFigure, type RunningFigure } from '../figures/running-figures.ts';
import { isFootNumber } from '../running/foot-number.ts';
import type { FurnitureFacts } from '../running/furniture.ts';
import type { Gutter } from './gutter-sides.ts';
import { sharedGutters } from './shared-gutters.ts';

/** Where the body of a page lies. */
export interface PageFrame {
  readonly x0: number;
  /** A little above the first line, so that any line spacing finds room. */
  readonly y0: number;
  /** The same, where a title of large letters at the top of a page needs no more than they do. */
  readonly textY0: number;
  /** How far lines reach. */
  readonly x1: number;
  readonly y1: number;
  /** The right margin: as far from the edge as the left one, unless lines reach further. */
  readonly marginX1: number;
  /** Between the columns that running text is set in. */
  readonly gutters: readonly Gutter[];
}

/** Height above the baseline of a first line, in em, that any line spacing gets by with. */
const headroomEm = 1.25;
/** For the part of its size that is larger than the text: such lines are set tightly. */
const titleHeadroomEm = 0.8;

export interface PageFrames {
  /** The frame of pages of this page's size. */
  frameOf(page: Page): PageFrame;
}

/** Measures the margins that the pages of each size share. */
export function measureFrames(
  pages: readonly Page[],
  furniture: FurnitureFacts,
  runningFigures: readonly RunningFigure[],
): PageFrames {
  const bySize = new Map<string, Page[]>();
  for (const page of pages) {
    const same = bySize.get(sizeKey(page)) ?? [];
    bySize.set(sizeKey(page), same);
    same.push(page);
  }
  const frames = new Map([...bySize].map(([key, same]) => [key, measure(same, furniture, runningFigures)]));
  return {
    frameOf(page) {
      const frame = frames.get(sizeKey(page));
      if (frame === undefined) return defaultFrame(page);
      const lowest = Math.max(...picturesIn(page, runningFigures).map(({ y1 }) => y1));
      return lowest > frame.y1 ? { ...frame, y1: Math.min(page.heightPt, lowest) } : frame;
    },
  };
}

function sizeKey({ widthPt, heightPt }: Page): string {
  return `${Math.round(widthPt)}x${Math.round(heightPt)}`;
}

/** The frame of a page without text that could tell it. */
export function defaultFrame({ widthPt, heightPt }: Pick<Page, 'widthPt' | 'heightPt'>): PageFrame {
  const margin = Math.min(72, widthPt / 8);
  return {
    x0: margin,
    y0: margin,
    textY0: margin,
    x1: widthPt - margin,
    y1: heightPt - margin,
    marginX1: widthPt - margin,
    gutters: [],
  };
}

function measure(
  pages: readonly Page[],
  furniture: FurnitureFacts,
  runningFigures: readonly RunningFigure[],
): PageFrame {
  const [sample] = pages;
  const linesOfPages = pages.map((page) =>
    page.lines.filter((line) => line.angle === 0 && furniture.find(page, line) === null && !isFootNumber(page, line)),
  );
  const lines = linesOfPages.flat();
  const pictures = pages.flatMap((page) => picturesIn(page, runningFigures));
  if (sample === undefined || lines.length === 0) {
    return sample === undefined ? defaultFrame({ widthPt: 612, heightPt: 792 }) : defaultFrame(sample);
  }
  const fallback = defaultFrame(sample);
  const leftX0 = sharedEdge(lines.map(({ box }) => box.x0)) ?? fallback.x0;
  const x1 = -(sharedEdge(lines.map(({ box }) => -box.x1)) ?? -fallback.x1);
  // Lines of right-to-left text end anywhere on the left: the margin there is as wide as the other, unless many end at it.
  const isRagged = isRightToLeft(lines) && lines.some(({ box }) => box.x0 < leftX0 - raggedPt);
  const x0 = isRagged ? Math.min(leftX0, Math.max(0, sample.widthPt - x1)) : leftX0;
  const linesEnd = Math.max(...lines.map(({ box }) => box.y1));
  const sharesEnd = pagesFilledTo(linesEnd, lines, pages) >= minFilledPages;
  const reachX1 = Math.min(sample.widthPt, Math.max(x1, x0 + 72));
  // Short lines alone say nothing about the right margin.
  const fillsPage = reachX1 - x0 >= 0.75 * (sample.widthPt - 2 * x0);
  const textPt = heaviest(lines.map(({ style, words }) => [style.sizePt, words.length])) ?? 0;
  return {
    x0: Math.max(0, x0),
    y0: Math.max(0, Math.min(...lines.map(({ baseline, style }) => baseline - headroomEm * style.sizePt))),
    textY0: Math.max(0, Math.min(...lines.map(({ baseline, style }) => baseline - headroom(style.sizePt, textPt)))),
    x1: reachX1,
    y1: Math.min(sample.heightPt, Math.max(linesEnd, ...(sharesEnd ? [] : pictures.map(({ y1 }) => y1)))),
    marginX1: fillsPage && isEdge(lines, reachX1) ? reachX1 + 0.5 : Math.max(reachX1, sample.widthPt - x0),
    gutters: sharedGutters(linesOfPages),
  };
}

/** Lines that reach further than an edge by more than this, in points, are not of it. */
const raggedPt = 18;

/** Whether most lines are read from the right. */
function isRightToLeft(lines: readonly Line[]): boolean {
  return 2 * lines.filter(({ direction }) => direction === 'rtl').length > lines.length;
}

/** Pictures that are neither behind the whole page nor repeated on others. */
function picturesIn(page: Page, runningFigures: readonly RunningFigure[]): readonly Box[] {
  return page.pictures
    .filter(
      ({ box, index }) =>
        box.y1 - box.y0 < 0.6 * page.heightPt && !isRunningFigure({ box, pictureIndex: index }, runningFigures),
    )
    .map(({ box }) => box);
}

/** This many pages filled to one place show where text ends, though a picture is below it on another page. */
const minFilledPages = 2;
/** Less than a line, in points: rows of tables and lines of larger letters end a little lower. */
const sameEndPt = 6;

/** How many pages have lines that end at the place where the lowest do. */
function pagesFilledTo(end: number, lines: readonly Line[], pages: readonly Page[]): number {
  const lowest = new Set(lines.filter(({ box }) => end - box.y1 <= sameEndPt));
  return pages.filter((page) => page.lines.some((line) => lowest.has(line))).length;
}

/** The height above the baseline of a line of this size. */
function headroom(sizePt: number, textPt: number): number {
  return headroomEm * Math.min(sizePt, textPt) + titleHeadroomEm * Math.max(0, sizePt - textPt);
}

/** Enough lines come near it: the words of a line that broke there break there again. */
function isEdge(lines: readonly Line[], edge: number): boolean {
  const near = lines.filter(({ box }) => box.x1 > edge - Math.max(18, 0.08 * edge));
  return near.length >= 6 && near.length >= 0.15 * lines.length;
}

/** The outermost edge that several lines have; the outermost of all where none do. */
function sharedEdge(edges: readonly number[]): number | null {
  const sorted = [...edges].sort((first, second) => first - second);
  const needed = Math.max(2, Math.ceil(0.02 * sorted.length));
  for (const [index, edge] of sorted.entries()) {
    const other = sorted[index + needed - 1];
    if (other !== undefined && other - edge <= 3) return edge;
  }
  return sorted[0] ?? null;
}
