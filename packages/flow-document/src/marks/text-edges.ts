import type { ParagraphDraft } from '../analysis/types.ts';

/** Heights above and below the baseline that a line takes, in em. */
const [ascentEm, descentEm] = [0.93, 0.22];

/** Where the first line of a paragraph begins. */
export function textTop({ fragments, box }: ParagraphDraft): number {
  const [first] = fragments;
  return first === undefined ? box.y0 : first.baseline - ascentEm * first.style.sizePt;
}

/** Where its last line ends. */
export function textBottom({ fragments, box }: ParagraphDraft): number {
  const last = fragments.at(-1);
  return last === undefined ? box.y1 : last.baseline + descentEm * last.style.sizePt;
}
