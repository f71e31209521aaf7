import type { AsideLayout } from '../analysis/page-layout.ts';
import type { Paragraph } from '../document/types.ts';
import type { ParagraphMark } from '../marks/paragraph-marks.ts';
import type { PlacedParagraph } from './place-paragraph.ts';

/** The paragraph with the panel or the rules that belong to it, and its lines where they were. */
export function markedParagraph(placed: PlacedParagraph, column: AsideLayout, mark: ParagraphMark): PlacedParagraph {
  const { format } = placed.paragraph;
  const { borders, fill, opens, closes } = mark;
  const abovePt = opens && borders.top !== null ? borders.top.spacePt + borders.top.widthPt : 0;
  const belowPt = closes && borders.bottom !== null ? borders.bottom.spacePt + borders.bottom.widthPt : 0;
  const paragraph: Paragraph = {
    ...placed.paragraph,
    format: {
      ...format,
      ...indentsOf(format, column, mark),
      spaceBeforePt: Math.max(0, format.spaceBeforePt - abovePt),
      fill,
      borders,
    },
  };
  return { ...placed, paragraph, bottomY: placed.bottomY + belowPt };
}

/** Borders go from indent to indent: these are drawn in to where the rule or the panel ended. */
function indentsOf(
  format: Paragraph['format'],
  column: AsideLayout,
  { x0, x1 }: ParagraphMark,
): Pick<Paragraph['format'], 'indentLeftPt' | 'indentRightPt'> {
  const rightPt = column.x1 - x1;
  if (format.alignment === 'center') return { indentLeftPt: x0 - column.x0, indentRightPt: rightPt };
  return { indentLeftPt: format.indentLeftPt, indentRightPt: rightPt > 1 ? rightPt : format.indentRightPt };
}
