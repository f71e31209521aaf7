import type { Fragment, ListLabel } from '../types.ts';
import { continues, isDoubtfulBullet, labelOf } from './list-labels.ts';

/**
 * Whether the label that a full line is followed by belongs to the sentence ("within thirty / (30) days", "(i) one or
 * / (ii) two") and begins no item: it counts on from one inside the paragraph, or is alone inside a sentence.
 * `later` are the lines below it.
 */
export function isLabelInProse(label: ListLabel, lines: readonly Fragment[], later: readonly Fragment[]): boolean {
  if (label.kind === 'bullet') return isDashInProse(label, lines, later);
  const words = lines.flatMap((line) => line.words);
  const [first] = words;
  const inner = words.slice(1).flatMap(({ text }) => labelOf(text) ?? []);
  if (inner.some((before) => continues(before, label) !== null)) return true;
  if (/[.:;!?。：；！？]$/u.test(words.at(-1)?.text ?? '')) return false;
  const above = first === undefined ? null : labelOf(first.text);
  if (above !== null && continues(above, label) !== null) return false;
  return !later.some((line) => {
    const below = labelOf(line.words[0]?.text ?? '');
    return below !== null && continues(label, below) !== null;
  });
}

/** A dash inside a sentence that no line of the paragraph begins with, nor one below it: items are seldom alone. */
function isDashInProse(label: ListLabel, lines: readonly Fragment[], later: readonly Fragment[]): boolean {
  const last = lines.at(-1)?.words.at(-1)?.text ?? '';
  const beginsWithIt = ({ words }: Fragment) => words[0]?.text === label.text;
  return isDoubtfulBullet(label) && /\p{L}$/u.test(last) && ![...lines, ...later].some(beginsWithIt);
}
