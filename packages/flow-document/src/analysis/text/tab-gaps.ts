import type { Box, Word } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import { isDoubtfulBullet, readLabel } from '../lists/list-labels.ts';
import type { Fragment, ParagraphDraft } from '../types.ts';
import { flushSpacePt } from './flush-spaces.ts';
import { gapBetween } from './fragments.ts';
import { leaderRun } from './leader-run.ts';
import { maxSpaces } from './word-gaps.ts';

/** Indexes of the words that are after a tab: behind a gap that is no word space. */
export function tabGapIndexes(fragment: Fragment, ignoreLabel: boolean): readonly number[] {
  const { words } = fragment;
  const gaps = words.slice(1).map((word, index) => gapBefore(word, words[index] ?? word, fragment));
  const limit = tabLimitPt(gaps, fragment);
  const skip = ignoreLabel && readLabel(fragment) !== null ? 1 : 0;
  const spacePt = spaceOf(fragment, gaps);
  const untypedLimit = untypedTabPt(fragment, gaps);
  const labelTab = !ignoreLabel && isLabelTabbed(fragment) ? [1] : [];
  const isTyped = (gap: number, index: number) => fillsGap(words[index]?.typedSpaces ?? '', gap, spacePt);
  const found = words.slice(1).flatMap((word, index) => {
    const gap = gaps[index] ?? 0;
    const isWide = gap > limit || (words[index]?.typedSpaces === undefined && gap > untypedLimit);
    const isTab = fragment.tabbed?.has(word) === true || (isWide && !isTyped(gap, index));
    return isTab && index >= skip ? [index + 1] : [];
  });
  return found[0] === 1 ? found : [...labelTab, ...found];
}

/** A tab is this much wider than the space of an ordinary line, in em, and than the spaces of its own line. */
export const leastTabEm = 1.3;
const tabPerSpace = 2.5;
/** What is wider, in em, is no space, however many gaps of a line are as wide: lines of columns have tabs only. */
const widestSpaceEm = 1;
/** A tab behind a label is no narrower than this, in em. */
const leastLabelTabEm = 0.45;
/** Fewer gaps do not show how wide the spaces of a line are. */
const minGaps = 3;

/** Stretched spaces of a flush line are alike, tabs lead to stops: most gaps are this close to their median, as a share. */
/** So many gaps are alike in flush lines only, whether their spaces are typed or left out. */
const minUntyped = 5;
const alikeWithin = 0.1;
const alikeShare = 0.7;

function tabLimitPt(gaps: readonly number[], fragment: Fragment): number {
  const { words, style } = fragment;
  const { sizePt } = style;
  const label = readLabel(fragment) === null ? 0 : 1;
  const flushPt = flushSpacePt(words.slice(label), gaps.slice(label));
  if (flushPt !== null) return Math.max(leastTabEm * sizePt, tabPerSpace * flushPt);
  const spaces = gaps.filter((gap) => gap <= widestSpaceEm * sizePt);
  const isTyped = words.slice(0, -1).every(({ typedSpaces }) => typedSpaces?.length === 1);
  const alike = stretchedSpaces(gaps);
  const isNarrow = median(alike) <= leastTabEm * sizePt;
  const stretched = isTyped || (alike.length >= minUntyped && isNarrow) ? alike : [];
  const usual = median(stretched.length >= minGaps ? stretched : spaces);
  return Math.max(leastTabEm * sizePt, gaps.length >= minGaps ? tabPerSpace * usual : 0);
}

/** What is wider is no space where the file has none, but spaces between other words of the line. */
function untypedTabPt({ words, style }: Fragment, gaps: readonly number[]): number {
  const typed = gaps.filter((_, index) => words[index]?.typedSpaces?.length === 1);
  if (typed.length === 0) return Number.POSITIVE_INFINITY;
  return Math.max(widestSpaceEm * style.sizePt, tabPerSpace * median(typed));
}

/** The gaps of a line that are alike as stretched spaces are; none where most are not. */
function stretchedSpaces(gaps: readonly number[]): readonly number[] {
  const usual = median(gaps);
  const alike = gaps.filter((gap) => Math.abs(gap - usual) <= alikeWithin * usual);
  return alike.length >= alikeShare * gaps.length ? alike : [];
}

/**
 * Whether a tab is behind the label of a line, be it as narrow as a space or two: nothing is typed there, as it is
 * between the other words, or it is wider than the spaces of its line. Browsers type a space behind labels that they set
 * before an indent, and where that is wide behind a bullet it says nothing either.
 */
export function isLabelTabbed(fragment: Fragment): boolean {
  const title = fragment.words.slice(0, leaderRun(fragment)?.from ?? fragment.words.length);
  const [before, after, ...others] = title;
  const label = readLabel(fragment);
  if (before === undefined || after === undefined || label === null) return false;
  const gap = gapBetween(before, after);
  if (gap <= leastLabelTabEm * before.style.sizePt) return false;
  // Two spaces part sentences.
  if (before.typedSpaces?.length === 2 && areStretchedAlike(fragment)) return false;
  const mayBeSpace =
    before.typedSpaces?.length === 1 || (before.typedSpaces === undefined && !isSpaced([after, ...others]));
  if (!mayBeSpace || (label.kind === 'bullet' && !isDoubtfulBullet(label))) return true;
  const spaces = others.map((word, index) => gapBetween(title[index + 1] ?? word, word));
  return spaces.length > 0 && gap > tabPerSpace * median(spaces);
}

/** Lines that begin this close to the text behind a label, in points, hang from it. */
const hangTolerancePt = 1;

/** Whether the second line of a paragraph begins where the text behind its label does, which no space would lead to. */
export function hangsFromLabel({ fragments, alignment, direction }: ParagraphDraft): boolean {
  const [first, next] = fragments;
  const text = first?.words[1];
  const isSet = alignment === 'justify' || alignment === (direction === 'rtl' ? 'right' : 'left');
  if (!isSet || first === undefined || text === undefined || next === undefined) return false;
  const startPt = ({ x0, x1 }: Box) => (direction === 'rtl' ? -x1 : x0);
  return readLabel(first) !== null && Math.abs(startPt(text.box) - startPt(next.box)) < hangTolerancePt;
}

/** Whether the two spaces behind the first word are as wide as two of the other spaces of the line. */
function areStretchedAlike({ words, style }: Fragment): boolean {
  const gaps = words.slice(1).map((word, index) => gapBetween(words[index] ?? word, word));
  const [first = 0, ...others] = gaps;
  return fillsGap('  ', first, spaceOf({ words: words.slice(1), style }, others));
}

function isSpaced(words: readonly Word[]): boolean {
  return words.length < 3 || words.some(({ typedSpaces }) => typedSpaces !== undefined);
}

/** How wide one space of the line is, where it is justified the others are as wide. */
function spaceOf({ words, style }: Pick<Fragment, 'words' | 'style'>, gaps: readonly number[]): number {
  const single = gaps.filter((_, index) => words[index]?.typedSpaces?.length === 1);
  return Math.max(median(single), 0.25 * style.sizePt);
}

/** Whether the spaces the file has between two words account for the whitespace there. */
function fillsGap(spaces: string, gap: number, spacePt: number): boolean {
  return spaces.length > 1 && spaces.length <= maxSpaces && gap <= 1.3 * spaces.length * spacePt;
}

/** The gap on the side of a word where its line begins. Words of another direction are in reverse in their line. */
function gapBefore(word: Word, previous: Word, { words, direction }: Fragment): number {
  if (direction === 'ltr') return gapBetween(previous, word);
  const nearer = words.filter(({ box }) => box.x0 > word.box.x0 + 0.1);
  return nearer.length === 0 ? 0 : Math.min(...nearer.map(({ box }) => box.x0)) - word.box.x1;
}
