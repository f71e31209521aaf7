import { isBoldFace } from '../fonts/font-names.ts';
import type { Column, Fragment } from '../types.ts';
import { centre, endOf, startOf } from './line-edges.ts';
import type { LineHabits } from './paragraphs.ts';

/** Lines of one look and rhythm, with the edges they share. */
export interface LineBlock {
  readonly fragments: readonly Fragment[];
  /** Where lines begin and end, counted in reading direction from the column's starting edge. */
  readonly start: number;
  readonly end: number;
  /** Its lines share their middle and not their edges, however full some of them are. */
  readonly centred: boolean;
}

/** Parts the lines of a column where the size, the weight or the rhythm of the lines changes. */
export function lineBlocks(fragments: readonly Fragment[], column: Column, habits: LineHabits): readonly LineBlock[] {
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

function isBold(fragment: Fragment): boolean {
  return isBoldFace(fragment.style.font);
}

/** Whether all its words weigh the same. */
function isUniform(fragment: Fragment): boolean {
  return fragment.words.every(({ style }) => isBoldFace(style.font) === isBold(fragment));
}
