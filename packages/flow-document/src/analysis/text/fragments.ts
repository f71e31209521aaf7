import { uniteBoxes } from '@platen/pdf-kit/geometry';
import { type Line, majorityStyle, type Word } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import type { Fragment } from '../types.ts';
import { flushSpacePt } from './flush-spaces.ts';
import { cutAtLeader } from './leader-run.ts';

/** A gap this wide, in em, may be a gutter; between it and a word space the words stay together. */
const looseGapEm = 0.6;
/** A gutter is this much wider than the spaces of its line, be they stretched or those of a typewriter. */
const widerThanSpaces = 1.35;
/** Fewer gaps do not show how wide the spaces of a line are. */
const minGaps = 4;

/** Cuts a line where a gap is wider than a word space: the pieces that reading order is made from. */
export function cutLine(line: Line, words: readonly Word[] = line.words): readonly Fragment[] {
  const pieces: Word[][] = [];
  const gaps = words.slice(1).map((word, index) => gapBetween(words[index] ?? word, word));
  const spacesPt = widerThanSpaces * (flushSpacePt(words, gaps) ?? typedSpaceOf(words, gaps));
  for (const word of words) {
    const previous = pieces.at(-1)?.at(-1);
    const widestPt = Math.max(looseGapEm * word.style.sizePt, spacesPt);
    if (previous !== undefined && gapBetween(previous, word) <= widestPt) {
      pieces.at(-1)?.push(word);
    } else {
      pieces.push([word]);
    }
  }
  return pieces.map((piece) => fragmentOf(line, piece));
}

/** How wide most single spaces of a line are; nothing where the file has few, or gaps only. */
function typedSpaceOf(words: readonly Word[], gaps: readonly number[]): number {
  const typed = gaps.filter((_, index) => words[index]?.typedSpaces?.length === 1);
  return typed.length < minGaps ? 0 : median(typed);
}

/** The words of a line that are in one column, as one piece. At least one word must be given. */
export function fragmentOf(line: Line, found: readonly Word[]): Fragment {
  const words = found.flatMap(cutAtLeader);
  return {
    kind: 'text',
    line,
    words,
    box: uniteBoxes(words.map(({ box }) => box)),
    baseline: line.baseline,
    style: majorityStyle(words),
    direction: line.direction,
  };
}

/** A line with those that go on at its baseline. */
export function joinedLine(start: Line, rest: Line): Line {
  const words = [...start.words, ...rest.words];
  return { ...start, words, text: `${start.text} ${rest.text}`, box: uniteBoxes([start.box, rest.box]) };
}

/** The gap between two words, whichever comes first. */
export function gapBetween(first: Word, second: Word): number {
  return Math.max(second.box.x0 - first.box.x1, first.box.x0 - second.box.x1);
}

/** Whether all letters are of one width, as on a typewriter. */
export function isTyped({ words }: { readonly words: readonly Word[] }): boolean {
  return words.every(({ style }) => style.font.monospace);
}
