import { boxHeight, boxWidth, containsMiddle, growBox, sharedHeight } from '@platen/pdf-kit/geometry';
import type { AsideLayout } from '../analysis/layout/page-layout.ts';
import { findParagraphs } from '../analysis/layout/paragraphs.ts';
import { defaultRunStyle } from '../analysis/text/default-run-style.ts';
import type { BlockDraft, Column, FigureItem, ParagraphDraft, TableItem } from '../analysis/types.ts';
import { findParagraphMarks, type ParagraphMark } from '../marks/paragraph-marks.ts';
import type { PictureInline } from '../model/blocks.ts';
import type { ListItem } from '../model/formats.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import { areBeside } from './are-beside.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { type FittedCell, fitCell } from './fit-cell.ts';
import { markedParagraph } from './marked-paragraph.ts';
import type { PageContent } from './page-content.ts';
import { paragraphParts } from './paragraph-parts.ts';
import { type PlacedParagraph, placeParagraph } from './place-paragraph.ts';
import { type CellRoom, cellPaddingPt, type PlacedTable, placeTable } from './place-table.ts';
import { tableBorders } from './table-borders.ts';

/** Sets a table with what is in its cells. */
export function composeTable(item: TableItem, column: AsideLayout, page: PageContent, into: ColumnBuilder): void {
  const { box } = item;
  const floats = isBesideText(item, column);
  if (!floats) into.leaveGap(box.y0 - into.cursorY);
  const { block, heightPt } = placedTable(item, column, page, floats);
  into.place(block, floats ? into.cursorY : Math.max(into.cursorY, box.y0) + heightPt, box);
}

/** The table with what is in its cells; where text is beside it, it floats. */
export function placedTable(
  { table, box, figures, isCards }: TableItem,
  column: AsideLayout,
  page: PageContent,
  floats: boolean,
): PlacedTable {
  const placed = placeTable(table, {
    columnX0: column.x0,
    habits: page.document.facts,
    figures,
    borderOf: tableBorders(page.layout.page.rules, box),
    floats,
    repeatsHeader: box.y1 - box.y0 < 0.5 * page.layout.page.heightPt,
    blocksOf: (cell, room) => composeCell(cell, room, page),
  });
  return isCards ? { ...placed, block: { ...placed.block, isLayout: true } } : placed;
}

/** Text beside a table takes this share of its height at least. */
const besideShare = 0.25;

/** Whether text of the column is left or right of a table. Set one below the other, they would leave the page. */
function isBesideText({ box }: TableItem, { blocks }: AsideLayout): boolean {
  const beside = blocks.filter(
    (block) =>
      block.kind === 'paragraph' &&
      areBeside(block.box, box) &&
      (block.box.x1 < box.x0 + 2 || block.box.x0 > box.x1 - 2),
  );
  const sharedPt = beside.map((block) => sharedHeight(block.box, box));
  return sharedPt.reduce((sum, shared) => sum + shared, 0) > besideShare * (box.y1 - box.y0);
}

function composeCell(column: Column, room: CellRoom, page: PageContent): FittedCell {
  let cursorY = room.topY;
  const blocks = findParagraphs(column, page.document.facts).map((block) =>
    block.kind === 'paragraph' ? { ...block, alignment: room.alignment ?? block.alignment } : block,
  );
  const items = page.counters.lists.find(blocks.filter((block) => block.kind === 'paragraph'));
  const marks = marksIn({ x0: column.x0, x1: column.x1, blocks }, room, page);
  const beside = picturesBeside(blocks, items);
  const joined = new Set(beside.values());
  const placed = blocks.flatMap((block): PlacedParagraph[] => {
    if (block.kind === 'figure' && joined.has(block)) return [];
    const one =
      block.kind === 'paragraph'
        ? withPictureBeside(
            placedIn(column, block, { cursorY, list: items.get(block) ?? null, mark: marks.get(block) }, page),
            block,
            beside.get(block),
            page,
          )
        : cellPicture(block, column, cursorY, page);
    if (one === null) return [];
    cursorY = one.bottomY;
    return [one];
  });
  return fitCell(placed, room.bottomY - room.topY);
}

/** Wider marks, as a share of the cell, run over several. */
const widestInCell = 1.1;

/** What is drawn around paragraphs of a card, with square corners: nothing else moves with the text of a cell. */
function marksIn(
  column: AsideLayout,
  { topY, bottomY }: CellRoom,
  { marksInCards }: PageContent,
): ReadonlyMap<BlockDraft, ParagraphMark> {
  const cell = growBox({ x0: column.x0, x1: column.x1, y0: topY, y1: bottomY }, cellPaddingPt);
  // A cell may be drawn in a little where those beside it need the room.
  const own = marksInCards.filter(
    ({ box }) => containsMiddle(cell, box) && boxWidth(box) <= widestInCell * boxWidth(cell),
  );
  const columns = [{ ...column, asides: [] }];
  const square = own.map(({ radiusPt, ...mark }) => mark);
  return findParagraphMarks({ bands: [{ y0: topY, y1: bottomY, columns }] }, square).of;
}

function placedIn(
  column: Column,
  draft: ParagraphDraft,
  { cursorY, list, mark }: { cursorY: number; list: ListItem | null; mark: ParagraphMark | undefined },
  page: PageContent,
): PlacedParagraph {
  const placed = placeParagraph(draft, {
    ...paragraphParts(draft, page, list),
    columnX0: column.x0,
    columnX1: column.x1,
    cursorY,
    headingLevel: 0,
    bookmarks: [],
  });
  return mark === undefined ? placed : markedParagraph(placed, { x0: column.x0, x1: column.x1, blocks: [] }, mark);
}

/** A picture that is as high as this many lines of the text beside it, or lower, is a sign in front of it: discs of 2.1. */
const mostSignLines = 2.5;

/** The pictures in front of the first lines of paragraphs, as numbered discs of steps are. */
function picturesBeside(
  blocks: readonly BlockDraft[],
  items: ReadonlyMap<ParagraphDraft, ListItem>,
): ReadonlyMap<BlockDraft, FigureItem> {
  const found = new Map<BlockDraft, FigureItem>();
  for (const [index, figure] of blocks.entries()) {
    if (figure.kind !== 'figure') continue;
    const text = [blocks[index + 1], blocks[index - 1]].find(
      (block) => block?.kind === 'paragraph' && isSignOf(figure, block) && !items.has(block),
    );
    if (text !== undefined && !found.has(text)) found.set(text, figure);
  }
  return found;
}

function isSignOf({ box }: FigureItem, { fragments, alignment, direction }: ParagraphDraft): boolean {
  const [first] = fragments;
  if (first === undefined || direction === 'rtl' || alignment === 'right' || alignment === 'center') return false;
  return (
    box.x1 <= Math.min(...fragments.map((fragment) => fragment.box.x0)) &&
    areBeside(first.box, box) &&
    boxHeight(box) <= mostSignLines * boxHeight(first.box)
  );
}

/** The paragraph with a picture in its first line, in front of its text and at its own height. */
function withPictureBeside(
  placed: PlacedParagraph,
  { fragments: [first] }: ParagraphDraft,
  figure: FigureItem | undefined,
  { pictures }: PageContent,
): PlacedParagraph {
  const picture = figure === undefined ? undefined : pictures.get(figure);
  if (figure === undefined || picture === undefined || first === undefined) return placed;
  const { box } = figure;
  const { paragraph, lineCount, linesPt } = placed;
  const { format } = paragraph;
  const linePt = linesPt / Math.max(1, lineCount);
  const abovePt = Math.max(0, placed.topY - box.y0);
  const belowPt = Math.max(0, box.y1 - placed.topY - linePt);
  const spaceBeforePt = Math.max(0, format.spaceBeforePt - abovePt);
  const grownPt = abovePt + belowPt - (format.spaceBeforePt - spaceBeforePt);
  const inFrontPt = first.box.x0 - box.x0;
  const spacing = format.lineSpacing;
  const inline: PictureInline = {
    ...plainPicture(picture),
    placement: { kind: 'inline' },
    belowBaselinePt: box.y1 - first.baseline,
  };
  const textPt = format.indentLeftPt + format.firstLinePt;
  return {
    ...placed,
    paragraph: {
      ...paragraph,
      format: {
        ...format,
        spaceBeforePt,
        firstLinePt: format.firstLinePt - inFrontPt,
        lineSpacing: spacing.rule === 'exact' ? { rule: 'at-least', value: spacing.value } : spacing,
        tabStops: [{ positionPt: textPt, alignment: 'left', leader: 'none' }, ...format.tabStops],
      },
      inlines: [inline, { kind: 'tab', style: defaultRunStyle }, ...paragraph.inlines],
    },
    topY: Math.min(placed.topY, box.y0),
    bottomY: placed.bottomY + grownPt,
    linesPt: linesPt + abovePt + belowPt,
  };
}

/** Text boxes of a cell would not be at their places of the page. */
function plainPicture({ layers, ...plain }: PictureInline): PictureInline {
  return layers === undefined || layers.upright.length > 0 ? plain : { ...plain, layers };
}

function cellPicture(block: BlockDraft, column: Column, cursorY: number, page: PageContent): PlacedParagraph | null {
  const picture = block.kind === 'figure' ? page.pictures.get(block) : undefined;
  if (picture === undefined) return null;
  const { box } = block;
  const spaceBeforePt = Math.max(0, box.y0 - cursorY);
  const indentPt = Math.max(0, Math.min(box.x0, column.x1 - picture.widthPt) - column.x0);
  const linesPt = box.y1 - box.y0;
  return {
    paragraph: plainParagraph([{ ...plainPicture(picture), placement: { kind: 'inline' } }], {
      indentLeftPt: indentPt,
      spaceBeforePt,
    }),
    topY: box.y0,
    bottomY: cursorY + spaceBeforePt + linesPt,
    linesPt,
    lineCount: 1,
  };
}
