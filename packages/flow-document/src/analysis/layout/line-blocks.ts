import { isBoldFace } from '../fonts/font-faces.ts';
import type { LinePitches } from '../text/line-pitches.ts';
import type { Column, Fragment } from '../types.ts';
import { centre, endOf, startOf } from './line-edges.ts';
import type { LineHabits } from './line-habits.ts';
import { paragraphThresholds } from './thresholds.ts';

const { run, edge, centred, pushed, justified, sameEdgePt } = paragraphThresholds;

/** Lines of one look and rhythm, with the edges they share. */
export interface LineBlock {
  readonly fragments: readonly Fragment[];
  /** Where lines begin and end, counted in reading direction from the column's starting edge. */
  readonly start: number;
  readonly end: number;
  /** Its lines share their middle and not their edges, however full some of them are. */
  readonly centred: boolean;
  /** Its lines share the edge where they end and not the one where they begin. */
  readonly pushed: boolean;
  /** Most of its lines end at one place, where they would not end by themselves. */
  readonly justified: boolean;
}

/** Splits the lines of a column where the size, the weight or the rhythm of the lines changes. */
export function lineBlocks(fragments: readonly Fragment[], column: Column, habits: LineHabits): readonly LineBlock[] {
  const groups: Fragment[][] = [];
  fragments.forEach((fragment, index) => {
    const group = groups.at(-1);
    const joins = group !== undefined && sameLook(group, fragment, habits);
    if (joins && keepsRhythm(group, fragment, fragments[index + 1], habits.pitches)) group.push(fragment);
    // A line nearer to the one below it than to the one above begins what is below.
    else if (joins && isCloser(group, fragment, habits.pitches)) groups.push([...group.splice(-1), fragment]);
    else groups.push([fragment]);
  });
  return groups.map((group) => ({
    fragments: group,
    start: Math.min(...group.map((fragment) => startOf(fragment, column))),
    end: rightEdge(group, column),
    centred: isCentredBlock(group),
    pushed: isPushedBlock(group, column),
    justified: isJustifiedBlock(group, column),
  }));
}

function sameLook(group: readonly Fragment[], next: Fragment, habits: LineHabits): boolean {
  const previous = group.at(-1);
  if (previous === undefined || habits.items?.startsItem(next) === true) return false;
  if (previous.direction !== next.direction || previous.line.angle !== next.line.angle) return false;
  if (!sameSize(previous, next)) return false;
  const isOneWeight = isBold(previous) === isBold(next) || !isUniform(previous) || !isUniform(next);
  return isOneWeight || stopsAtEdge(group);
}

/** Whether the last line of some stops inside a sentence at the edge where they end, so that it goes on below in any weight. */
function stopsAtEdge(group: readonly Fragment[]): boolean {
  const [before, last] = [group.at(-2), group.at(-1)];
  if (before === undefined || last === undefined || !/[\p{Ll},]$/u.test(last.words.at(-1)?.text ?? '')) return false;
  return Math.abs(before.box.x1 - last.box.x1) <= justified.sameEndPt;
}

function sameSize({ style: { sizePt: first } }: Fragment, { style: { sizePt: second } }: Fragment): boolean {
  return Math.abs(first - second) <= run.sameSizeShare * Math.max(first, second);
}

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
  if (gap < run.closestEm * sizePt) return false;
  const usual = pitches.usual(sizePt);
  if (before === undefined) return gap <= run.widerGap * (pitchAhead(next, afterNext, pitches) ?? usual) + run.slackPt;
  const own = previous.baseline - before.baseline;
  if (!pitches.isKnown(sizePt, own)) return gap <= run.widerGap * Math.max(own, run.leastOfUsual * usual) + run.slackPt;
  return !isCloser(group, next, pitches) && gap <= run.widerGap * own + run.slackPt;
}

/** Whether a line is closer to the last one of a group than those of the group are to each other. */
function isCloser(group: readonly Fragment[], next: Fragment, pitches: LinePitches): boolean {
  const [before, previous] = [group.at(-2), group.at(-1)];
  if (before === undefined || previous === undefined) return false;
  const { sizePt } = previous.style;
  const [own, gap] = [previous.baseline - before.baseline, next.baseline - previous.baseline];
  if (gap < run.closestEm * sizePt || gap >= run.closerGap * own || !pitches.isKnown(sizePt, own)) return false;
  return pitches.isKnown(sizePt, gap) || gap <= run.singleSpacingEm * sizePt;
}

/** The pitch of the run that two lines begin; null where they are not of one. */
function pitchAhead(first: Fragment, second: Fragment | undefined, pitches: LinePitches): number | null {
  if (second === undefined || !sameSize(first, second)) return null;
  const gap = second.baseline - first.baseline;
  return pitches.isKnown(first.style.sizePt, gap) ? gap : null;
}

/** Whether a line begins inside a sentence: not with a capital, a digit or a sign. */
function beginsInside({ words }: Fragment): boolean {
  return /^[\p{Ll}\p{Lo}\p{M}]/u.test(words[0]?.text ?? '');
}

/** Whether lines begin inside sentences. */
function runsOn(fragments: readonly Fragment[]): boolean {
  const later = fragments.slice(1);
  return later.filter(beginsInside).length >= edge.insideShare * later.length;
}

/** Whether all lines but the last end at the same place; verses, which all begin with capitals, do so by chance. */
function isFlush(fragments: readonly Fragment[], ends: readonly number[], furthest: number): boolean {
  return fragments.slice(1).some(beginsInside) && ends.slice(0, -1).every((end) => furthest - end <= sameEdgePt);
}

/** How far lines of a block can go: its own edge when most lines reach it, else that of the column. */
function rightEdge(fragments: readonly Fragment[], column: Column): number {
  const ends = fragments.map((fragment) => endOf(fragment, column));
  const furthest = Math.max(...ends);
  const width = furthest - Math.min(...fragments.map((fragment) => startOf(fragment, column)));
  const reaching = ends.slice(0, -1).filter((end) => end > furthest - edge.reachShare * width);
  const enough = fragments.length >= edge.minLines && reaching.length >= edge.reachingShare * (fragments.length - 1);
  const isWide = width >= edge.ownEdgeShare * (column.reachX1 - column.x0);
  return enough && (isWide || runsOn(fragments) || isFlush(fragments, ends, furthest))
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
    spread(fragments.map(centre)) < centred.sameMiddleEm * size &&
    spread(starts) > centred.otherEdgeEm * size &&
    new Set(starts.map((start) => Math.round(start))).size > centred.otherStartShare * fragments.length
  );
}

/** Of three lines and more, all of which end at one edge, and begin at different places. */
function isPushedBlock(fragments: readonly Fragment[], column: Column): boolean {
  const starts = fragments.map((fragment) => startOf(fragment, column));
  const ends = fragments.map((fragment) => endOf(fragment, column));
  const isFlushEnd = Math.max(...ends) - Math.min(...ends) <= pushed.sameEndPt;
  const places = new Set(starts.map((start) => Math.round(start / pushed.otherStartPt)));
  // A hanging indent has two places.
  return isFlushEnd && places.size >= edge.minLines && places.size > pushed.otherStartShare * fragments.length;
}

/** Of four lines and more, most of which end at the furthest edge. */
function isJustifiedBlock(fragments: readonly Fragment[], column: Column): boolean {
  const ends = fragments.map((fragment) => endOf(fragment, column));
  const furthest = Math.max(...ends);
  const reaching = ends.filter((end) => furthest - end <= justified.sameEndPt);
  return fragments.length >= justified.minLines && reaching.length > justified.reachingShare * fragments.length;
}

function isBold(fragment: Fragment): boolean {
  return isBoldFace(fragment.style.font);
}

/** Whether all its words weigh the same. */
function isUniform(fragment: Fragment): boolean {
  return fragment.words.every(({ style }) => isBoldFace(style.font) === isBold(fragment));
}
