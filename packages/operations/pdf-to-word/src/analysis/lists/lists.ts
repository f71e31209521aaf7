import type { ListDefinition, ListItem, ListLevel } from '@platen/pdf-kit/flow-document';
import type { Box, TextStyle } from '@platen/pdf-kit/page-model';
import { familyOf } from '../fonts/font-names.ts';
import { isLabelTabbed } from '../text/tab-gaps.ts';
import type { ListLabel, ParagraphDraft } from '../types.ts';
import { bulletOf, labelStyleOf } from './label-look.ts';
import { continues, firstReading, isDoubtfulBullet } from './list-labels.ts';

/** Tells list items from paragraphs that happen to begin with a number or a dash, and which list they are of. */
export interface ListFinder {
  /** The items among some paragraphs that follow each other. Lists continue from one call to the next. */
  find(paragraphs: readonly ParagraphDraft[]): ReadonlyMap<ParagraphDraft, ListItem>;
  /** Every list found so far. */
  readonly lists: readonly ListDefinition[];
}

/** Labels whose left edges differ by less are of the same level. */
const edgeTolerancePt = 5;
/** Numbers set flush right have texts that begin at one edge, give or take this. */
const textTolerancePt = 2;
/** How many paragraphs ahead the next number may be. */
const lookAhead = 12;
const maxLevel = 8;

/** How an item is, and what it counts. */
interface Mark {
  readonly x: number;
  readonly textX: number;
  readonly label: ListLabel;
  /** The looks of the label and of the text after it. */
  readonly styles: { readonly label: TextStyle; readonly text: TextStyle } | null;
}

/** A level that the next item may continue with: its last item, and the list that was in. */
interface OpenLevel extends Mark {
  readonly listId: string;
}

interface LatestItem {
  readonly label: ListLabel;
  readonly item: ListItem;
  /** Which paragraph of the document it was. */
  readonly at: number;
}

// Long: the steps of one pass share the lists that are open.
export function createListFinder(): ListFinder {
  const lists: { id: string; levels: ListLevel[] }[] = [];
  /** Outermost first. */
  let open: readonly OpenLevel[] = [];
  /** The last item of each level of each list, the latest last. */
  let latest: readonly LatestItem[] = [];
  let paragraphCount = 0;

  function remember(mark: Mark, item: ListItem): ListItem {
    const others = latest.filter(({ item: { listId, level } }) => listId !== item.listId || level !== item.level);
    latest = [...others, { label: mark.label, item, at: paragraphCount }];
    return item;
  }

  /** The item shortly before that a label counts on from, though it is at another edge. */
  function countedOn(label: ListLabel): LatestItem | undefined {
    const near = latest.filter(({ at }) => paragraphCount - at <= lookAhead);
    return near.findLast((before) => before.label.kind === 'number' && continues(before.label, label) !== null);
  }

  function itemOf(mark: Mark): ListItem {
    const level = open.findIndex((candidate) => isBeside(candidate, mark));
    const known = open[level];
    if (known === undefined) {
      const outer = open.filter(({ x }) => x < mark.x - edgeTolerancePt);
      return beginLevel(outer, mark, false);
    }
    const outer = open.slice(0, level);
    if (!sameMark(known.label, mark.label) && continues(known.label, mark.label) === null) {
      return beginLevel(outer, mark, true);
    }
    open = [...outer, { ...known, label: mark.label }];
    return { listId: known.listId, level };
  }

  /** The first item below others. It counts in their list, unless that had another kind of items at this depth. */
  function beginLevel(outer: readonly OpenLevel[], mark: Mark, apart: boolean): ListItem {
    const above = outer.slice(0, maxLevel);
    const level = above.length;
    const definition = levelOf(mark, above);
    const parent = lists.find(({ id }) => id === above.at(-1)?.listId);
    const existing = parent?.levels[level];
    const joins = parent !== undefined && !apart && (existing === undefined || isSameLevel(existing, definition));
    const list = joins ? parent : beginList(parent?.levels ?? [], above);
    list.levels[level] ??= definition;
    open = [...above, { ...mark, listId: list.id }];
    return { listId: list.id, level };
  }

  /** A list whose outer levels are where those of another do. */
  function beginList(levels: readonly ListLevel[], above: readonly OpenLevel[]) {
    const outer = above.flatMap(({ label }, index) => {
      const level = levels[index];
      return level === undefined ? [] : [{ ...level, start: firstReading(label.readings)?.value ?? 1 }];
    });
    const list = { id: `list-${lists.length + 1}`, levels: outer };
    lists.push(list);
    return list;
  }

  function itemFor(paragraph: ParagraphDraft, paragraphs: readonly ParagraphDraft[], index: number): ListItem | null {
    const { label } = paragraph;
    if (label === null) return null;
    const mark = markOf(paragraph, label);
    if (isItem(paragraph, label, paragraphs, index, open)) return remember(mark, itemOf(mark));
    const before = isTabbed(paragraph) ? countedOn(label) : undefined;
    return before === undefined ? null : remember(mark, before.item);
  }

  return {
    lists,
    find(paragraphs) {
      const items = new Map<ParagraphDraft, ListItem>();
      let plain = 0;
      paragraphs.forEach((paragraph, index) => {
        paragraphCount++;
        const item = itemFor(paragraph, paragraphs, index);
        if (item === null) {
          plain++;
          if (plain > 3 && open.every((level) => level.label.kind === 'bullet')) open = [];
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
  if (paragraph.taggedItem) return true;
  if (paragraph.alignment === 'center' || isPushedToEnd(paragraph)) return false;
  if (label.kind === 'bullet' && !isDoubtfulBullet(label)) return true;
  const own = markOf(paragraph, label);
  const beside = (candidate: ParagraphDraft) =>
    candidate.label !== null && isBeside(markOf(candidate, candidate.label), own);
  if (label.kind === 'bullet') {
    const near = [...paragraphs.slice(Math.max(0, index - 3), index), ...paragraphs.slice(index + 1, index + 4)];
    return near.some((candidate) => candidate.label?.text === label.text && beside(candidate));
  }
  if (open.some((level) => isBeside(level, own) && continues(level.label, label) !== null)) return true;
  if (open.some((level) => level.x < own.x - edgeTolerancePt && isFirstBelow(level.label, label))) return true;
  return paragraphs
    .slice(index + 1, index + 1 + lookAhead)
    .some(
      (candidate) =>
        candidate.label !== null &&
        continues(label, candidate.label) !== null &&
        (beside(candidate) || (isTabbed(paragraph) && isTabbed(candidate))),
    );
}

function isTabbed({ fragments: [first] }: ParagraphDraft): boolean {
  return first !== undefined && isLabelTabbed(first);
}

/** Set against the edge where lines end. */
function isPushedToEnd({ alignment, direction }: ParagraphDraft): boolean {
  return alignment === (direction === 'rtl' ? 'left' : 'right');
}

/** Labels of one level begin at one edge; numbers set flush right have texts that do. */
function isBeside(first: Mark, second: Mark): boolean {
  if (Math.abs(first.x - second.x) <= edgeTolerancePt) return true;
  const numbers = first.label.kind === 'number' && second.label.kind === 'number';
  return (
    numbers && Math.abs(first.textX - second.textX) <= textTolerancePt && continues(first.label, second.label) !== null
  );
}

/** `2.1` below `2.` */
function isFirstBelow(outer: ListLabel, label: ListLabel): boolean {
  const [reading] = outer.readings;
  return reading !== undefined && label.readings[0]?.value === 1 && label.prefix === `${outer.prefix}${reading.value}.`;
}

function isSameLevel(first: ListLevel, second: ListLevel): boolean {
  return first.label === second.label && first.format === second.format && first.start === second.start;
}

function sameMark(first: ListLabel, second: ListLabel): boolean {
  return first.kind === 'bullet' && second.kind === 'bullet' && first.text === second.text;
}

/** The edges of the label and of its text on the side where lines begin. */
function markOf({ fragments, direction, columnX0, columnX1 }: ParagraphDraft, label: ListLabel): Mark {
  const edgeOf = (box: Box) => (direction === 'rtl' ? columnX1 - box.x1 : box.x0 - columnX0);
  const [first] = fragments;
  const text = first?.words[label.wordCount];
  const x = first === undefined ? 0 : edgeOf(first.box);
  const styles = first?.words[0] && text ? { label: first.words[0].style, text: text.style } : null;
  return { x, textX: text === undefined ? x + 18 : edgeOf(text.box), label, styles };
}

function levelOf(mark: Mark, outer: readonly OpenLevel[]): ListLevel {
  const { x, textX, label } = mark;
  const reading = firstReading(label.readings);
  return {
    format: label.kind === 'bullet' ? 'bullet' : (reading?.format ?? 'decimal'),
    ...labelOf(mark, outer),
    start: reading?.value ?? 1,
    indentLeftPt: textX,
    hangingPt: textX - x,
  };
}

function labelOf({ label, styles }: Mark, outer: readonly OpenLevel[]): Pick<ListLevel, 'label' | 'labelStyle'> {
  const pattern = `${countedPrefix(label.prefix, outer)}%${outer.length + 1}${label.suffix}`;
  if (styles === null) return { label: label.kind === 'bullet' ? label.text : pattern, labelStyle: null };
  const { text, fontName } =
    label.kind === 'bullet'
      ? bulletOf(label.text, styles.label)
      : { text: pattern, fontName: familyOf(styles.label.font).name };
  return { label: text, labelStyle: labelStyleOf(styles.label, styles.text, fontName) };
}

/** The `2.` of `2.1.` as the counter of the level above, where that is at 2. */
function countedPrefix(prefix: string, outer: readonly OpenLevel[]): string {
  const parts = /^(?:\d+\.)+$/.test(prefix) ? prefix.split('.').slice(0, -1) : [];
  const above = outer.slice(outer.length - parts.length);
  const isCounted =
    parts.length > 0 &&
    above.length === parts.length &&
    above.every(({ label }, index) => label.readings.some(({ value }) => value === Number(parts[index])));
  if (!isCounted) return prefix;
  return parts.map((_, index) => `%${outer.length - parts.length + index + 1}.`).join('');
}
