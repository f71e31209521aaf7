import type { ParagraphDraft } from '../analysis/types.ts';

/** Fewer lines do not tell where a paragraph ends. */
const minLines = 3;
/** Ragged lines end before the edge by chance; this much earlier, in em, they have an indent. */
const raggedEm = 2;
/** Flush lines show where they end. */
const flushEm = 0.5;
/** Room for lines that are set a little wider, in points. */
const slackPt = { ragged: 1, flush: 0.4 } as const;

/** How much earlier than its column a paragraph ends, in points. */
export function endIndent(draft: ParagraphDraft): number {
  const { alignment, box, columnX0, columnX1, direction, fragments, sharedX1 } = draft;
  const freePt = direction === 'rtl' ? box.x0 - columnX0 : columnX1 - box.x1;
  const sizePt = fragments[0]?.style.sizePt ?? 0;
  const isFlush = alignment === 'justify';
  const breaksEarly = fragments.length > 1 && fragments.length < minLines && alignment !== 'center';
  if (sharedX1 !== undefined && breaksEarly) return columnX1 - sharedX1 - slackPt.ragged;
  const isIndented = fragments.length >= minLines && freePt > (isFlush ? flushEm : raggedEm) * sizePt;
  return isIndented ? freePt - (isFlush ? slackPt.flush : slackPt.ragged) : 0;
}
