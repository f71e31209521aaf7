import type { Page } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../types.ts';

/** An underline is this far below the baseline at most, in em, and above it. */
const belowEm = 0.3;
const aboveEm = 0.02;
/** It begins and ends with the words, but for this, in em: a rule across the column is none. */
const sameEndEm = 0.5;

/** Whether the only line of a paragraph is underlined from its first word to its last. */
export function isUnderlined(
  { fragments: [line, ...others] }: ParagraphDraft,
  { rules }: Pick<Page, 'rules'>,
): boolean {
  if (line === undefined || others.length > 0) return false;
  const { baseline, box, style } = line;
  const near = rules.filter(
    ({ orientation, y0, x0, x1 }) =>
      orientation === 'horizontal' &&
      y0 >= baseline - aboveEm * style.sizePt &&
      y0 <= baseline + belowEm * style.sizePt &&
      x0 >= box.x0 - sameEndEm * style.sizePt &&
      x1 <= box.x1 + sameEndEm * style.sizePt,
  );
  const drawnPt = near.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0);
  return drawnPt >= box.x1 - box.x0 - sameEndEm * style.sizePt;
}
