import type { ListDefinition, ListItem, ListLevel } from '../../model/formats.ts';
import { firstReading } from '../lists/list-labels.ts';
import type { LabelReading, ListLabel, ParagraphDraft } from '../types.ts';
import { type HeadingLabel, readHeadingLabel } from './heading-label.ts';

/** A heading whose number is counted by a list, not typed. */
export interface NumberedHeading {
  readonly item: ListItem;
  readonly label: ListLabel;
}

export interface HeadingDraft {
  readonly draft: ParagraphDraft;
  /** 1–6. */
  readonly level: number;
}

/** Tells the numbers of headings from words, and keeps count as a word processor would. */
export interface HeadingNumberer {
  /** The numbered ones among headings that follow each other. Counting continues from one call to the next. */
  find(headings: readonly HeadingDraft[]): ReadonlyMap<ParagraphDraft, NumberedHeading>;
  /** Every list found so far. A number that does not follow from those before it begins a list of its own. */
  readonly lists: readonly ListDefinition[];
}

interface OpenNumbering {
  readonly id: string;
  readonly levels: ListLevel[];
  /** How each level looks, so that a number without its parents finds its level. */
  readonly marks: string[];
  /** The numbers that the next one follows, outermost first. */
  counters: Counter[];
}

interface Counter {
  readonly format: LabelReading['format'];
  readonly value: number;
  /** Whether a heading of its own showed it, or only one further in. */
  readonly shown: boolean;
  readonly headingLevel: number;
}

const maxLevels = 9;

/** `survey` are the headings of the pages looked at beforehand: a number counts when another one goes with it. */
export function createHeadingNumberer(survey: readonly ParagraphDraft[]): HeadingNumberer {
  const lists: ListDefinition[] = [];
  const surveyed = survey.flatMap((draft) => labelOf(draft) ?? []);
  let open: OpenNumbering | null = null;

  function begin(label: HeadingLabel, draft: ParagraphDraft, headingLevel: number): ListItem {
    const depth = label.counters.length - 1;
    const own: OpenNumbering = { id: `headings-${lists.length + 1}`, levels: [], marks: [], counters: [] };
    label.counters.forEach((readings, index) => {
      const reading = firstReading(readings);
      if (reading === null) throw new TypeError('A part of a number needs a reading');
      own.levels.push(levelOf(label, draft, index, 0, reading));
      own.marks.push(index === depth ? markOf(label) : '');
      own.counters.push({ ...reading, shown: index === depth, headingLevel });
    });
    lists.push({ id: own.id, levels: own.levels });
    open = own;
    return { listId: own.id, level: depth };
  }

  function itemOf({ draft, level }: HeadingDraft, label: HeadingLabel, others: readonly HeadingLabel[]) {
    const follows = open === null ? null : placeIn(open, label, level);
    if (open !== null && follows !== null) {
      const { base, reading } = follows;
      const depth = base + label.counters.length - 1;
      open.levels[depth] ??= levelOf(label, draft, depth, base, reading);
      open.marks[depth] ??= markOf(label);
      open.counters = [...open.counters.slice(0, depth), { ...reading, shown: true, headingLevel: level }];
      return { listId: open.id, level: depth };
    }
    return others.some((other) => goTogether(label, other)) ? begin(label, draft, level) : null;
  }

  return {
    lists,
    find(headings) {
      const own = headings.map(({ draft }) => labelOf(draft));
      const others = [...surveyed, ...own.filter((label) => label !== null)];
      const found = new Map<ParagraphDraft, NumberedHeading>();
      headings.forEach((heading, index) => {
        const label = own[index];
        const item = label === null || label === undefined ? null : itemOf(heading, label, others);
        if (label !== null && label !== undefined && item !== null) {
          found.set(heading.draft, { item, label: listLabelOf(label) });
        }
      });
      return found;
    },
  };
}

function labelOf({ fragments }: ParagraphDraft): HeadingLabel | null {
  return fragments[0] === undefined ? null : readHeadingLabel(fragments[0]);
}

/** Where a number continues from the open ones: how many of them are before its own parts; null where it does not. */
function placeIn(open: OpenNumbering, label: HeadingLabel, headingLevel: number) {
  const { counters, levels, marks } = open;
  const parts = label.counters;
  for (let base = 0; base + parts.length <= maxLevels && base + parts.length - 1 <= counters.length; base++) {
    const depth = base + parts.length - 1;
    const parents = parts.slice(0, -1);
    if (!parents.every((readings, index) => isCounter(counters[base + index], readings))) continue;
    const known = marks[depth];
    if (known !== undefined && known !== '' && known !== markOf(label)) continue;
    if (known === undefined && parts.length === 1 && !isDeeper(counters, headingLevel)) continue;
    const reading = (parts.at(-1) ?? []).find((candidate) => isNext(candidate, counters[depth], levels[depth]));
    if (reading !== undefined) return { base, reading };
  }
  return null;
}

function isCounter(counter: Counter | undefined, readings: readonly LabelReading[]): boolean {
  return readings.some(({ format, value }) => counter?.format === format && counter.value === value);
}

/** One more than the last number of its level, or the first below a new parent. */
function isNext(reading: LabelReading, counter: Counter | undefined, level: ListLevel | undefined): boolean {
  if (counter !== undefined) {
    return counter.shown && counter.format === reading.format && reading.value === counter.value + 1;
  }
  return level === undefined ? reading.value === 1 : level.format === reading.format && level.start === reading.value;
}

/** A number without its parents begins a level of its own only in a lesser heading. */
function isDeeper(counters: readonly Counter[], headingLevel: number): boolean {
  const last = counters.at(-1);
  return last === undefined || headingLevel > last.headingLevel;
}

/** Whether one number is the next, the last, the parent or the first child of the other. */
function goTogether(first: HeadingLabel, second: HeadingLabel): boolean {
  return isFollowing(first, second) || isFollowing(second, first);
}

function isFollowing(before: HeadingLabel, after: HeadingLabel): boolean {
  const [long, short] = [after.counters, before.counters];
  const shared = Math.min(long.length, short.length) - (long.length === short.length ? 1 : 0);
  const sameParents = short
    .slice(0, shared)
    .every((readings, index) => readings.some(({ value }) => long[index]?.some((other) => other.value === value)));
  if (!sameParents) return false;
  if (long.length === short.length + 1) return long.at(-1)?.[0]?.value === 1;
  if (long.length !== short.length || markOf(before) !== markOf(after)) return false;
  return (short.at(-1) ?? []).some(({ format, value }) =>
    long.at(-1)?.some((other) => other.format === format && other.value === value + 1),
  );
}

/** What is around the numbers of a level, and how many there are. */
function markOf({ prefix, suffix, counters }: HeadingLabel): string {
  return `${prefix}${'#.'.repeat(counters.length)}${suffix}`;
}

function levelOf(
  { prefix, suffix, counters }: HeadingLabel,
  draft: ParagraphDraft,
  depth: number,
  base: number,
  reading: LabelReading,
): ListLevel {
  const count = Math.min(counters.length, depth - base + 1);
  const parts = Array.from({ length: count }, (_, index) => `%${base + index + 1}`);
  const [first] = draft.fragments;
  const [mark, text] = first?.words ?? [];
  const hangingPt = mark === undefined || text === undefined ? 18 : Math.abs(text.box.x0 - mark.box.x0);
  return {
    format: reading.format,
    label: `${prefix}${parts.join('.')}${suffix}`,
    start: reading.value,
    indentLeftPt: hangingPt,
    hangingPt,
    isTight: false,
    labelStyle: null,
  };
}

function listLabelOf({ text, prefix, suffix, counters }: HeadingLabel): ListLabel {
  return { kind: 'number', text, wordCount: 1, prefix, suffix, readings: counters.at(-1) ?? [] };
}
