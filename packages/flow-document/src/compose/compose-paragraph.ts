import type { AsideLayout, ColumnLayout } from '../analysis/layout/page-layout.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { Paragraph } from '../model/blocks.ts';
import type { TabStop } from '../model/formats.ts';
import { withDrawings } from './anchor-drawings.ts';
import type { ColumnBuilder } from './column-builder.ts';
import type { Continuation } from './composed-column.ts';
import { goesOn, spaceAtJoint } from './join-paragraphs.ts';
import { lineSetting } from './line-height.ts';
import { markedParagraph } from './marked-paragraph.ts';
import { fromLine } from './moving-drawings.ts';
import type { PageContent } from './page-content.ts';
import { paragraphParts } from './paragraph-parts.ts';
import { type PlacedParagraph, placeParagraph } from './place-paragraph.ts';

/** Composes a paragraph, or continues with it the last one of the column before. */
export function composeParagraph(
  found: ParagraphDraft,
  column: ColumnLayout,
  page: PageContent,
  into: ColumnBuilder,
): void {
  const { draft, list, level } = madeOut(found, page);
  const drawings = page.drawingsOf.get(found) ?? [];
  const isPlain = !page.marks.has(found) && list === null && level === 0;
  const previous = column.blocks[0] === found && isPlain && into.mayContinue ? into.open : null;
  if (previous !== null && goesOn(previous, draft, into.runsOn)) {
    into.continueLast(continuationOf(previous, draft, page, into.cursorY));
    into.open = draft;
    // Its first line is that of a paragraph that began before.
    for (const drawing of drawings) into.anchor(drawing);
    return;
  }
  into.open = level === 0 ? draft : null;
  const plain = placedParagraph(found, column, into.cursorY, page, into);
  const mark = page.marks.get(found);
  const { paragraph, bottomY, topY } = mark === undefined ? plain : markedParagraph(plain, column, mark);
  const moving = drawings.map((drawing) => fromLine(drawing, topY));
  into.place(withDrawings(paragraph, into, moving), bottomY, draft.box);
}

function continuationOf(
  previous: ParagraphDraft,
  draft: ParagraphDraft,
  page: PageContent,
  cursorY: number,
): Omit<Continuation, 'kind'> {
  const parts = paragraphParts(draft, page, null);
  const { columnX0, columnX1 } = draft;
  const own = placeParagraph(draft, { ...parts, columnX0, columnX1, cursorY: 0, headingLevel: 0, bookmarks: [] });
  const { heightPt } = lineSetting(parts.baseStyle, draft.pitchPt ?? parts.usualPitchPt);
  return {
    beforeBreak: spaceAtJoint(previous, draft, parts.baseStyle, page.document.facts),
    inlines: parts.inlines,
    bottomY: cursorY + heightPt * parts.fit.lineCount,
    format: own.paragraph.format,
    followsOneLine: previous.fragments.length === 1,
  };
}

/** What the page knows of a paragraph: its number, its list, its level. */
function madeOut(found: ParagraphDraft, page: PageContent) {
  const numbered = page.numbers.get(found);
  return {
    draft: numbered === undefined ? found : { ...found, label: numbered.label },
    list: numbered?.item ?? page.items.get(found) ?? null,
    level: page.levels.get(found) ?? 0,
  };
}

/** A paragraph below what ends at `cursorY`, with the bookmarks above its end. */
export function placedParagraph(
  found: ParagraphDraft,
  column: AsideLayout,
  cursorY: number,
  page: PageContent,
  into: ColumnBuilder,
): PlacedParagraph {
  const { draft, list, level } = madeOut(found, page);
  const placed = placeParagraph(draft, {
    ...paragraphParts(draft, page, list),
    columnX0: draft.columnX0,
    columnX1: draft.columnX1,
    cursorY,
    headingLevel: level,
    bookmarks: into.takeBookmarks(draft.box.y1),
  });
  return { ...placed, paragraph: indented(placed.paragraph, draft, column) };
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
