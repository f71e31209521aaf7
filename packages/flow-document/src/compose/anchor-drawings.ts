import type { Paragraph } from '../model/blocks.ts';
import { anchorParagraph } from '../model/plain-paragraph.ts';
import type { ColumnBuilder } from './column-builder.ts';

/** Anchors the drawings of the page that wait for a paragraph to this one. */
export function withDrawings(paragraph: Paragraph, into: ColumnBuilder): Paragraph {
  const drawings = into.takeDrawings();
  if (drawings.length === 0) return paragraph;
  return { ...paragraph, inlines: [...drawings, ...paragraph.inlines] };
}

/** Where no paragraph comes that they could be anchored to, one of no height is set for them. */
export function anchorDrawings(into: ColumnBuilder): void {
  const drawings = into.takeDrawings();
  if (drawings.length > 0) into.place(anchorParagraph(drawings), into.cursorY + 1);
}
