import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Line, Page, Word } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { withAlternativeTexts } from '../figures/alternative-texts.ts';
import { findFigures } from '../figures/figures.ts';
import { isRunningFigure, type RunningFigure } from '../figures/running-figures.ts';
import { inlineLabelCutter } from '../lists/inline-label.ts';
import { readTaggedItems } from '../lists/tagged-items.ts';
import type { FurnitureFacts } from '../running/furniture.ts';
import { cutLine } from '../text/fragments.ts';
import type { Band, BlockDraft, FigureItem, FormulaItem, Item, ParagraphDraft, TableItem } from '../types.ts';
import type { Footnote } from './footnote.ts';
import { withBlanks } from './form-blanks.ts';
import type { LineHabits } from './line-habits.ts';
import type { PageFrame } from './page-frame.ts';
import { panelsAcross } from './panels-across.ts';
import { findParagraphs } from './paragraphs.ts';
import { readingOrder } from './reading-order.ts';
import { withSharedEnd } from './shared-end.ts';
import { glyphsIn, isTypedRule, withStrayWords } from './stray-words.ts';

/** What is between two edges, with its paragraphs made out. */
export interface AsideLayout {
  readonly x0: number;
  readonly x1: number;
  readonly blocks: readonly BlockDraft[];
}

/** A column of running text, with what is apart from it. */
export interface ColumnLayout extends AsideLayout {
  readonly asides: readonly AsideLayout[];
}

export interface BandLayout {
  readonly y0: number;
  readonly y1: number;
  readonly columns: readonly ColumnLayout[];
}

/** What the body of a page consists of, in reading order. */
export interface PageLayout {
  readonly page: Page;
  readonly frame: PageFrame;
  readonly bands: readonly BandLayout[];
  /** Notes at its foot, taken out of the bands. */
  readonly footnotes: readonly Footnote[];
  /** Pictures that text flows over. */
  readonly backgrounds: readonly FigureItem[];
}

export interface LayoutSources {
  readonly frame: PageFrame;
  readonly furniture: FurnitureFacts;
  /** Figures that belong to the running headers and footers. */
  readonly runningFigures: readonly RunningFigure[];
  readonly habits: LineHabits;
  /** Where the sides of tall panels are, by which the page is parted into columns. */
  readonly sides: readonly number[];
  readonly tables: readonly Table[];
  /** Rows of cards, which are set as tables. */
  readonly cards: readonly Table[];
  /** Displayed formulas, outside the tables. */
  readonly formulas: readonly FormulaItem[];
}

/** Makes out columns, tables, figures and paragraphs of a page. */
export function layoutPage(page: Page, sources: LayoutSources): PageLayout {
  const { frame, furniture, runningFigures, habits, tables, cards, formulas } = sources;
  const isOfBody = (line: Line) => line.angle === 0 && furniture.find(page, line) === null;
  // Strokes and signs of a formula are drawn with it.
  const figures = findFigures(
    page,
    tables.map(({ box }) => box),
    cards.flatMap(({ cells }) => cells.map(({ box }) => box)),
  ).filter(({ box }) => !formulas.some((formula) => containsMiddle(formula.box, box)));
  const ofBody = withAlternativeTexts(
    figures.filter((figure) => !isRunningFigure(figure, runningFigures)),
    page.tags,
  );
  // What is written in a drawn region is part of its picture, in running ones too.
  const regions = figures.filter(({ behindText, pictureIndex }) => !behindText && pictureIndex === null);
  const numbers = formulas.flatMap(({ number }) => number ?? []);
  const whole = withStrayWords(tables, page.lines.filter(isOfBody));
  const inCells = glyphsIn([...whole, ...cards]);
  const isTaken = (word: Word) =>
    word.glyphs.some((glyph) => inCells.has(glyph)) ||
    isTypedRule(word, whole) ||
    [...regions, ...formulas, ...numbers].some(({ box }) => containsMiddle(box, word.box)) ||
    formulas.some(({ words }) => words.has(word));
  const items: Item[] = [];
  const withLabelApart = inlineLabelCutter(page.lines);
  for (const line of page.lines) {
    if (!isOfBody(line)) continue;
    const words = line.words.filter((word) => word.text.trim() !== '' && !isTaken(word));
    if (words.length > 0) items.push(...cutLine(line, withLabelApart(words)));
  }
  const shown = ofBody.filter(({ behindText }) => !behindText);
  const tableItems = [
    ...whole.map((table) => tableItem(table, shown, false)),
    ...cards.map((table) => tableItem(withoutTextsOf(regions, table), shown, true)),
  ];
  const inTables = new Set(tableItems.flatMap((item) => item.figures));
  items.push(...tableItems, ...shown.filter((figure) => !inTables.has(figure)), ...formulas);
  const tagged = { ...habits, items: readTaggedItems(page) };
  const panels = panelsAcross(
    page,
    [...whole, ...cards, ...shown].map(({ box }) => box),
  );
  const guides = { panels, sides: sources.sides, rules: page.rules };
  const read = withBlanks(items, page.rules, (all) => readingOrder(all, frame, guides));
  const margins = marginsAround(frame, read);
  const bands = read.map(({ y0, y1, columns }) => ({
    y0,
    y1,
    columns: columns.map(({ x0, x1, stretches, asides }): ColumnLayout => {
      const edges = columns.length === 1 ? { x0: margins.x0, x1: Math.max(x1, margins.marginX1) } : { x0, x1 };
      return {
        ...edges,
        blocks: withSharedEnd(stretches.flatMap((stretch) => findParagraphs(stretch, tagged))),
        asides: asides.map((aside) => ({ x0: aside.x0, x1: aside.x1, blocks: findParagraphs(aside, tagged) })),
      };
    }),
  }));
  const backgrounds = ofBody.filter(({ behindText }) => behindText);
  return { page, frame: margins, bands, footnotes: [], backgrounds };
}

/** Columns that reach further over a margin than this, in points, widen it. */
const leastOverhangPt = 2;

/** The frame with margins for all columns of a page: LibreOffice narrows those of a section that reach over the margins. */
function marginsAround(frame: PageFrame, bands: readonly Band[]): PageFrame {
  const columns = bands.filter((band) => band.columns.length > 1).flatMap((band) => band.columns);
  const x0 = Math.min(...columns.map((column) => column.x0));
  const x1 = Math.max(...columns.map((column) => column.x1));
  return {
    ...frame,
    x0: x0 < frame.x0 - leastOverhangPt ? x0 : frame.x0,
    marginX1: x1 > frame.marginX1 + leastOverhangPt ? x1 : frame.marginX1,
  };
}

/** A table with the pictures in its cells, but for those of turned text. */
function tableItem(table: Table, figures: readonly FigureItem[], isCards: boolean): TableItem {
  const level = table.cells.filter(({ lines }) => lines.every(({ angle }) => angle === 0));
  const own = figures.filter((figure) => level.some(({ box }) => containsMiddle(box, figure.box)));
  return { kind: 'table', box: table.box, table, figures: own, isCards };
}

/** A table whose pictures keep what is written in them. */
function withoutTextsOf(regions: readonly FigureItem[], table: Table): Table {
  const isDrawn = (word: Word) => regions.some(({ box }) => containsMiddle(box, word.box));
  const cells = table.cells.map((cell) => ({
    ...cell,
    lines: cell.lines.flatMap((line) => withoutWords(line, isDrawn)),
  }));
  return { ...table, cells };
}

/** All blocks of a page, in reading order. */
export function blocksIn({ bands }: Pick<PageLayout, 'bands'>): readonly BlockDraft[] {
  return bands.flatMap(({ columns }) =>
    columns.flatMap(({ blocks, asides }) => [...asides.flatMap((aside) => aside.blocks), ...blocks]),
  );
}

/** All figures of a page, in reading order, also those in the cells of tables. */
export function figuresIn(layout: Pick<PageLayout, 'bands'>): readonly FigureItem[] {
  return blocksIn(layout).flatMap((block) =>
    block.kind === 'figure' ? [block] : block.kind === 'table' ? block.figures : [],
  );
}

/** All paragraphs of a page outside its tables, in reading order. */
export function paragraphsIn(layout: Pick<PageLayout, 'bands'>): readonly ParagraphDraft[] {
  return blocksIn(layout).filter((block) => block.kind === 'paragraph');
}
