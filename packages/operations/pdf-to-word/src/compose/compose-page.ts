import { type Box, containsMiddle, type Link, type Page, type Word } from '@platen/pdf-kit/page-model';
import type { DocumentFacts } from '../analysis/document-facts.ts';
import { textOf } from '../analysis/fragments.ts';
import type { HeadingNumberer, NumberedHeading } from '../analysis/heading-numbers.ts';
import type { HeadingFacts } from '../analysis/headings.ts';
import { type InlineSources, inlinesOf } from '../analysis/inlines.ts';
import type { ListFinder } from '../analysis/lists.ts';
import type { ColumnLayout, PageLayout } from '../analysis/page-layout.ts';
import { findParagraphs } from '../analysis/paragraphs.ts';
import type { RunStyles, WordDecoration } from '../analysis/run-styles.ts';
import type { TaggedRoles } from '../analysis/tagged-roles.ts';
import type { BlockDraft, Column, FigureItem, ParagraphDraft, TableItem } from '../analysis/types.ts';
import { plainParagraph } from '../document/plain-paragraph.ts';
import type {
  Block,
  Inline,
  ListItem,
  Paragraph,
  PictureInline,
  PicturePlacement,
  RunStyle,
  ShapeInline,
} from '../document/types.ts';
import { markShape } from '../marks/mark-shape.ts';
import type { PageMark } from '../marks/page-marks.ts';
import { fitCell } from './fit-cell.ts';
import { footnoteInlines } from './footnote-inlines.ts';
import { goesOn, joinedInlines } from './join-paragraphs.ts';
import { lineSetting } from './line-height.ts';
import { lineWidths } from './line-widths.ts';
import { type PlacedParagraph, placeParagraph } from './place-paragraph.ts';
import { type CellRoom, placeTable } from './place-table.ts';
import type { SectionFlow } from './section-flow.ts';
import { tableBorders } from './table-borders.ts';
import { lineSqueezeOf, overhangOf, tightened, tighteningOf } from './tighten.ts';

/** What holds for the whole document while its pages are composed. */
export interface CompositionSources {
  readonly facts: DocumentFacts;
  readonly runStyles: RunStyles;
  readonly headings: HeadingFacts;
  readonly headingNumbers: HeadingNumberer;
  readonly roles: TaggedRoles;
  readonly lists: ListFinder;
  readonly flow: SectionFlow;
  /** The paragraph written last, which the next column or page may go on with. */
  readonly open: { last: ParagraphDraft | null };
  readonly bookmarkOf: (link: Link) => string | null;
  /** Names of the places of this page that links point at, by how far down they are. */
  readonly bookmarksOn: (pageNumber: number) => readonly { readonly y: number; readonly name: string }[];
}

/** What belongs to one page. */
export interface PageSources {
  readonly decorationOf: (word: Word) => WordDecoration | undefined;
  readonly pictures: ReadonlyMap<FigureItem, PictureInline>;
  /** Rules and panels that are drawn where they stood. */
  readonly marks: readonly PageMark[];
}

/** Writes a page into the flow, block by block. */
export function composePage(layout: PageLayout, document: CompositionSources, own: PageSources): void {
  const { flow, lists, headingNumbers } = document;
  const columns = layout.bands.flatMap((band) => band.columns);
  const paragraphs = columns.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'paragraph'));
  const levels = new Map(paragraphs.map((draft) => [draft, headingLevel(draft, layout.page, document)]));
  const title = taggedTitle(paragraphs, layout.page, document);
  if (title !== null) levels.set(title, 1);
  const items = lists.find(paragraphs.filter((draft) => levels.get(draft) === 0));
  const numbers = headingNumbers.find(
    paragraphs.map((draft) => ({ draft, level: levels.get(draft) ?? 0 })).filter(({ level }) => level > 0),
  );
  const page: PageComposition = {
    layout,
    document,
    own,
    levels,
    items,
    numbers,
    notes: new Map(),
    bookmarks: [...document.bookmarksOn(layout.page.number)].sort((first, second) => first.y - second.y),
    backgrounds: [
      ...own.marks.map(markShape),
      ...layout.backgrounds.flatMap((figure) => own.pictures.get(figure) ?? []),
    ],
  };
  const notes = footnoteInlines(layout.footnotes, inlineSources(page), (draft) =>
    baseStyleOf(draft, document.runStyles),
  );
  for (const [word, note] of notes) page.notes.set(word, note);
  flow.beginPage(layout);
  if (layout.bands.length === 0) composeEmptyPage(page);
  for (const band of layout.bands) {
    flow.beginBand(band);
    band.columns.forEach((column, index) => {
      flow.beginColumn(index);
      for (const block of column.blocks) {
        if (block.kind === 'table') anchorBackgrounds(page);
        if (!isInTable(block, column)) composeBlock(block, column, page);
      }
    });
  }
  anchorBackgrounds(page);
}

interface PageComposition {
  readonly layout: PageLayout;
  readonly document: CompositionSources;
  readonly own: PageSources;
  readonly levels: ReadonlyMap<ParagraphDraft, number>;
  readonly items: ReadonlyMap<ParagraphDraft, ListItem>;
  readonly numbers: ReadonlyMap<ParagraphDraft, NumberedHeading>;
  /** What stands in place of the words that refer to footnotes. */
  readonly notes: Map<Word, Inline>;
  /** Not yet placed. */
  readonly bookmarks: { readonly y: number; readonly name: string }[];
  /** Pictures and shapes still to be anchored to a paragraph of the page. */
  readonly backgrounds: (PictureInline | ShapeInline)[];
}

/** A picture in a cell comes with its table. */
function isInTable(block: BlockDraft, { blocks }: ColumnLayout): boolean {
  return (
    block.kind === 'figure' && blocks.some((other) => other.kind === 'table' && containsMiddle(other.box, block.box))
  );
}

/** The look most of the paragraph has. */
export function baseStyleOf(draft: ParagraphDraft, runStyles: RunStyles): RunStyle {
  const weights = new Map<RunStyle, number>();
  for (const { words } of draft.fragments) {
    for (const word of words) {
      const style = runStyles.styleOf(word.style);
      weights.set(style, (weights.get(style) ?? 0) + word.text.length);
    }
  }
  const [heaviest] = [...weights].sort((first, second) => second[1] - first[1]);
  if (heaviest === undefined) throw new TypeError('A paragraph needs a word');
  return heaviest[0];
}

/** The author's tags decide where there are any for headings; how the text looks decides elsewhere. */
export function headingLevel(
  draft: ParagraphDraft,
  page: Page,
  { headings, roles, runStyles }: Pick<CompositionSources, 'headings' | 'roles' | 'runStyles'>,
): number {
  if (roles.hasHeadings) return roles.headingLevelOf(page, draft) ?? 0;
  return headings.levelOf(draft, baseStyleOf(draft, runStyles));
}

/** What stands largest above the first tagged heading of a document: its title is a paragraph to most tags. */
function taggedTitle(
  paragraphs: readonly ParagraphDraft[],
  page: Page,
  { headings, roles, runStyles }: CompositionSources,
): ParagraphDraft | null {
  if (page.number > 1 || !roles.hasHeadings) return null;
  const above = paragraphs.slice(
    0,
    paragraphs.findIndex((draft) => (roles.headingLevelOf(page, draft) ?? 0) > 0),
  );
  return (
    above.find(
      (draft) => roles.isPlain(page, draft) && headings.isMostProminent(draft, baseStyleOf(draft, runStyles)),
    ) ?? null
  );
}

function composeBlock(block: BlockDraft, column: ColumnLayout, page: PageComposition): void {
  if (block.kind === 'paragraph') {
    composeParagraph(block, column, page);
    return;
  }
  page.document.open.last = null;
  if (block.kind === 'table') composeTable(block, column, page);
  else composeFigure(block, column, page);
}

function composeParagraph(found: ParagraphDraft, column: ColumnLayout, page: PageComposition): void {
  const { flow, open } = page.document;
  const numbered = page.numbers.get(found);
  const draft = numbered === undefined ? found : { ...found, label: numbered.label };
  const list = numbered?.item ?? page.items.get(found) ?? null;
  const level = page.levels.get(found) ?? 0;
  const isFirst = column.blocks[0] === found;
  if (isFirst && list === null && level === 0 && open.last !== null && goesOn(open.last, draft)) {
    const { baseStyle, usualPitchPt, inlines } = paragraphParts(draft, page, null);
    const { heightPt } = lineSetting(baseStyle, draft.pitchPt ?? usualPitchPt);
    const joined = joinedInlines(open.last, draft, inlines, page.document.facts);
    if (flow.joinLast(joined, flow.cursorY + heightPt * draft.fragments.length)) {
      open.last = draft;
      return;
    }
  }
  open.last = level === 0 ? draft : null;
  const placed = placeParagraph(draft, {
    ...paragraphParts(draft, page, list),
    columnX0: column.x0,
    columnX1: column.x1,
    cursorY: flow.cursorY,
    headingLevel: level,
    bookmarks: bookmarksAbove(page, draft.box.y1),
  });
  flow.place(withBackgrounds(placed.paragraph, page), placed.bottomY, draft.box);
}

function paragraphParts(draft: ParagraphDraft, page: PageComposition, list: ListItem | null) {
  const { facts, runStyles } = page.document;
  const baseStyle = baseStyleOf(draft, runStyles);
  const skipped = list === null ? 0 : (draft.label?.wordCount ?? 0);
  const lines = lineWidths(draft, skipped, runStyles);
  const tighteningPt = tighteningOf(lines, baseStyle, isSquareText(draft));
  const overhangPt = overhangOf(lines, tighteningPt);
  return {
    list,
    baseStyle,
    usualPitchPt: facts.pitchOf(baseStyle.sizePt),
    overhangPt,
    lineSqueeze: lineSqueezeOf(lines, tighteningPt, overhangPt),
    inlines: tightened(inlinesOf(draft.fragments, skipped, inlineSources(page)), tighteningPt),
  };
}

/** East Asian text: its letters have white around them. */
function isSquareText({ fragments }: ParagraphDraft): boolean {
  const text = fragments.map(({ words }) => textOf(words)).join('');
  const square = text.match(/[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g)?.length ?? 0;
  return square > 0.3 * text.length;
}

function inlineSources({ document, layout, own, notes }: PageComposition): InlineSources {
  return {
    runStyles: document.runStyles,
    links: layout.page.links,
    decorationOf: own.decorationOf,
    knowsWord: document.facts.knowsWord,
    bookmarkOf: document.bookmarkOf,
    replacementOf: (word) => notes.get(word) ?? null,
  };
}

function composeTable(item: TableItem, column: ColumnLayout, page: PageComposition): void {
  const { flow, facts } = page.document;
  const { table, box } = item;
  const floats = isBesideText(item, column);
  if (!floats) flow.spaceOut(box.y0 - flow.cursorY);
  const block = placeTable(table, {
    columnX0: column.x0,
    habits: facts,
    figures: column.blocks.filter((block) => block.kind === 'figure'),
    borderOf: tableBorders(page.layout.page.rules, box),
    floats,
    repeatsHeader: table.headerRows === 1 || box.y1 - box.y0 < 0.5 * page.layout.page.heightPt,
    blocksOf: (cell, room) => composeCell(cell, room, page),
  });
  flow.place(block, floats ? flow.cursorY : Math.max(flow.cursorY, box.y0) + (box.y1 - box.y0));
}

/** Text beside a table takes this share of its height at least. */
const besideShare = 0.25;

/** Whether text of the column stands left or right of a table. Set one below the other, they would leave the page. */
function isBesideText({ box }: TableItem, { blocks }: ColumnLayout): boolean {
  const beside = blocks.filter(
    (block) =>
      block.kind === 'paragraph' &&
      standBeside(block.box, box) &&
      (block.box.x1 < box.x0 + 2 || block.box.x0 > box.x1 - 2),
  );
  const sharedPt = beside.map((block) => Math.min(block.box.y1, box.y1) - Math.max(block.box.y0, box.y0));
  return sharedPt.reduce((sum, shared) => sum + shared, 0) > besideShare * (box.y1 - box.y0);
}

function composeCell(column: Column, room: CellRoom, page: PageComposition): readonly Block[] {
  let cursorY = room.topY;
  const blocks = findParagraphs(column, page.document.facts).map((block) =>
    block.kind === 'paragraph' ? { ...block, alignment: room.alignment ?? block.alignment } : block,
  );
  const items = page.document.lists.find(blocks.filter((block) => block.kind === 'paragraph'));
  const placed = blocks.flatMap((block): PlacedParagraph[] => {
    const one =
      block.kind === 'paragraph'
        ? placeParagraph(block, {
            ...paragraphParts(block, page, items.get(block) ?? null),
            columnX0: column.x0,
            columnX1: column.x1,
            cursorY,
            headingLevel: 0,
            bookmarks: [],
          })
        : cellPicture(block, column, cursorY, page);
    if (one === null) return [];
    cursorY = one.bottomY;
    return [one];
  });
  return fitCell(placed, room.bottomY - room.topY);
}

function cellPicture(
  block: BlockDraft,
  column: Column,
  cursorY: number,
  page: PageComposition,
): PlacedParagraph | null {
  const picture = block.kind === 'figure' ? page.own.pictures.get(block) : undefined;
  if (picture === undefined) return null;
  const { box } = block;
  const spaceBeforePt = Math.max(0, box.y0 - cursorY);
  const indentPt = Math.max(0, Math.min(box.x0, column.x1 - picture.widthPt) - column.x0);
  const linesPt = box.y1 - box.y0;
  return {
    paragraph: pictureParagraph([{ ...picture, placement: { kind: 'inline' } }], indentPt, spaceBeforePt),
    bottomY: cursorY + spaceBeforePt + linesPt,
    linesPt,
    lineCount: 1,
  };
}

function composeFigure(figure: FigureItem, column: ColumnLayout, page: PageComposition): void {
  const picture = page.own.pictures.get(figure);
  if (picture === undefined) return;
  const { flow } = page.document;
  const { box } = figure;
  const neighbours = column.blocks.filter((block) => block !== figure && standBeside(block.box, box));
  if (neighbours.length > 0 || flow.cursorY > box.y0 + overlapPt) {
    page.backgrounds.push({ ...picture, placement: anchoredAt(box, neighbours, page) });
    return;
  }
  const inline: PictureInline = { ...picture, placement: { kind: 'inline' } };
  const paragraph = pictureParagraph([inline], box.x0 - column.x0, Math.max(0, box.y0 - flow.cursorY));
  flow.place(withBackgrounds(paragraph, page), Math.max(flow.cursorY, box.y0) + (box.y1 - box.y0) + 1);
}

/** Blocks one below the other may share this much of their height: frames and shadows reach into what follows. */
const overlapPt = 8;

function standBeside(first: Box, second: Box): boolean {
  const sharedPt = Math.min(first.y1, second.y1) - Math.max(first.y0, second.y0);
  return sharedPt > Math.min(overlapPt, 0.5 * (first.y1 - first.y0));
}

/** Text flows around a picture that stands beside it, and over one that it stands on or that stands in the margin. */
function anchoredAt(box: Box, neighbours: readonly BlockDraft[], { layout }: PageComposition): PicturePlacement {
  const { frame } = layout;
  const isInMargin = box.y1 < frame.y0 || box.y0 > frame.y1;
  const isCovered = neighbours.some((block) => block.box.x0 < box.x1 - 2 && block.box.x1 > box.x0 + 2);
  const wrap = isInMargin || isCovered ? 'behind' : 'square';
  return { kind: 'anchored', xPt: box.x0, yPt: box.y0, wrap };
}

function pictureParagraph(
  pictures: readonly (PictureInline | ShapeInline)[],
  indentLeftPt: number,
  spaceBeforePt: number,
): Paragraph {
  return plainParagraph(pictures, { indentLeftPt, spaceBeforePt });
}

function bookmarksAbove(page: PageComposition, y: number): readonly string[] {
  const names: string[] = [];
  while ((page.bookmarks[0]?.y ?? Number.POSITIVE_INFINITY) <= y) names.push(page.bookmarks.shift()?.name ?? '');
  return names.filter((name) => name !== '');
}

/** Anchors the pictures behind the page to its first paragraph. */
function withBackgrounds(paragraph: Paragraph, { backgrounds }: PageComposition): Paragraph {
  if (backgrounds.length === 0) return paragraph;
  return { ...paragraph, inlines: [...backgrounds.splice(0), ...paragraph.inlines] };
}

/** Where no paragraph comes that they could be anchored to, one of no height is set for them. */
function anchorBackgrounds({ backgrounds, document }: PageComposition): void {
  if (backgrounds.length === 0) return;
  const { flow } = document;
  flow.place(plainParagraph(backgrounds.splice(0), { lineSpacing: { rule: 'exact', value: 1 } }), flow.cursorY + 1);
}

/** A page without text still is a page. */
function composeEmptyPage(page: PageComposition): void {
  const { layout, document } = page;
  const { x0, x1, y0, y1 } = layout.frame;
  document.flow.beginBand({ y0, y1, columns: [{ x0, x1, blocks: [] }] });
  const pictures = page.backgrounds.splice(0);
  document.flow.place(pictureParagraph(pictures, 0, 0), y0 + 12);
}
