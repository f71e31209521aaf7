import { median } from '@platen/pdf-kit/statistics';
import type { BandColumn, Column, Item } from '../types.ts';
import { hasProse } from './gutter-sides.ts';

/** The margin that notes are in is this share of the width of the text at most, and their type of its size. */
const narrowShare = 0.6;
const smallShare = 0.92;
/** Notes fill this share of the height of the text at most: a column of text beside another is full. */
const fullShare = 0.5;
/** Minimum gap between two notes, as a share of the height of a line. */
const partedShare = 1;

/**
 * Notes in the margin beside a column of text, as Tufte sets them: small type in blocks with gaps, each beside the
 * lines that it belongs to. Each is set apart there; null where the columns are others.
 */
export function besideNotes(columns: readonly Column[], reachX1: number): readonly BandColumn[] | null {
  const [first, second] = columns;
  if (first === undefined || second === undefined || columns.length > 2) return null;
  const [main, margin] = widthOf(first) >= widthOf(second) ? [first, second] : [second, first];
  if (!hasProse(main.items) || !areNotes(margin, main)) return null;
  const notes = partedAtGaps(margin.items).map((items) => ({ ...margin, items }));
  return [{ x0: main.x0, x1: main === first ? main.x1 : reachX1, stretches: [main], asides: notes }];
}

function areNotes(margin: Column, main: Column): boolean {
  const ofText = ({ kind }: Item) => kind === 'text';
  if (!margin.items.every(ofText) || widthOf(margin) > narrowShare * widthOf(main)) return false;
  return sizeOf(margin) < smallShare * sizeOf(main) && heightOf(margin) < fullShare * heightOf(main);
}

function widthOf({ items }: Column): number {
  return Math.max(...items.map(({ box }) => box.x1)) - Math.min(...items.map(({ box }) => box.x0));
}

function heightOf({ items }: Column): number {
  return items.reduce((sum, { box }) => sum + box.y1 - box.y0, 0);
}

function sizeOf({ items }: Column): number {
  return median(items.flatMap((item) => (item.kind === 'text' ? [item.style.sizePt] : [])));
}

function partedAtGaps(items: readonly Item[]): readonly (readonly Item[])[] {
  const notes: Item[][] = [];
  for (const item of items.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    const note = notes.at(-1);
    const before = note?.at(-1);
    const gap = item.box.y0 - (before?.box.y1 ?? Number.NEGATIVE_INFINITY);
    if (note === undefined || gap > partedShare * (item.box.y1 - item.box.y0)) notes.push([item]);
    else note.push(item);
  }
  return notes;
}
