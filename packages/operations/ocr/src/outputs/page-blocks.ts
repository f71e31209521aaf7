import { transformPoint } from '@platen/pdf-kit/geometry';
import type { PixelBox, RasterLine } from '@platen/pdf-kit/ocr';
import { lineText } from '@platen/pdf-kit/ocr';
import {
  blankPage,
  breaksSouthEastAsian,
  endsWithCjk,
  type Page,
  type RecognizedLine,
  startsWithCjk,
  withRecognizedText,
} from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import { findTables, type Table } from '@platen/pdf-kit/tables';
import type { PageText } from '../pages/page-text.ts';
import { readingLines } from './reading-lines.ts';

/** A piece of a page as a writer of documents sees it. */
export type PageBlock = ParagraphBlock | TableBlock;

export interface ParagraphBlock {
  readonly kind: 'paragraph';
  readonly text: string;
  readonly rightToLeft: boolean;
  /** 1 for a title, 2 for a heading, null for running text. */
  readonly level: 1 | 2 | null;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly table: Table;
  readonly rightToLeft: boolean;
}

/**
 * Letters so many times as high as most of the page make a title, or a heading; a long paragraph is neither, nor is what was read
 * with less confidence than this: of such words every second is wrong, and the large ones were read into pictures and scribbles.
 */
const titleScale = 1.8;
const headingScale = 1.35;
const maxHeadingLetters = 150;
const minHeadingConfidence = 0.65;

/** The paragraphs, headings and tables of a page in reading order. */
export function pageBlocks(page: PageText): readonly PageBlock[] {
  const lines = readingLines(page);
  const usualHeight = usualLineHeight(lines);
  const tables = findTables(uprightPage(page));
  const tableOf = (line: RasterLine) => tables.find(({ box }) => holds(box, uprightBox(page, line)));
  const blocks: PageBlock[] = [];
  const written = new Set<Table>();
  for (const group of Map.groupBy(lines, ({ paragraph }) => paragraph).values()) {
    const free: RasterLine[] = [];
    for (const line of group) {
      const table = tableOf(line);
      if (table === undefined) free.push(line);
      else if (!written.has(table)) {
        if (free.length > 0) blocks.push(toParagraph(free.splice(0), usualHeight));
        written.add(table);
        blocks.push({ kind: 'table', table, rightToLeft: line.direction === 'rtl' });
      }
    }
    if (free.length > 0) blocks.push(toParagraph(free, usualHeight));
  }
  return blocks;
}

/** Half of the letters are on lines no higher than this. */
function usualLineHeight(lines: readonly RasterLine[]): number {
  return median(lines.flatMap((line) => Array.from(lineText(line), () => line.heightPx)));
}

function toParagraph(lines: readonly RasterLine[], usualHeight: number): ParagraphBlock {
  const text = joinLines(lines);
  const scale = Math.min(...lines.map(({ heightPx }) => heightPx)) / usualHeight;
  const mayHead = text.length <= maxHeadingLetters && meanConfidence(lines) >= minHeadingConfidence;
  const level = mayHead && scale >= titleScale ? 1 : mayHead && scale >= headingScale ? 2 : null;
  return { kind: 'paragraph', text, level, rightToLeft: lines[0]?.direction === 'rtl' };
}

function meanConfidence(lines: readonly RasterLine[]): number {
  const words = lines.flatMap((line) => line.words);
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

/** Lines run on; a word broken by a hyphen before a small letter is put together again. */
function joinLines(lines: readonly RasterLine[]): string {
  return lines.map(lineText).reduce((text, line) => {
    if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
    const isUnspaced = (endsWithCjk(text) && startsWithCjk(line)) || breaksSouthEastAsian(text, line);
    return isUnspaced ? text + line : `${text} ${line}`;
  });
}

/** The page as its text was read, upright and level, for the search for tables. */
function uprightPage(page: PageText): Page {
  const lines = (page.recognized?.lines ?? page.kept).map((line): RecognizedLine => {
    const words = line.words.map(({ text, confidence, box }) => ({ text, confidence, box: scaled(page, box) }));
    return { words, baseline: scaleOf(page) * ((line.baseline.y0 + line.baseline.y1) / 2) };
  });
  const { widthPt, heightPt } = page;
  return withRecognizedText(blankPage({ number: page.page, widthPt, heightPt }), lines);
}

/** Points in a pixel of the recognised lines; lines that the page kept are in points already. */
function scaleOf({ recognized }: PageText): number {
  if (recognized === null) return 1;
  const [from, to] = [transformPoint(recognized.toPage, 0, 0), transformPoint(recognized.toPage, 1, 0)];
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function scaled(page: PageText, { x0, y0, x1, y1 }: PixelBox): PixelBox {
  const scale = scaleOf(page);
  return { x0: scale * x0, y0: scale * y0, x1: scale * x1, y1: scale * y1 };
}

/** Where a line is on the upright page; null for one that a recognised page kept. */
function uprightBox(page: PageText, { words }: RasterLine): PixelBox | null {
  const [first] = words;
  if (first === undefined || (page.recognized !== null && page.kept.some((kept) => kept.words === words))) return null;
  return scaled(page, first.box);
}

function holds(outer: PixelBox, inner: PixelBox | null): boolean {
  if (inner === null) return false;
  const [x, y] = [(inner.x0 + inner.x1) / 2, (inner.y0 + inner.y1) / 2];
  return x >= outer.x0 && x <= outer.x1 && y >= outer.y0 && y <= outer.y1;
}
