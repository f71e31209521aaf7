import { continuesSentence, textOf } from '@platen/pdf-kit/page-model';
import { areEquallyWide } from '../analysis/layout/equally-wide.ts';
import { blocksIn, type ColumnLayout, type PageLayout } from '../analysis/layout/page-layout.ts';
import type { BlockDraft, Fragment, ParagraphDraft } from '../analysis/types.ts';
import { goesOn } from './join-paragraphs.ts';
import type { WrittenHeights } from './written-heights.ts';

/** Minimum blank lines at the bottom of a column in which its next block would have fitted. */
const slackLines = 0.4;
/** The number of lines of its text that a heading takes along to the next page. */
const keptLines = 2;
/** Notes at the foot of a page are separated from its text by a rule, in points. */
const aboveNotesPt = 12;

/** Where the text of a page may reach: down to its notes, or to the foot of the body. */
function footOf({ frame, footnotes }: Pick<PageLayout, 'frame' | 'footnotes'>): number {
  const tops = footnotes.flatMap(({ paragraphs }) => paragraphs.map(({ box }) => box.y0 - aboveNotesPt));
  return Math.min(frame.y1, ...tops);
}

/**
 * Whether text runs on from one column into the next by itself: the first block of the next would not have fitted below
 * the last one. Where it would, the author ended the page.
 */
function isFull(blocks: readonly BlockDraft[], footY: number, next: ColumnLayout, heights: WrittenHeights): boolean {
  const last = blocks.at(-1);
  const [first, second] = next.blocks;
  if (last === undefined || first === undefined) return false;
  const roomPt = footY - last.box.y1 - heights.usualSpaceBetween(last, first);
  return roomPt < neededPt(last, first, second, heights);
}

function neededPt(
  last: BlockDraft,
  first: BlockDraft,
  second: BlockDraft | undefined,
  heights: WrittenHeights,
): number {
  const { lineOf } = heights;
  if (first.kind === 'table') {
    return slackLines * lineOf(last) + (first.table.rowCuts[1] ?? 0) - (first.table.rowCuts[0] ?? 0);
  }
  if (first.kind !== 'paragraph') return slackLines * lineOf(last) + first.box.y1 - first.box.y0;
  if (second === undefined || !isLarger(first, second)) {
    const linePt = Math.max(lineOf(first), lineOf(last));
    return slackLines * linePt + lineOf(first) * Math.min(2, first.fragments.length);
  }
  const textPt = lineOf(second.kind === 'paragraph' ? second : last);
  const kept = second.kind === 'paragraph' ? Math.min(keptLines, second.fragments.length) : keptLines;
  return lineOf(first) * first.fragments.length + heights.spaceBetween(first, second) + (kept + slackLines) * textPt;
}

/**
 * Whether one line, or a heading, would have fitted by itself: what kept it with the text below it in the source holds it in
 * some readers only.
 */
function fitsAlone(last: BlockDraft, footY: number, { blocks }: ColumnLayout, heights: WrittenHeights): boolean {
  const [first, second] = blocks;
  if (first?.kind !== 'paragraph' || second === undefined) return false;
  const { length } = first.fragments;
  const roomPt = footY - last.box.y1 - heights.usualSpaceBetween(last, first);
  return (length === 1 || isLarger(first, second)) && roomPt >= heights.lineOf(first) * length;
}

/** Text of a larger size or heavier than what follows it stays with that. */
function isLarger(first: ParagraphDraft, second: BlockDraft): boolean {
  const [line, other] = [first.fragments[0], second.kind === 'paragraph' ? second.fragments[0] : undefined];
  if (line === undefined || other === undefined) return second.kind !== 'paragraph';
  return line.style.sizePt > other.style.sizePt + 0.5 || (line.style.font.bold && !other.style.font.bold);
}

/** The body of a page that is filled ends below this share of its height: margins are seldom wider than 1.5 inches. */
const filledShare = 0.8;

/** Room for rounding below the last line of a page, in points: less than a line, otherwise lines of the next page move up. */
const sparePt = 5;
/**
 * Room for two lines more, where pages as full as this, in points, end with a break before the next page: a line that runs
 * over would begin a page.
 */
const linesSparePt = 30;
const fullPt = 30;

/** The page that text runs on to by itself: where it begins and ends, against the body of the source. */
export interface RunningText {
  /** How far the bottom margin may be lowered, in points. */
  readonly spareBelowPt: number;
  /** How far below the head of the body pages begin that text runs on to: there is no space before their first lines. */
  readonly headroomPt: number;
}

/** Null for pages that are all begun by breaks. */
export function runningText(layouts: readonly PageLayout[], heights: WrittenHeights): RunningText | null {
  const ends = layouts.map((layout, index) => {
    const next = layouts[index + 1];
    if (next?.page.number === layout.page.number + 1 && runsOn(layout, next, heights)) return next;
    return next !== undefined && isFullPage(layout) ? 'full' : 'ends';
  });
  const begun = ends.filter((end) => typeof end !== 'string');
  const inColumns = layouts.some((layout) => columnsRunOn(layout, heights));
  if (begun.length === 0 && !inColumns) return null;
  const full = ends.filter((end) => end === 'full').length;
  const spares = layouts.flatMap((layout, index) => {
    const end = ends[index];
    return end === undefined || typeof end === 'string' ? [] : [spareAbove(layout, end, heights)];
  });
  // No page may begin lower than it did. Columns that a break begins have a margin of their own.
  const counted = layouts.filter((layout) => layout.bands[0]?.columns.length === 1 || begun.includes(layout));
  const heads = counted.flatMap((layout) => headroomOf(layout, heights) ?? []);
  return {
    // A page too many is worse than lines that move up; below columns they move up once for each of them.
    spareBelowPt:
      full > begun.length || (full > 0 && full === begun.length && !inColumns)
        ? linesSparePt
        : Math.min(...(spares.length === 0 ? [sparePt] : spares), linesSparePt),
    headroomPt: heads.length === 0 ? 0 : Math.max(0, Math.min(...heads)),
  };
}

/** How far the text of a page may run longer before what the next one begins with moves up to it, in points. */
function spareAbove(layout: PageLayout, next: PageLayout, heights: WrittenHeights): number {
  const last = lastBlock(layout);
  const [first, second] = next.bands[0]?.columns[0]?.blocks ?? [];
  // Room below columns is there once for each of them.
  if (last === undefined || first === undefined || (layout.bands.at(-1)?.columns.length ?? 0) > 1) return sparePt;
  if (last.kind === 'paragraph' && continuesOn(next, last)) return sparePt;
  const roomPt = footOf(layout) - last.box.y1;
  const neededBelowPt = neededPt(last, first, second, heights) - slackLines * heights.lineOf(last);
  return Math.max(sparePt, neededBelowPt - roomPt - sparePt);
}

/** Room for three lines more below pages that begin with breaks: a line that runs over would begin a page. */
const roomBelowBreaksPt = 42;
/** Where no page shows how far down text may reach, it may as far as most margins leave. */
const usualMarginPt = 72;
/** Less than a line, where paragraphs continue on the next page: otherwise lines of the next page move up. */
const lineShare = 0.75;
/** The share of pages that counts as nearly all. */
const crossingShare = 0.8;

/** The bottom margin where no text runs on from page to page. */
export interface MarginBelowBreaks {
  /** How far it may be lowered, in points. */
  readonly spareBelowPt: number;
  /** How wide it is at most, in points. */
  readonly widestBelowPt: number;
}

/** That of pages that all begin with breaks. */
export const marginBelowBreaks: MarginBelowBreaks = { spareBelowPt: roomBelowBreaksPt, widestBelowPt: usualMarginPt };

/**
 * The bottom margin where no text runs on from page to page: pages that end with a break get room for three lines where they
 * have none, those that a paragraph continues from less than the line that moves up otherwise.
 */
export function findMarginBelowBreaks(layouts: readonly PageLayout[], heights: WrittenHeights): MarginBelowBreaks {
  const crossing = layouts.map((layout, index) => spareBelowCrossing(layout, layouts[index + 1], heights));
  const crossed = crossing.filter((pt) => pt !== null);
  if (crossed.length === 0) return marginBelowBreaks;
  // Where nearly all pages are continued, a line that runs over on another one may cost a page.
  const isRule = crossed.length >= crossingShare * (layouts.length - 1);
  const ended = isRule ? [] : layouts.slice(0, -1).filter((_, index) => crossing[index] === null);
  const lacking = ended.map((layout) => roomBelowBreaksPt - roomBelow(layout));
  const spareBelowPt = Math.min(roomBelowBreaksPt, Math.max(Math.min(...crossed), ...lacking));
  return { spareBelowPt, widestBelowPt: Number.POSITIVE_INFINITY };
}

/** How far a page may grow before a line of the next one moves up, in points; null where no paragraph continues there. */
function spareBelowCrossing(
  layout: PageLayout,
  next: PageLayout | undefined,
  { lineOf }: WrittenHeights,
): number | null {
  const last = lastBlock(layout);
  if (next?.page.number !== layout.page.number + 1 || last?.kind !== 'paragraph' || !continuesOn(next, last))
    return null;
  const linePt = lineOf(next.bands[0]?.columns[0]?.blocks[0]);
  const roomPt = roomBelow(layout);
  // More room than a line was left because of what the next page begins with.
  return Math.max(0, lineShare * linePt - (roomPt < linePt ? Math.max(0, roomPt) : 0));
}

/** Whether a page begins inside the sentence that a paragraph before it ends in. */
export function continuesOn({ bands }: PageLayout, last: ParagraphDraft): boolean {
  const first = bands[0]?.columns[0]?.blocks[0];
  return first?.kind === 'paragraph' && goesOn(last, first, false);
}

/** How much room each column at the foot of a page has left, in points. */
export function roomBelow(layout: PageLayout): number {
  const feet = (layout.bands.at(-1)?.columns ?? []).map(({ blocks }) => blocks.at(-1)?.box.y1 ?? layout.frame.y0);
  return footOf(layout) - Math.max(...feet);
}

/** The block that a page ends with. */
export function lastBlock(layout: PageLayout | undefined): BlockDraft | undefined {
  return layout?.bands.at(-1)?.columns.at(-1)?.blocks.at(-1);
}

/** From the head of the body to the top of the highest first line of a page, in one column or several. */
function headroomOf({ bands, frame }: PageLayout, heights: WrittenHeights): number | null {
  const tops = (bands[0]?.columns ?? []).flatMap(({ blocks: [block] }) => {
    const top = block === undefined ? null : heights.topOf(block);
    return top === null ? [] : [top - frame.y0];
  });
  return tops.length === 0 ? null : Math.min(...tops);
}

function isFullPage(layout: PageLayout): boolean {
  const block = lastBlock(layout);
  return block !== undefined && footOf(layout) - block.box.y1 < fullPt;
}

/** Pictures up to this share of the height of a page leave it a page of text: letterheads measure up to 0.13. */
const pictureShare = 0.15;
/** And tables up to this share of it, where a list shows that no break is meant: rows that differ add up to lines. */
const tableShare = 0.3;
/** Blank space between its blocks above this share of the height of a page with pictures makes it a cover. */
const coverGapShare = 0.15;

/**
 * Rows of large tables take heights of their own in a word processor, and large pictures move as a whole: their pages
 * begin where they began. A letterhead is as high as it was.
 */
function isText(layout: PageLayout, mostTables: number): boolean {
  const blocks = blocksIn(layout);
  const { heightPt } = layout.page;
  if (layout.backgrounds.length > 0 || blocks.some(({ kind }) => kind === 'formula')) return false;
  const pictures = blocks.filter(({ kind }) => kind === 'figure');
  if (heightOf(blocks.filter(({ kind }) => kind === 'table')) > mostTables * heightPt) return false;
  if (pictures.length > 0 && widestGap(blocks) > coverGapShare * heightPt) return false;
  return heightOf(pictures) <= pictureShare * heightPt;
}

function heightOf(blocks: readonly BlockDraft[]): number {
  return blocks.reduce((sum, { box }) => sum + box.y1 - box.y0, 0);
}

/** The most blank space from any block to the next below it, in points. */
function widestGap(blocks: readonly BlockDraft[]): number {
  const boxes = blocks.map(({ box }) => box).toSorted((a, b) => a.y0 - b.y0);
  let bottom = boxes[0]?.y1 ?? 0;
  let widest = 0;
  for (const { y0, y1 } of boxes) {
    widest = Math.max(widest, y0 - bottom);
    bottom = Math.max(bottom, y1);
  }
  return widest;
}

/**
 * Space before a paragraph is dropped at a page that text runs on to: a page that begins lower began with a break, and so
 * did one that begins with a picture, as titles and letters do.
 */
function beginsLower({ bands, frame }: PageLayout): boolean {
  const block = bands[0]?.columns[0]?.blocks[0];
  const line = block?.kind === 'paragraph' ? block.fragments[0] : undefined;
  if (line === undefined) return block?.kind === 'figure';
  const headY = bands[0]?.columns.length === 1 ? frame.textY0 : frame.y0;
  return line.baseline - headY > (headroomEm + maxAboveEm) * line.style.sizePt;
}

/** In em of the first line: how far below the head of the body it normally is, and how much lower it may be. */
const headroomEm = 1.25;
const maxAboveEm = 0.75;

function columnsRunOn(layout: PageLayout, heights: WrittenHeights): boolean {
  const columns = layout.bands.at(-1)?.columns ?? [];
  return columns.some((column, index) => {
    const next = columns[index + 1];
    return next !== undefined && runsIntoNext(column, next, layout, heights);
  });
}

/** The last line of a column and the first of the next, where both are of paragraphs. */
function linesAtBreak(column: ColumnLayout, next: ColumnLayout): readonly [last: Fragment, first: Fragment] | null {
  const [above, below] = [column.blocks.at(-1), next.blocks[0]];
  if (above?.kind !== 'paragraph' || below?.kind !== 'paragraph') return null;
  const [last, first] = [above.fragments.at(-1), below.fragments[0]];
  return last === undefined || first === undefined ? null : [last, first];
}

/** Whether two columns begin side by side: what begins lower has space before it, which is dropped where text runs on. */
function startsLevel(column: ColumnLayout, next: ColumnLayout, { lineOf }: WrittenHeights): boolean {
  const [own, other] = [column.blocks[0], next.blocks[0]];
  return own !== undefined && other !== undefined && Math.abs(own.box.y0 - other.box.y0) < maxAboveEm * lineOf(other);
}

/** Whether at least half of the lines are of paragraphs of several: addresses in columns are ended line by line. */
function hasParagraphs({ blocks }: ColumnLayout): boolean {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const lines = paragraphs.reduce((sum, { fragments }) => sum + fragments.length, 0);
  const own = paragraphs.filter(({ fragments }) => fragments.length === 1).length;
  return 2 * own <= lines;
}

/** Whether a column ends in smaller letters than the next begins with, as with notes. */
export function endsWithNotes(column: ColumnLayout, next: ColumnLayout): boolean {
  const lines = linesAtBreak(column, next);
  if (lines === null) return false;
  const [note, text] = lines;
  return note.style.sizePt < text.style.sizePt - 0.5;
}

/** Whether prose runs on from a column of the last band of a page into the next one. */
export function runsIntoNext(
  column: ColumnLayout,
  next: ColumnLayout,
  layout: PageLayout,
  heights: WrittenHeights,
): boolean {
  const lines = linesAtBreak(column, next);
  if (lines === null) return false;
  const [last, first] = lines;
  return (
    (hasParagraphs(column) || hasParagraphs(next)) &&
    (areEquallyWide(column, next) || continuesSentence(textOf(last.words), textOf(first.words))) &&
    startsLevel(column, next, heights) &&
    // What would just fit in the room for rounding moves up, as nothing keeps a heading with two lines below it.
    isFull(column.blocks, footOf(layout) + sparePt, next, heights)
  );
}

/** Whether the text of a page runs on to the next one without a break. */
export function runsOn(layout: PageLayout, next: PageLayout, heights: WrittenHeights): boolean {
  const last = layout.bands.at(-1)?.columns.at(-1);
  const first = next.bands[0]?.columns[0];
  if (last === undefined || first === undefined) return false;
  // Where no page is filled, it is not known how far one would be.
  const isFilled = layout.frame.y1 > filledShare * layout.page.heightPt;
  if (!isFilled || beginsLower(next) || !isFull(last.blocks, footOf(layout), first, heights)) return false;
  const lastOfPage = last.blocks.at(-1);
  if (lastOfPage !== undefined && fitsAlone(lastOfPage, footOf(layout), first, heights)) return false;
  const mostTables = continuesList(lastOfPage, first.blocks[0]) ? tableShare : 0;
  return isText(layout, mostTables) && isText(next, mostTables);
}

/** Whether one list goes on from a block to the next: with the same bullet, or with the number that is due. */
function continuesList(last: BlockDraft | undefined, first: BlockDraft | undefined): boolean {
  const [before, after] = [last, first].map((block) => (block?.kind === 'paragraph' ? block.label : null));
  if (!before || !after || before.kind !== after.kind) return false;
  if (before.kind === 'bullet') return before.text === after.text;
  return after.readings.some(({ format, value }) =>
    before.readings.some((other) => other.format === format && other.value + 1 === value),
  );
}
