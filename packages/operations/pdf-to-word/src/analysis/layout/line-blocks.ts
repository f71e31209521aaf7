import { isBoldFace } from '../fonts/font-names.ts';
import type { LinePitches } from '../text/line-pitches.ts';
import type { Column, Fragment } from '../types.ts';
import { centre, endOf, startOf } from './line-edges.ts';
import type { LineHabits } from './line-habits.ts';

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
  fragments.forEach((fragment, index) => {
    const group = groups.at(-1);
    const joins = group !== undefined && sameLook(group, fragment, habits);
    if (joins && keepsRhythm(group, fragment, fragments[index + 1], habits.pitches)) group.push(fragment);
    else groups.push([fragment]);
  });
  return groups.map((group) => ({
    fragments: group,
    start: Math.min(...group.map((fragment) => startOf(fragment, column))),
    end: rightEdge(group, column),
    centred: isCentredBlock(group),
  }));
}

function sameLook(group: readonly Fragment[], next: Fragment, habits: LineHabits): boolean {
  const previous = group.at(-1);
  if (previous === undefined || habits.items?.startsItem(next) === true) return false;
  if (previous.direction !== next.direction || previous.line.angle !== next.line.angle) return false;
  const [size, nextSize] = [previous.style.sizePt, next.style.sizePt];
  if (Math.abs(size - nextSize) > 0.12 * Math.max(size, nextSize)) return false;
  return isBold(previous) === isBold(next) || !isUniform(previous) || !isUniform(next);
}

/** Lines closer than this, in em, share their line. */
const closestEm = 0.5;
/** Lines further apart than this share of the pitch of their run begin another one, give or take a taller word. */
const widerGap = 1.22;
const slackPt = 0.5;
/** Lines closer than this share of it are of another run, such as a quotation, where the document has such lines. */
const closerGap = 0.8;

/**
 * Whether a line is as far below the last one of a group as lines of one paragraph are. The pitch is that of the run of
 * lines: of the group's last two, else of the two lines to come, for double-spaced text and quotations of one size mix.
 */
function keepsRhythm(
  group: readonly Fragment[],
  next: Fragment,
  afterNext: Fragment | undefined,
  pitches: LinePitches,
): boolean {
  const [before, previous] = [group.at(-2), group.at(-1)];
  if (previous === undefined) return false;
  const { sizePt } = previous.style;
  const gap = next.baseline - previous.baseline;
  if (gap < closestEm * sizePt) return false;
  const usual = pitches.usual(sizePt);
  if (before === undefined) return gap <= widerGap * (pitchAhead(next, afterNext, pitches) ?? usual) + slackPt;
  const own = previous.baseline - before.baseline;
  if (!pitches.isKnown(sizePt, own)) return gap <= widerGap * Math.max(own, 0.9 * usual) + slackPt;
  if (gap < closerGap * own && (pitches.isKnown(sizePt, gap) || isSingleSpaced(gap, sizePt))) return false;
  return gap <= widerGap * own + slackPt;
}

/** Single spacing, in em, over the common faces. */
const singleSpacing = { least: 1, most: 1.35 };

function isSingleSpaced(gap: number, sizePt: number): boolean {
  return gap >= singleSpacing.least * sizePt && gap <= singleSpacing.most * sizePt;
}

/** The pitch of the run that two lines begin; null where they are not of one. */
function pitchAhead(first: Fragment, second: Fragment | undefined, pitches: LinePitches): number | null {
  if (second === undefined || Math.abs(first.style.sizePt - second.style.sizePt) > 0.5) return null;
  const gap = second.baseline - first.baseline;
  return pitches.isKnown(first.style.sizePt, gap) ? gap : null;
}

/** Lines that reach less far into their column, as those of an address, must run on to have an edge of their own. */
const ownEdgeShare = 0.75;
/** This share of the lines of prose begins inside a sentence. */
const insideShare = 0.3;

/** Whether lines begin inside sentences: not with a capital, a digit or a sign. */
function runsOn(fragments: readonly Fragment[]): boolean {
  const later = fragments.slice(1);
  const inside = later.filter(({ words }) => /^[\p{Ll}\p{Lo}\p{M}]/u.test(words[0]?.text ?? ''));
  return inside.length >= insideShare * later.length;
}

/** Whether all lines but the last end at the same place. */
function isFlush(ends: readonly number[], furthest: number): boolean {
  return ends.slice(0, -1).every((end) => furthest - end <= 1);
}

/** How far lines of a block can go: its own edge when most lines reach it, else that of the column. */
function rightEdge(fragments: readonly Fragment[], column: Column): number {
  const ends = fragments.map((fragment) => endOf(fragment, column));
  const furthest = Math.max(...ends);
  const width = furthest - Math.min(...fragments.map((fragment) => startOf(fragment, column)));
  const reaching = ends.slice(0, -1).filter((end) => end > furthest - Math.max(12, 0.12 * width));
  const enough = fragments.length >= 3 && reaching.length >= 0.6 * (fragments.length - 1);
  const isWide = width >= ownEdgeShare * (column.reachX1 - column.x0);
  return enough && (isWide || runsOn(fragments) || isFlush(ends, furthest))
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
