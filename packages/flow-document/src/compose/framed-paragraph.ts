import type { Box } from '@platen/pdf-kit/page-model';
import type { Paragraph } from '../model/blocks.ts';
import type { TabStop } from '../model/formats.ts';

/** Left and right edges, in points from the left of the page. */
export type Reach = Pick<Box, 'x0' | 'x1'>;

/** A line on its own may run wider than it was by this share, in another face. */
const spareShare = 0.15;
/** No frame is narrower than this, in points. */
const narrowestPt = 6;

/**
 * The paragraph in a frame where it was. `box` is where its text was; its indents and tabs count from the edges of
 * `column`, and the space before it from the top of the page. The frame is as wide as its lines are let to be in running
 * text, but leaves `free`, the whitespace around the text, to no one.
 */
export function framedParagraph(whole: Paragraph, box: Box, column: Reach, free: Reach): Paragraph {
  const paragraph = withTabsFromStart(whole, box, column);
  const { format } = paragraph;
  const { x0, x1 } = edgesOf(paragraph, box, column, free);
  const isSet = format.alignment === 'justify' || format.alignment === (format.rightToLeft ? 'right' : 'left');
  const shiftPt = format.rightToLeft ? x1 - column.x1 : column.x0 - x0;
  return {
    ...paragraph,
    format: {
      ...format,
      indentLeftPt: isSet && !format.rightToLeft ? format.indentLeftPt + shiftPt : 0,
      indentRightPt: isSet && format.rightToLeft ? format.indentRightPt + shiftPt : 0,
      spaceBeforePt: 0,
      spaceAfterPt: 0,
      tabStops: format.tabStops.map((stop): TabStop => ({ ...stop, positionPt: stop.positionPt + shiftPt })),
    },
    frame: { xPt: x0, yPt: format.spaceBeforePt, widthPt: Math.max(narrowestPt, x1 - x0) },
  };
}

/** Lines with tabs begin where they began: pushed to the end of their frame, they would be as wide as their tabs let them. */
function withTabsFromStart(paragraph: Paragraph, box: Box, column: Reach): Paragraph {
  const { format } = paragraph;
  const alignment = format.rightToLeft ? 'right' : 'left';
  if (format.tabStops.length === 0 || format.alignment === 'justify' || format.alignment === alignment)
    return paragraph;
  const indents = format.rightToLeft ? { indentRightPt: column.x1 - box.x1 } : { indentLeftPt: box.x0 - column.x0 };
  return { ...paragraph, format: { ...format, ...indents, firstLinePt: 0, alignment } };
}

function edgesOf({ format }: Paragraph, box: Box, column: Reach, free: Reach): Reach {
  const sparePt = spareShare * (box.x1 - box.x0);
  const x0 = Math.max(free.x0, Math.min(box.x0, column.x0 + format.indentLeftPt));
  const x1 = Math.min(free.x1, Math.max(box.x1, column.x1 - format.indentRightPt));
  if (format.alignment === 'center') {
    const reachPt = Math.min(box.x0 - x0, x1 - box.x1, sparePt);
    return { x0: box.x0 - reachPt, x1: box.x1 + reachPt };
  }
  if (format.alignment === 'right' || format.rightToLeft) return { x0, x1: box.x1 };
  return { x0: box.x0, x1 };
}
