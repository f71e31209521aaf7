import type { Paragraph } from '../document/types.ts';
import type { PlacedParagraph } from './place-paragraph.ts';

/** Lines are set closer together by this share at most. */
const closestLines = 0.75;

/**
 * The paragraphs of a cell, no higher than the cell was: one line too high in each row of a long table would push its
 * end onto the next page. The space before paragraphs gives way first, then the lines stand closer.
 */
export function fitCell(placed: readonly PlacedParagraph[], roomPt: number): readonly Paragraph[] {
  const linesPt = placed.reduce((sum, paragraph) => sum + paragraph.linesPt, 0);
  const spacePt = placed.reduce((sum, { paragraph }) => sum + paragraph.format.spaceBeforePt, 0);
  if (linesPt + spacePt <= roomPt || linesPt === 0) return placed.map(({ paragraph }) => paragraph);
  const spaceShare = spacePt === 0 ? 0 : Math.max(0, roomPt - linesPt) / spacePt;
  const lineShare = Math.max(closestLines, Math.min(1, roomPt / linesPt));
  return placed.map((one) => squeezed(one, spaceShare, lineShare));
}

function squeezed(
  { paragraph, linesPt, lineCount }: PlacedParagraph,
  spaceShare: number,
  lineShare: number,
): Paragraph {
  const { format } = paragraph;
  // A picture on a line of exact height would be cut off.
  const isWhole = lineShare === 1 || paragraph.inlines.some(({ kind }) => kind === 'picture');
  const lineSpacing = isWhole
    ? format.lineSpacing
    : ({ rule: 'exact', value: (linesPt / lineCount) * lineShare } as const);
  return { ...paragraph, format: { ...format, spaceBeforePt: format.spaceBeforePt * spaceShare, lineSpacing } };
}
