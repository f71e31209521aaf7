import type { Paragraph } from '../model/blocks.ts';
import { squeezedSpacing } from './line-height.ts';
import type { PlacedParagraph } from './place-paragraph.ts';

/** Lines are set closer together by this share at most. */
const closestLines = 0.75;

/** What is in a cell, and how high that is. */
export interface FittedCell {
  readonly blocks: readonly Paragraph[];
  readonly heightPt: number;
}

/**
 * The paragraphs of a cell, no higher than the cell was: one line too high in each row of a long table would push its
 * end onto the next page. The space before paragraphs gives way first, then the lines are closer.
 */
export function fitCell(placed: readonly PlacedParagraph[], roomPt: number): FittedCell {
  const linesPt = placed.reduce((sum, paragraph) => sum + paragraph.linesPt, 0);
  const spacePt = placed.reduce((sum, { paragraph }) => sum + paragraph.format.spaceBeforePt, 0);
  if (linesPt + spacePt <= roomPt || linesPt === 0) {
    return { blocks: placed.map(({ paragraph }) => paragraph), heightPt: linesPt + spacePt };
  }
  const spaceShare = spacePt === 0 ? 0 : Math.max(0, roomPt - linesPt) / spacePt;
  const lineShare = Math.max(closestLines, Math.min(1, roomPt / linesPt));
  return {
    blocks: placed.map((one) => squeezed(one, spaceShare, lineShare)),
    heightPt:
      placed.reduce((sum, one) => sum + one.linesPt * (isWhole(one, lineShare) ? 1 : lineShare), 0) +
      spaceShare * spacePt,
  };
}

/** A picture on a line of exact height would be cut off. */
function isWhole({ paragraph }: PlacedParagraph, lineShare: number): boolean {
  return lineShare === 1 || paragraph.inlines.some(({ kind }) => kind === 'picture');
}

function squeezed(one: PlacedParagraph, spaceShare: number, lineShare: number): Paragraph {
  const { paragraph, linesPt, lineCount } = one;
  const { format } = paragraph;
  const lineSpacing = isWhole(one, lineShare)
    ? format.lineSpacing
    : squeezedSpacing(format.lineSpacing, (linesPt / lineCount) * lineShare, lineShare);
  return { ...paragraph, format: { ...format, spaceBeforePt: format.spaceBeforePt * spaceShare, lineSpacing } };
}
