import { containsMiddle } from '@platen/pdf-kit/page-model';
import type { ColumnLayout, PageLayout } from '../analysis/page-layout.ts';
import { paragraphsIn } from '../analysis/page-layout.ts';
import type { BlockDraft, ParagraphDraft } from '../analysis/types.ts';
import { plainParagraph } from '../document/plain-paragraph.ts';
import { markInline } from '../marks/mark-inline.ts';
import { baseStyleOf } from './base-style.ts';
import { composeFigure } from './compose-figure.ts';
import { composeTable } from './compose-table.ts';
import { footnoteInlines } from './footnote-inlines.ts';
import { headingLevel, taggedTitle } from './heading-levels.ts';
import { goesOn, joinedInlines } from './join-paragraphs.ts';
import { lineSetting } from './line-height.ts';
import { anchorBackgrounds, withBackgrounds } from './page-backgrounds.ts';
import { type CompositionSources, inlineSources, type PageComposition, type PageSources } from './page-composition.ts';
import { paragraphParts } from './paragraph-parts.ts';
import { placeParagraph } from './place-paragraph.ts';

/** Writes a page into the flow, block by block. */
export function composePage(layout: PageLayout, document: CompositionSources, own: PageSources): void {
  const { flow, lists, headingNumbers } = document;
  const paragraphs = paragraphsIn(layout);
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
      ...own.marks.map((mark) => markInline(mark, document.runStyles)),
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

/** A picture in a cell comes with its table. */
function isInTable(block: BlockDraft, { blocks }: ColumnLayout): boolean {
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

function bookmarksAbove(page: PageComposition, y: number): readonly string[] {
  const names: string[] = [];
  while ((page.bookmarks[0]?.y ?? Number.POSITIVE_INFINITY) <= y) names.push(page.bookmarks.shift()?.name ?? '');
  return names.filter((name) => name !== '');
}

/** A page without text still is a page. */
function composeEmptyPage(page: PageComposition): void {
  const { layout, document } = page;
  const { x0, x1, y0, y1 } = layout.frame;
  document.flow.beginBand({ y0, y1, columns: [{ x0, x1, blocks: [] }] });
  document.flow.place(plainParagraph(page.backgrounds.splice(0), {}), y0 + 12);
}
