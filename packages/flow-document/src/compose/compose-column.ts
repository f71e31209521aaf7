import type { AsideLayout, ColumnLayout } from '../analysis/layout/page-layout.ts';
import type { BlockDraft, FigureItem } from '../analysis/types.ts';
import { anchorParagraph } from '../model/plain-paragraph.ts';
import { anchorDrawings } from './anchor-drawings.ts';
import { type ColumnBuilder, createColumnBuilder } from './column-builder.ts';
import { anchorFigure, composeFigure } from './compose-figure.ts';
import { anchorFormula, composeFormula } from './compose-formula.ts';
import { composeParagraph, placedParagraph } from './compose-paragraph.ts';
import { composeTable, placedTable } from './compose-table.ts';
import type { CarriedOver, ColumnStart, ComposedColumn } from './composed-column.ts';
import { framedParagraph } from './framed-paragraph.ts';
import { freeReach } from './free-reach.ts';
import type { PageContent } from './page-content.ts';
import { composePictureRow } from './picture-row.ts';
import { placeRule } from './place-rule.ts';
import { plainBlocks, plainlyComposed } from './plain-blocks.ts';

/**
 * Composes the blocks of a column; what is apart comes before the first block that begins no higher. A block that cannot be
 * composed is its plain text, and so is each block of a column that cannot.
 */
export function composeColumn(
  column: ColumnLayout,
  page: PageContent,
  start: ColumnStart,
  carried: CarriedOver,
): ComposedColumn {
  return page.document.boundaries.within(
    { what: `A column of page ${page.layout.page.number}`, instead: 'its text is kept without formatting' },
    () => composeBlocks(column, page, start, carried),
    () => composePlainly(column, page, start, carried),
  );
}

function composePlainly(
  { blocks, asides }: ColumnLayout,
  page: PageContent,
  start: ColumnStart,
  carried: CarriedOver,
): ComposedColumn {
  const into = createColumnBuilder(start, { ...carried, open: null }, page.document);
  for (const block of [...asides.flatMap((aside) => aside.blocks), ...blocks]) placePlainly(block, into);
  return into.build();
}

function placePlainly(block: BlockDraft, into: ColumnBuilder): void {
  into.open = null;
  for (const paragraph of plainBlocks(block)) into.place(paragraph, Math.max(into.cursorY, block.box.y1), block.box);
}

function composeBlocks(
  column: ColumnLayout,
  page: PageContent,
  start: ColumnStart,
  carried: CarriedOver,
): ComposedColumn {
  const into = createColumnBuilder(start, carried, page.document);
  // What is below the text comes before its last paragraph, unless that may go on from the column before.
  const last = column.blocks.length > 1 ? column.blocks.at(-1) : undefined;
  const topOf = (aside: AsideLayout) => {
    const y = topOfBlocks(aside);
    return last?.kind === 'paragraph' && y > last.box.y1 ? last.box.y0 : y;
  };
  const asides = [...column.asides].sort((first, second) => topOf(first) - topOf(second));
  const composeAsides = (untilY: number) => {
    for (let next = asides[0]; next !== undefined && topOf(next) <= untilY; next = asides[0]) {
      composeAside(next, page, into);
      asides.shift();
    }
  };
  const foot = footPicture(column, page);
  const done = new Set<BlockDraft>(foot === null ? [] : [foot.figure]);
  for (const block of column.blocks) {
    composeAsides(block.box.y0 + sameTopPt);
    if (foot?.below === block) anchorFigure(foot.figure, 'behind', page, into);
    if (block.kind === 'figure' && !done.has(block)) {
      for (const one of composePictureRow(block, column, page, into)) done.add(one);
    }
    if (done.has(block)) {
      into.open = null;
      continue;
    }
    for (const rule of page.rulesAbove.get(block) ?? []) placeRule(rule, column, into);
    if (block.kind === 'table') anchorDrawings(into);
    const { what, instead } = plainlyComposed[block.kind];
    page.document.boundaries.within(
      { what: `${what} on page ${page.layout.page.number}`, instead },
      () => composeBlock(block, column, page, into),
      () => placePlainly(block, into),
    );
  }
  if (asides.length > 0) {
    composeAsides(Number.POSITIVE_INFINITY);
    // They hang on the paragraph after them, which must be of their page.
    into.place(anchorParagraph([]), into.cursorY + 1);
    into.open = null;
  }
  return into.build();
}

/** A picture reaches the foot of its column where so little room is left below it, in points. */
const footPt = 30;

/**
 * A picture that ends a column at the foot of the page, beside others, and the paragraph above it. It hangs on that one:
 * in the line, it would begin the next column as soon as the text above it is a little higher.
 */
function footPicture(
  column: ColumnLayout,
  { layout: { bands, frame }, document }: PageContent,
): { readonly figure: FigureItem; readonly below: BlockDraft } | null {
  const [above, figure] = column.blocks.slice(-2);
  const isFollowed = bands.some(({ columns }) => columns.slice(0, -1).includes(column));
  if (!isFollowed || document.keepsPlaces || above?.kind !== 'paragraph' || figure?.kind !== 'figure') return null;
  return figure.box.y1 > frame.y1 - footPt ? { figure, below: above } : null;
}

/** Blocks begin side by side when their tops are this close, in points. */
const sameTopPt = 6;

function topOfBlocks({ blocks }: AsideLayout): number {
  return Math.min(...blocks.map(({ box }) => box.y0));
}

/** Sets what is apart from the running text where it was. */
function composeAside(aside: AsideLayout, page: PageContent, into: ColumnBuilder): void {
  const blocks = aside.blocks.flatMap((block) =>
    block.kind === 'formula' ? anchorFormula(block, aside, page, into) : block,
  );
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      const { paragraph } = placedParagraph(block, aside, 0, page, into);
      into.placeAside(framedParagraph(paragraph, block.box, aside, freeReach(block.box, page.layout)));
    } else if (block.kind === 'table') {
      into.placeAside(placedTable(block, aside, page, true).block);
    } else composeFigure(block, aside, page, into, true);
  }
}

function composeBlock(block: BlockDraft, column: ColumnLayout, page: PageContent, into: ColumnBuilder): void {
  if (block.kind === 'paragraph') {
    composeParagraph(block, column, page, into);
    return;
  }
  into.open = null;
  if (block.kind === 'table') composeTable(block, column, page, into);
  else if (block.kind === 'figure') composeFigure(block, column, page, into);
  else if (page.document.keepsPlaces) {
    for (const number of anchorFormula(block, column, page, into)) composeParagraph(number, column, page, into);
  } else composeFormula(block, column, page, into);
}
