import { anchorParagraph, type Paragraph } from '@platen/pdf-kit/flow-document';
import type { Box } from '@platen/pdf-kit/page-model';
import type { AnchoredInline } from './anchored-inline.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { fromLine } from './moving-drawings.ts';

/** Where the text of a paragraph was. */
interface TextPlace {
  /** The top of its first line. */
  readonly topY: number;
  readonly box: Box;
}

/** Anchors the drawings of the page that wait for a paragraph to this one; pictures beside its text move with it. */
export function withDrawings(paragraph: Paragraph, into: ColumnBuilder, text?: TextPlace): Paragraph {
  const drawings = into.takeDrawings();
  if (drawings.length === 0) return paragraph;
  const placed = drawings.map((drawing) =>
    text !== undefined && isBeside(drawing, text) ? fromLine(drawing, text.topY) : drawing,
  );
  return { ...paragraph, inlines: [...placed, ...paragraph.inlines] };
}

/** A picture that begins this much above its text, in points, still is no higher than its line. */
const abovePt = 4;

/** Whether text flows around a picture from this paragraph on. */
function isBeside(drawing: AnchoredInline, { topY, box }: TextPlace): boolean {
  if (drawing.kind !== 'picture' || drawing.placement.kind === 'inline') return false;
  const { yPt, wrap } = drawing.placement;
  return wrap === 'around' && yPt >= topY - abovePt && yPt < box.y1;
}

/** Where no paragraph comes that they could be anchored to, one of no height is set for them. */
export function anchorDrawings(into: ColumnBuilder): void {
  const drawings = into.takeDrawings();
  if (drawings.length > 0) into.place(anchorParagraph(drawings), into.cursorY + 1);
}
