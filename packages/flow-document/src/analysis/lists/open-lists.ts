import type { ListDefinition, ListItem, ListLevel } from '../../model/formats.ts';
import { familyOf } from '../fonts/font-names.ts';
import type { ListLabel } from '../types.ts';
import { bulletOf, labelStyleOf } from './label-look.ts';
import { continues, firstReading } from './list-labels.ts';
import { edgeTolerancePt, isBeside, type ListMark } from './list-mark.ts';

/** The last level that Word has, counted from 0. */
const maxLevel = 8;

/** A level that the next item may continue with: its last item, and the list that was in. */
export interface OpenLevel extends ListMark {
  readonly listId: string;
}

/** The lists of a document, and the levels that its next item may be of. */
export interface OpenLists {
  /** Every list begun so far. */
  readonly lists: readonly ListDefinition[];
  /** Outermost first. */
  readonly levels: readonly OpenLevel[];
  /** Adds an item: to the open level beside it, or as the first of another. */
  add(mark: ListMark): ListItem;
  closeAll(): void;
}

/** Creates a document without lists. */
export function createOpenLists(): OpenLists {
  const lists: { id: string; levels: ListLevel[] }[] = [];
  let open: readonly OpenLevel[] = [];

  function add(mark: ListMark): ListItem {
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
  function beginLevel(outer: readonly OpenLevel[], mark: ListMark, apart: boolean): ListItem {
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

  return {
    lists,
    get levels() {
      return open;
    },
    add,
    closeAll() {
      open = [];
    },
  };
}

function isSameLevel(first: ListLevel, second: ListLevel): boolean {
  return first.label === second.label && first.format === second.format && first.start === second.start;
}

function sameMark(first: ListLabel, second: ListLabel): boolean {
  return first.kind === 'bullet' && second.kind === 'bullet' && first.text === second.text;
}

function levelOf(mark: ListMark, outer: readonly OpenLevel[]): ListLevel {
  const { x, textX, label, isTight } = mark;
  const reading = firstReading(label.readings);
  return {
    format: label.kind === 'bullet' ? 'bullet' : (reading?.format ?? 'decimal'),
    ...labelOf(mark, outer),
    start: reading?.value ?? 1,
    indentLeftPt: textX,
    hangingPt: textX - x,
    isTight,
  };
}

function labelOf({ label, styles }: ListMark, outer: readonly OpenLevel[]): Pick<ListLevel, 'label' | 'labelStyle'> {
  const pattern = `${countedPrefix(label.prefix, outer)}%${outer.length + 1}${label.suffix}`;
  if (styles === null) return { label: label.kind === 'bullet' ? label.text : pattern, labelStyle: null };
  const { text, fontName } =
    label.kind === 'bullet'
      ? bulletOf(label.text, styles.label, styles.text)
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
