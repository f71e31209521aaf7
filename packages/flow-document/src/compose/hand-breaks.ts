import { boxWidth } from '@platen/pdf-kit/geometry';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { LineWidth } from './line-widths.ts';

/** The space before a word, in em, and what widths of words are uncertain by. */
const spaceEm = 0.3;
const slackPt = 1;

/** More lines are prose, set between edges that cannot be seen. */
const maxLines = 3;

/**
 * The lines of a centred paragraph that its author ended by hand: the first word of the next would have fitted on them
 * as the page shows both. A title broken by sense keeps its lines.
 */
export function handBreaks(
  { alignment, fragments }: Pick<ParagraphDraft, 'alignment' | 'fragments'>,
  lines: readonly Pick<LineWidth, 'availablePt'>[],
): ReadonlySet<number> {
  if (alignment !== 'center' || fragments.length > maxLines) return new Set();
  const ended = fragments.flatMap((fragment, index) => {
    const word = fragments[index + 1]?.words[0];
    if (word === undefined) return [];
    const neededPt = boxWidth(fragment.box) + spaceEm * fragment.style.sizePt + boxWidth(word.box) + slackPt;
    return neededPt < (lines[index]?.availablePt ?? 0) ? [index] : [];
  });
  return new Set(ended);
}
