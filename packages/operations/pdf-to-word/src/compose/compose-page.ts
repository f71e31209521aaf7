import {
  anchorParagraph,
  type Paragraph,
  plainParagraph,
  type TabStop,
  titleLevel,
} from '@platen/pdf-kit/flow-document';
import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { AsideLayout, ColumnLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import { paragraphsIn } from '../analysis/layout/page-layout.ts';
import type { BlockDraft, ParagraphDraft } from '../analysis/types.ts';
import { findFreeRules } from '../marks/free-rules.ts';
import { markInline } from '../marks/mark-inline.ts';
import { findParagraphMarks } from '../marks/paragraph-marks.ts';
import { baseStyleOf } from './base-style.ts';
import { composeFigure } from './compose-figure.ts';
import { anchorFormula, composeFormula } from './compose-formula.ts';
import { composeTable, placedTable } from './compose-table.ts';
import { footnoteInlines } from './footnote-inlines.ts';
import { framedParagraph } from './framed-paragraph.ts';
import { freeReach } from './free-reach.ts';
import { headingLevel } from './heading-levels.ts';
import { goesOn, spaceAtJoint } from './join-paragraphs.ts';
import { lineSetting } from './line-height.ts';
import { markedParagraph } from './marked-paragraph.ts';
import { anchorBackgrounds, bottomUp, withBackgrounds } from './page-backgrounds.ts';
import { type CompositionSources, inlineSources, type PageComposition, type PageSources } from './page-composition.ts';
import { paragraphParts } from './paragraph-parts.ts';
import { type PlacedParagraph, placeParagraph } from './place-paragraph.ts';
import { placeRule } from './place-rule.ts';

/** Writes a page into the flow, block by block. */
export function composePage(layout: PageLayout, document: CompositionSources, own: PageSources): void {
  const { flow, lists, headingNumbers } = document;
  const paragraphs = paragraphsIn(layout);
  const levels = new Map(paragraphs.map((draft) => [draft, headingLevel(draft, layout.page, document)]));
  const items = lists.find(paragraphs.filter((draft) => levels.get(draft) === 0));
  const numbers = headingNumbers.find(
    paragraphs
      .map((draft) => ({ draft, level: levels.get(draft) ?? 0 }))
      .filter(({ level }) => level > 0 && level !== titleLevel),
  );
  // In exact places what is drawn has a place of its own.
  const marks = flow.keepsPlaces ? { of: new Map(), rest: own.marks } : findParagraphMarks(layout, own.marks);
  const rules = flow.keepsPlaces ? { above: new Map(), rest: marks.rest } : findFreeRules(layout, marks.rest);
  const page: PageComposition = {
    layout,
    document,
    own,
    levels,
    items,
    numbers,
    marks: marks.of,
    rulesAbove: rules.above,
    notes: new Map(),
    bookmarks: [...document.bookmarksOn(layout.page.number)].sort((first, second) => first.y - second.y),
    backgrounds: bottomUp([
      ...rules.rest.map((mark) => markInline(mark, document.runStyles)),
      ...layout.backgrounds.flatMap((figure) => own.pictures.get(figure) ?? []),
    ]),
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
      composeColumn(column, page);
    });
  }
  anchorBackgrounds(page);
}

/** Writes the blocks of a column; what is apart comes before the first block that begins no higher. */
function composeColumn(column: ColumnLayout, page: PageComposition): void {
  const asides = [...column.asides].sort((first, second) => topOf(first) - topOf(second));
  const composeAsides = (untilY: number) => {
    for (let next = asides[0]; next !== undefined && topOf(next) <= untilY; next = asides[0]) {
      composeAside(next, page);
      asides.shift();
    }
  };
  for (const block of column.blocks) {
    composeAsides(block.box.y0 + sameTopPt);
    for (const rule of page.rulesAbove.get(block) ?? []) placeRule(rule, column, page);
    if (block.kind === 'table') anchorBackgrounds(page);
    if (!isInTable(block, column)) composeBlock(block, column, page);
  }
  if (asides.length === 0) return;
  composeAsides(Number.POSITIVE_INFINITY);
  // They hang on the paragraph after them, which must be of their page.
  page.document.flow.place(anchorParagraph([]), page.document.flow.cursorY + 1);
  page.document.open.last = null;
}

/** Blocks begin side by side when their tops are this close, in points. */
const sameTopPt = 6;

function topOf({ blocks }: AsideLayout): number {
  return Math.min(...blocks.map(({ box }) => box.y0));
}

/** Sets what is apart from the running text where it was. */
function composeAside(aside: AsideLayout, page: PageComposition): void {
  const { flow } = page.document;
  const blocks = aside.blocks.flatMap((block) =>
    block.kind === 'formula' ? anchorFormula(block, aside, page) : block,
  );
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      const { paragraph } = placed(block, aside, 0, page);
      flow.placeAside(framedParagraph(paragraph, block.box, aside, freeReach(block.box, page.layout)));
    } else if (block.kind === 'table') {
      flow.placeAside(placedTable(block, aside, page, true).block);
    } else if (!isInTable(block, aside)) composeFigure(block, aside, page, true);
  }
}

/** A picture in a cell comes with its table. */
function isInTable(block: BlockDraft, { blocks }: AsideLayout): boolean {
  return (
    block.kind === 'figure' && blocks.some((other) => other.kind === 'table' && containsMiddle(other.box, block.box))
  );
}

function composeBlock(block: BlockDraft, column: ColumnLayout, page: PageComposition): void {
  if (block.kind === 'paragraph') {
    composeParagraph(block, column, page);
    return;
  }
  page.document.open.last = null;
  if (block.kind === 'table') composeTable(block, column, page);
  else if (block.kind === 'figure') composeFigure(block, column, page);
  else if (page.document.flow.keepsPlaces) {
    for (const number of anchorFormula(block, column, page)) composeParagraph(number, column, page);
  } else composeFormula(block, column, page);
}

function composeParagraph(found: ParagraphDraft, column: ColumnLayout, page: PageComposition): void {
  const { flow, open } = page.document;
  const { draft, list, level } = madeOut(found, page);
  const isFirst = column.blocks[0] === found;
  if (
    isFirst &&
    !page.marks.has(found) &&
    list === null &&
    level === 0 &&
    open.last !== null &&
    goesOn(open.last, draft, flow.runsOn)
  ) {
    const parts = paragraphParts(draft, page, null);
    const { columnX0, columnX1 } = draft;
    const own = placeParagraph(draft, { ...parts, columnX0, columnX1, cursorY: 0, headingLevel: 0, bookmarks: [] });
    const { heightPt } = lineSetting(parts.baseStyle, draft.pitchPt ?? parts.usualPitchPt);
    const continuation = {
      beforeBreak: spaceAtJoint(open.last, draft, parts.baseStyle, page.document.facts),
      inlines: parts.inlines,
      bottomY: flow.cursorY + heightPt * parts.fit.lineCount,
      format: own.paragraph.format,
      followsOneLine: open.last.fragments.length === 1,
    };
    if (flow.joinLast(continuation)) {
      open.last = draft;
      return;
    }
  }
  open.last = level === 0 ? draft : null;
  const plain = placed(found, column, flow.cursorY, page);
  const mark = page.marks.get(found);
  const { paragraph, bottomY } = mark === undefined ? plain : markedParagraph(plain, column, mark);
  flow.place(withBackgrounds(paragraph, page), bottomY, draft.box);
}

/** What the page knows of a paragraph: its number, its list, its level. */
function madeOut(found: ParagraphDraft, page: PageComposition) {
  const numbered = page.numbers.get(found);
  return {
    draft: numbered === undefined ? found : { ...found, label: numbered.label },
    list: numbered?.item ?? page.items.get(found) ?? null,
    level: page.levels.get(found) ?? 0,
  };
}

function placed(found: ParagraphDraft, column: AsideLayout, cursorY: number, page: PageComposition): PlacedParagraph {
  const { draft, list, level } = madeOut(found, page);
  const one = placeParagraph(draft, {
    ...paragraphParts(draft, page, list),
    columnX0: draft.columnX0,
    columnX1: draft.columnX1,
    cursorY,
    headingLevel: level,
    bookmarks: bookmarksAbove(page, draft.box.y1),
  });
  return { ...one, paragraph: indented(one.paragraph, draft, column) };
}

/** A paragraph beside something that is apart is narrower than its column. */
function indented(paragraph: Paragraph, { columnX0, columnX1 }: ParagraphDraft, { x0, x1 }: AsideLayout): Paragraph {
  const [leftPt, rightPt] = [columnX0 - x0, x1 - columnX1];
  if (Math.abs(leftPt) < 0.5 && Math.abs(rightPt) < 0.5) return paragraph;
  const { format } = paragraph;
  const startPt = format.rightToLeft ? rightPt : leftPt;
  return {
    ...paragraph,
    format: {
      ...format,
      indentLeftPt: format.indentLeftPt + leftPt,
      indentRightPt: format.indentRightPt + rightPt,
      tabStops: format.tabStops.map((stop): TabStop => ({ ...stop, positionPt: stop.positionPt + startPt })),
    },
  };
}

function bookmarksAbove(page: PageComposition, y: number): readonly string[] {
  const names: string[] = [];
  while ((page.bookmarks[0]?.y ?? Number.POSITIVE_INFINITY) <= y) names.push(page.bookmarks.shift()?.name ?? '');
  return names.filter((name) => name !== '');
}

/** A page without text still is a page. */
function composeEmptyPage(page: PageComposition): void {
  const { layout, document } = page;
  const { x0, x1, y0, y1 } = layout.frame;
  document.flow.beginBand({ y0, y1, columns: [{ x0, x1, blocks: [], asides: [] }] });
  document.flow.place(plainParagraph(page.backgrounds.splice(0), {}), y0 + 12);
}
