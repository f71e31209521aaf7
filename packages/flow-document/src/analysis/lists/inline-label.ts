import type { Line, Word } from '@platen/pdf-kit/page-model';
import { cutWord } from '../text/cut-word.ts';
import { continues, labelOf } from './list-labels.ts';

const inlineLabelPattern =
  /^((?:\d{1,3}\.)+|\d{1,3}[)、．]|[a-z]\)|\([a-z\d]{1,3}\)|[（(]?[一二三四五六七八九十]{1,3}[、）)]|（\d{1,2}）|[①-⑳])[\p{L}\p{Pi}《]/u;
/** A smaller gap than this, in em, is kerning. A word space would have made two words. */
const leastGapEm = 0.03;
/** Tolerance for the left edge of the items of a list, in points. */
const sameEdgePt = 2;

/** A label at the start of a line, and where it begins. */
interface LineLabel {
  readonly x0: number;
  readonly text: string;
}

/**
 * Cuts the label off the first word of a line where they are one word: `1.Text` of a list. A gap shows that they are
 * two; without one, a page whose labels count at that edge does.
 */
export function inlineLabelCutter(lines: readonly Line[]): (words: readonly Word[]) => readonly Word[] {
  const edges = countedEdges(lines.flatMap(({ words }) => lineLabel(words) ?? []));
  return (words) => {
    const [first, ...others] = words;
    const label = first === undefined ? null : inlineLabel(first);
    if (first === undefined || label === null) return words;
    const isCounted = edges.some((x0) => Math.abs(first.box.x0 - x0) <= sameEdgePt);
    return isCounted || hasGap(first, label) ? [...cutWord(first, [label.length]), ...others] : words;
  };
}

function lineLabel(words: readonly Word[]): LineLabel | null {
  const first = words.find(({ text }) => text.trim() !== '');
  if (first === undefined) return null;
  return { x0: first.box.x0, text: inlineLabel(first) ?? first.text.trim() };
}

function inlineLabel({ text, glyphs }: Word): string | null {
  return glyphs.length === text.length ? (inlineLabelPattern.exec(text)?.[1] ?? null) : null;
}

/** The left edges at which a label and the next one below it count. */
function countedEdges(labels: readonly LineLabel[]): readonly number[] {
  return labels.flatMap(({ x0, text }, index) => {
    const label = labelOf(text);
    if (label === null) return [];
    const below = labels.slice(index + 1).filter((other) => Math.abs(other.x0 - x0) <= sameEdgePt);
    const next = below.map((other) => labelOf(other.text)).find((other) => other !== null);
    return next !== undefined && continues(label, next) !== null ? [x0] : [];
  });
}

function hasGap({ glyphs, style }: Word, label: string): boolean {
  const [before, after] = [glyphs[label.length - 1], glyphs[label.length]];
  if (before === undefined || after === undefined) return false;
  return after.box.x0 - before.box.x1 >= leastGapEm * style.sizePt;
}
