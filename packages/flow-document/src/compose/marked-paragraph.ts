import type { AsideLayout } from '../analysis/layout/page-layout.ts';
import type { ParagraphMark } from '../marks/paragraph-marks.ts';
import type { Paragraph } from '../model/blocks.ts';
import type { ParagraphBorder } from '../model/formats.ts';
import type { PlacedParagraph } from './place-paragraph.ts';

/** The paragraph with the panel or the rules that belong to it, and its lines where they were. */
export function markedParagraph(
  placed: PlacedParagraph,
  column: AsideLayout,
  { borders, fill, opens, closes, x0, x1 }: ParagraphMark,
): PlacedParagraph {
  const { format } = placed.paragraph;
  const isAlone = opens && closes;
  const top = isAlone && borders.top !== null ? withinRoom(borders.top, format.spaceBeforePt) : borders.top;
  const abovePt = opens ? heightOf(top) : 0;
  const belowPt = closes ? heightOf(borders.bottom) : 0;
  const paragraph: Paragraph = {
    ...placed.paragraph,
    format: {
      ...format,
      ...indentsOf(format, column, { x0, x1 }),
      spaceBeforePt: Math.max(0, format.spaceBeforePt - abovePt),
      fill,
      borders: { ...borders, top },
    },
  };
  return { ...placed, paragraph, bottomY: placed.bottomY + belowPt };
}

/** Nearer to the text where there is less room before it, as at the top of a page: the text keeps its place. */
function withinRoom(border: ParagraphBorder, roomPt: number): ParagraphBorder {
  return { ...border, spacePt: Math.max(0, Math.min(border.spacePt, roomPt - border.widthPt)) };
}

function heightOf(border: ParagraphBorder | null): number {
  return border === null ? 0 : border.spacePt + border.widthPt;
}

/** Borders go from indent to indent: these are drawn in to where the rule or the panel ended. */
function indentsOf(
  format: Paragraph['format'],
  column: AsideLayout,
  { x0, x1 }: Pick<ParagraphMark, 'x0' | 'x1'>,
): Pick<Paragraph['format'], 'indentLeftPt' | 'indentRightPt'> {
  const rightPt = column.x1 - x1;
  if (format.alignment === 'center') return { indentLeftPt: x0 - column.x0, indentRightPt: rightPt };
  return { indentLeftPt: format.indentLeftPt, indentRightPt: rightPt > 1 ? rightPt : format.indentRightPt };
}
