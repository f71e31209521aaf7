import { textOf } from '@platen/pdf-kit/page-model';
import type { ListDefinition, ListItem } from '../../model/formats.ts';
import { isLabelTabbed } from '../text/tab-gaps.ts';
import type { ListLabel, ParagraphDraft } from '../types.ts';
import { continues, isDoubtfulBullet } from './list-labels.ts';
import { edgeTolerancePt, isBeside, type ListMark, markOf } from './list-mark.ts';
import { createOpenLists, type OpenLevel } from './open-lists.ts';

/** Tells list items from paragraphs that happen to begin with a number or a dash, and which list they are of. */
export interface ListFinder {
  /** The items among some paragraphs that follow each other. Lists continue from one call to the next. */
  find(paragraphs: readonly ParagraphDraft[]): ReadonlyMap<ParagraphDraft, ListItem>;
  /** Every list found so far. */
  readonly lists: readonly ListDefinition[];
}

/** How many paragraphs ahead the next number may be. */
const lookAhead = 12;

interface LatestItem {
  readonly label: ListLabel;
  readonly item: ListItem;
  /** Which paragraph of the document it was. */
  readonly at: number;
}

/** Creates a finder for one document. */
export function createListFinder(): ListFinder {
  const open = createOpenLists();
  /** The last item of each level of each list, the latest last. */
  let latest: readonly LatestItem[] = [];
  let paragraphCount = 0;

  function remember(mark: ListMark, item: ListItem): ListItem {
    const others = latest.filter(({ item: { listId, level } }) => listId !== item.listId || level !== item.level);
    latest = [...others, { label: mark.label, item, at: paragraphCount }];
    return item;
  }

  /** The item shortly before that a label counts on from, though it is at another edge. */
  function countedOn(label: ListLabel): LatestItem | undefined {
    const near = latest.filter(({ at }) => paragraphCount - at <= lookAhead);
    return near.findLast((before) => before.label.kind === 'number' && continues(before.label, label) !== null);
  }

  function itemFor(paragraph: ParagraphDraft, paragraphs: readonly ParagraphDraft[], index: number): ListItem | null {
    const { label } = paragraph;
    if (label === null) return null;
    const mark = markOf(paragraph, label);
    if (isItem(paragraph, label, paragraphs, index, open.levels)) return remember(mark, open.add(mark));
    const before = isTabbed(paragraph) ? countedOn(label) : undefined;
    return before === undefined ? null : remember(mark, before.item);
  }

  return {
    lists: open.lists,
    find(paragraphs) {
      const items = new Map<ParagraphDraft, ListItem>();
      let plain = 0;
      paragraphs.forEach((paragraph, index) => {
        paragraphCount++;
        const item = itemFor(paragraph, paragraphs, index);
        if (item === null) {
          plain++;
          if (plain > 3 && open.levels.every((level) => level.label.kind === 'bullet')) open.closeAll();
          return;
        }
        plain = 0;
        items.set(paragraph, item);
      });
      return items;
    },
  };
}

function isItem(
  paragraph: ParagraphDraft,
  label: ListLabel,
  paragraphs: readonly ParagraphDraft[],
  index: number,
  open: readonly OpenLevel[],
): boolean {
  if (isContentsEntry(paragraph)) return false;
  if (paragraph.taggedItem) return true;
  if (paragraph.alignment === 'center' || isPushedToEnd(paragraph) || beginsWithInitials(paragraph)) return false;
  if (label.kind === 'bullet' && !isDoubtfulBullet(label)) return true;
  const own = markOf(paragraph, label);
  const beside = (candidate: ParagraphDraft) =>
    candidate.label !== null && isBeside(markOf(candidate, candidate.label), own);
  if (label.kind === 'bullet') {
    const near = [...paragraphs.slice(Math.max(0, index - 3), index), ...paragraphs.slice(index + 1, index + 4)];
    const alike = near.filter((candidate) => candidate.label?.text === label.text);
    return alike.some(beside) && ![paragraph, ...alike].some(isSpoken);
  }
  if (open.some((level) => isBeside(level, own) && continues(level.label, label) !== null)) return true;
  if (open.some((level) => level.x < own.x - edgeTolerancePt && isFirstBelow(level.label, label))) return true;
  // A point may be that of an initial or a date.
  const isMarked = label.suffix === ')' || isTabbed(paragraph);
  if (isMarked && beginsInside(own, paragraphs[index - 1], open)) return true;
  return paragraphs
    .slice(index + 1, index + 1 + lookAhead)
    .some(
      (candidate) =>
        candidate.label !== null &&
        continues(label, candidate.label) !== null &&
        (beside(candidate) || (isTabbed(paragraph) && isTabbed(candidate))),
    );
}

/** Whether a dash is that of a dialogue: a question or an exclamation is behind it, and no more than a space between. */
function isSpoken({ fragments, label }: ParagraphDraft): boolean {
  const [first, last] = [fragments[0], fragments.at(-1)];
  if (first === undefined || last === undefined || !/^[–—]$/u.test(label?.text ?? '')) return false;
  return !isLabelTabbed(first) && /[?!？！]["”»)]*$/u.test(textOf(last.words));
}

/** Whether the letter that may be a label is the first of the initials of a name: `N. A.:`, `J. R. Smith`. */
function beginsWithInitials(paragraph: ParagraphDraft): boolean {
  const [first, second] = paragraph.fragments[0]?.words ?? [];
  return /^\p{Lu}\.$/u.test(first?.text ?? '') && /^\p{Lu}\.[:,]?$/u.test(second?.text ?? '') && !isTabbed(paragraph);
}

function isTabbed({ fragments: [first] }: ParagraphDraft): boolean {
  return first !== undefined && isLabelTabbed(first);
}

/** Set against the edge where lines end. */
function isPushedToEnd({ alignment, direction }: ParagraphDraft): boolean {
  return alignment === (direction === 'rtl' ? 'left' : 'right');
}

/** An entry of a table of contents keeps its number as text, as word processors write it. */
function isContentsEntry({ fragments }: ParagraphDraft): boolean {
  return fragments.some(({ words }) => /[.…·_](?:\s?[.…·_]){3,}\s*[\divxlc]{1,6}$/iu.test(textOf(words)));
}

/** The first of a count, indented right below an item: it may be the only one, as `a)` below `1)`. */
function beginsInside(own: ListMark, above: ParagraphDraft | undefined, open: readonly OpenLevel[]): boolean {
  if (above === undefined || above.label === null || !own.label.readings.some(({ value }) => value === 1)) return false;
  const outer = markOf(above, above.label);
  return (
    outer.x < own.x - edgeTolerancePt &&
    open.some((level) => level.label.text === outer.label.text && isBeside(level, outer))
  );
}

/** `2.1` below `2.` */
function isFirstBelow(outer: ListLabel, label: ListLabel): boolean {
  const [reading] = outer.readings;
  return reading !== undefined && label.readings[0]?.value === 1 && label.prefix === `${outer.prefix}${reading.value}.`;
}
