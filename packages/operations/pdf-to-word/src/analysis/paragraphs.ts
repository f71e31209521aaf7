import { uniteBoxes } from '@platen/pdf-kit/page-model';
import { runsBesideFigures } from './beside-figures.ts';
import { isBoldFace } from './font-names.ts';
import { textOf } from './fragments.ts';
import { alignItems } from './item-alignment.ts';
import { isLabelInProse } from './labels-in-prose.ts';
import { type LineEndSpaces, lineEndOf } from './line-end-spaces.ts';
import { readLabel } from './list-labels.ts';
import { alignmentOf } from './paragraph-alignment.ts';
import { hasTabGap, tabGapIndexes } from './tab-gaps.ts';
import type { TaggedItems } from './tagged-items.ts';
import type { BlockDraft, Column, Fragment, ParagraphDraft } from './types.ts';
import { unbrokenWidth } from './word-gaps.ts';

/** What the lines of the document have in common, measured beforehand. */
export interface LineHabits {
  /** Usual distance of baselines for a text size, in points. */
  pitchOf(sizePt: number): number;
  readonly lineEndSpaces: LineEndSpaces;
  /** What the author tagged as list items, where the page has tags. */
  readonly items?: TaggedItems;
}

/**
 * Joins the lines of a column into paragraphs. The test is whether the first word of a line would have fitted on the
 * line before: if it would, the author ended the paragraph there. It needs no threshold for how short a last line is.
 */
export function findParagraphs(column: Column, habits: LineHabits): readonly BlockDraft[] {
  const blocks: BlockDraft[] = [];
  let run: Fragment[] = [];
  const endRun = () => {
    for (const { fragments, column: own } of runsBesideFigures(run, column)) {
      blocks.push(...paragraphsOf(fragments, own, habits));
    }
    run = [];
  };
  for (const item of column.items) {
    if (item.kind === 'text') {
      run.push(item);
      continue;
    }
    endRun();
    blocks.push(item);
  }
  endRun();
  return alignItems(blocks);
}

/** Lines of one look and rhythm, with the edges they share. */
interface LineBlock {
  readonly fragments: readonly Fragment[];
  /** Where lines begin and end, counted in reading direction from the column's starting edge. */
  readonly start: number;
  readonly end: number;
  /** Its lines share their middle and not their edges, however full some of them are. */
  readonly centred: boolean;
}

function paragraphsOf(fragments: readonly Fragment[], column: Column, habits: LineHabits): readonly ParagraphDraft[] {
  return lineBlocks(fragments, column, habits).flatMap((block) =>
    splitBlock(block, column, habits.lineEndSpaces).map((lines) => draftOf(lines, block, column, habits.items)),
  );
}

/** First cut: where the size, the weight or the rhythm of the lines changes. */
function lineBlocks(fragments: readonly Fragment[], column: Column, habits: LineHabits): readonly LineBlock[] {
  const groups: Fragment[][] = [];
  for (const fragment of fragments) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group !== undefined && previous !== undefined && sameBlock(group, previous, fragment, habits)) {
      group.push(fragment);
    } else groups.push([fragment]);
  }
  return groups.map((group) => ({
    fragments: group,
    start: Math.min(...group.map((fragment) => startOf(fragment, column))),
    end: rightEdge(group, column),
    centred: isCentredBlock(group),
  }));
}

function sameBlock(group: readonly Fragment[], previous: Fragment, next: Fragment, habits: LineHabits): boolean {
  if (habits.items?.startsItem(next) === true) return false;
  if (previous.direction !== next.direction || previous.line.angle !== next.line.angle) return false;
  const [size, nextSize] = [previous.style.sizePt, next.style.sizePt];
  if (Math.abs(size - nextSize) > 0.12 * Math.max(size, nextSize)) return false;
  if (isBold(previous) !== isBold(next) && isUniform(previous) && isUniform(next)) return false;
  const gap = next.baseline - previous.baseline;
  if (gap < 0.5 * size) return false;
  const before = group.at(-2);
  const usual = before === undefined ? habits.pitchOf(size) : previous.baseline - before.baseline;
  return gap <= 1.22 * Math.max(usual, before === undefined ? 0 : 0.9 * habits.pitchOf(size)) + 0.5;
}

/** How far lines of a block can go: its own edge when most lines reach it, else that of the column. */
function rightEdge(fragments: readonly Fragment[], column: Column): number {
  const ends = fragments.map((fragment) => endOf(fragment, column));
  const furthest = Math.max(...ends);
  const width = furthest - Math.min(...fragments.map((fragment) => startOf(fragment, column)));
  const reaching = ends.slice(0, -1).filter((end) => end > furthest - Math.max(12, 0.12 * width));
  const enough = fragments.length >= 3 && reaching.length >= 0.6 * (fragments.length - 1);
  return enough
    ? furthest
    : Math.max(furthest, fragments[0]?.direction === 'rtl' ? column.x1 - column.x0 : column.reachX1 - column.x0);
}

/** Second cut: by the fit test, indents and labels. */
function splitBlock(block: LineBlock, column: Column, spaces: LineEndSpaces): readonly (readonly Fragment[])[] {
  const paragraphs: Fragment[][] = [];
  block.fragments.forEach((fragment, index) => {
    const current = paragraphs.at(-1);
    const later = block.fragments.slice(index);
    const joins = current !== undefined && joinsParagraph(current, later, block, column, spaces);
    if (joins) current.push(fragment);
    else paragraphs.push([fragment]);
  });
  return paragraphs;
}

function joinsParagraph(
  lines: readonly Fragment[],
  [next, ...later]: readonly Fragment[],
  block: LineBlock,
  column: Column,
  spaces: LineEndSpaces,
): boolean {
  const last = lines.at(-1);
  if (last === undefined || next === undefined || startsWithMark(next)) return false;
  const hangs = lines.length === 1 && hangsFromTab(last, next, column);
  if ((hasTabGap(last, lines.length === 1) && !hangs) || hasTabGap(next, false) || endsWithLeader(last)) return false;
  const room = { roomPt: block.end - endOf(last, column), widthPt: block.end - block.start };
  const lineEnd = lineEndOf(last, next, room, spaces);
  if (lineEnd === 'ends') return false;
  const isFull = lineEnd === 'runs-on' || !leavesRoom(last, next, block, column);
  if (startsLikeItem(next, lines, column) && !(isFull && isProse(next, lines, later))) return false;
  if (isCentred(last, next, block)) return lineEnd === 'runs-on' || joinsCentred(last, next, column);
  return isFull && (hangs || indentContinues(lines, next, later[0], column));
}

/** Whether a line begins where the text after the only tab of the line before does: "Sec. 1", a tab, and its text. */
function hangsFromTab(first: Fragment, next: Fragment, column: Column): boolean {
  const [position, ...others] = tabGapIndexes(first, false);
  const word = position === undefined ? undefined : first.words[position];
  if (word === undefined || others.length > 0) return false;
  const text = first.direction === 'rtl' ? column.x1 - word.box.x1 : word.box.x0 - column.x0;
  return Math.abs(text - startOf(next, column)) <= 0.2 * next.style.sizePt;
}

/** A raised number or sign begins a note: behind a word it would not have left its line. */
function startsWithMark({ words }: Fragment): boolean {
  return words[0]?.script === 'superscript' && /^(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])$/u.test(words[0].text);
}

/** The fit test: would the first word of the next line have fitted? */
function leavesRoom(last: Fragment, next: Fragment, block: LineBlock, column: Column): boolean {
  const room = block.end - endOf(last, column);
  const space = 0.25 * last.style.sizePt;
  return room > space + unbrokenWidth(next.words) * 1.03 + 1;
}

/** Whether the next line begins where a line of this paragraph would. */
function indentContinues(
  lines: readonly Fragment[],
  next: Fragment,
  afterNext: Fragment | undefined,
  column: Column,
): boolean {
  const [first, second] = lines;
  if (first === undefined) return false;
  const tolerance = 0.3 * next.style.sizePt;
  const start = startOf(next, column);
  if (second !== undefined) return Math.abs(start - startOf(second, column)) <= tolerance;
  const shift = start - startOf(first, column);
  if (Math.abs(shift) <= tolerance) return true;
  if (shift < 0) return -shift <= 6 * next.style.sizePt;
  if (shift > 8 * next.style.sizePt) return false;
  const label = readLabel(first);
  if (label !== null && Math.abs(start - textStart(first, column)) <= 2 * tolerance) return true;
  // Either a hanging indent or the first line of the next paragraph: the line after it tells.
  return afterNext !== undefined && Math.abs(startOf(afterNext, column) - start) <= tolerance;
}

/** Where the text of an item begins, after its label. */
function textStart(fragment: Fragment, column: Column): number {
  const word = fragment.words[1] ?? fragment.words[0];
  if (word === undefined) return 0;
  return fragment.direction === 'rtl' ? column.x1 - word.box.x1 : word.box.x0 - column.x0;
}

function isProse(next: Fragment, lines: readonly Fragment[], later: readonly Fragment[]): boolean {
  const label = readLabel(next);
  return label !== null && isLabelInProse(label, lines, later);
}

/** A label inside running prose ("in section / 2. of the act") does not start an item. */
function startsLikeItem(next: Fragment, lines: readonly Fragment[], column: Column): boolean {
  const label = readLabel(next);
  const first = lines[0];
  if (label === null || first === undefined) return false;
  if (label.kind === 'bullet') return true;
  const sibling = readLabel(first);
  const sameStart = Math.abs(startOf(next, column) - startOf(first, column)) < 0.5 * next.style.sizePt;
  return sameStart || sibling?.kind === 'number' || (sibling !== null && lines.length > 1);
}

/** Of three lines and more, none of which shares an edge with all others. */
function isCentredBlock(fragments: readonly Fragment[]): boolean {
  const size = fragments[0]?.style.sizePt ?? 0;
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const starts = fragments.map(({ box }) => box.x0);
  return (
    fragments.length >= 3 &&
    spread(fragments.map(centre)) < 0.3 * size &&
    spread(starts) > 0.5 * size &&
    new Set(starts.map((start) => Math.round(start))).size > 0.6 * fragments.length
  );
}

function centre({ box }: Fragment): number {
  return (box.x0 + box.x1) / 2;
}

function isCentred(last: Fragment, next: Fragment, { start, end, centred }: LineBlock): boolean {
  if (centred) return true;
  const width = ({ box }: Fragment) => box.x1 - box.x0;
  const apart = Math.abs(last.box.x0 - next.box.x0) > 0.5 * next.style.sizePt;
  const narrow = Math.min(width(last), width(next)) < 0.9 * (end - start);
  return apart && narrow && Math.abs(centre(last) - centre(next)) < 0.3 * next.style.sizePt;
}

/** Centred lines belong together when the first would have had to break: a title, not a list of names. */
function joinsCentred(last: Fragment, next: Fragment, column: Column): boolean {
  const width = last.box.x1 - last.box.x0;
  const limit = 0.8 * (column.reachX1 - column.x0);
  return width + unbrokenWidth(next.words) > limit;
}

function endsWithLeader(fragment: Fragment): boolean {
  return /[.…_]{4,}\s*[\divxlc]*$/i.test(textOf(fragment.words));
}

function isBold(fragment: Fragment): boolean {
  return isBoldFace(fragment.style.font);
}

/** Whether all its words weigh the same. */
function isUniform(fragment: Fragment): boolean {
  return fragment.words.every(({ style }) => isBoldFace(style.font) === isBold(fragment));
}

function startOf({ box, direction }: Fragment, column: Column): number {
  return direction === 'rtl' ? column.x1 - box.x1 : box.x0 - column.x0;
}

function endOf({ box, direction }: Fragment, column: Column): number {
  return direction === 'rtl' ? column.x1 - box.x0 : box.x1 - column.x0;
}

function draftOf(
  fragments: readonly Fragment[],
  block: LineBlock,
  column: Column,
  items: TaggedItems | undefined,
): ParagraphDraft {
  const [first, last] = [fragments[0], fragments.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError('A paragraph needs a line');
  const taggedLabel = items?.labelOf(first) ?? null;
  const pitch = fragments.length < 2 ? null : (last.baseline - first.baseline) / (fragments.length - 1);
  return {
    kind: 'paragraph',
    fragments,
    box: uniteBoxes(fragments.map(({ box }) => box)),
    alignment: alignmentOf(fragments, column),
    direction: first.direction,
    columnX0: column.x0,
    columnX1: column.x1,
    pitchPt: pitch,
    label: taggedLabel ?? readLabel(first),
    taggedItem: taggedLabel !== null,
    endsFull: endOf(last, column) > block.end - 2.5 * last.style.sizePt,
  };
}
