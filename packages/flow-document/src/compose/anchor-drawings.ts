import type { Paragraph } from '../model/blocks.ts';
import { anchorParagraph } from '../model/plain-paragraph.ts';
import type { AnchoredInline } from './anchored-inline.ts';
import type { ColumnBuilder } from './column-builder.ts';

/**
 * Anchors the drawings of the page that wait for a paragraph to this one, and those of its own. Pictures that wait are
 * on its panels, unless these are painted over a picture.
 */
export function withDrawings(
  paragraph: Paragraph,
  into: ColumnBuilder,
  own: readonly AnchoredInline[] = [],
): Paragraph {
  const { shape: waiting = [], ...others } = Object.groupBy(into.takeDrawings(), ({ kind }) => kind);
  const { panel: panels = [], mark: marks = [] } = Object.groupBy(own, (drawing) =>
    isPanel(drawing) ? 'panel' : 'mark',
  );
  const { below = [], over = [] } = Object.groupBy(waiting, (shape) => (isOverPicture(shape) ? 'over' : 'below'));
  const pictures = [...(others.picture ?? []), ...over, ...(others['text-box'] ?? [])];
  const drawings = [...below, ...panels, ...pictures, ...marks];
  if (drawings.length === 0) return paragraph;
  return { ...paragraph, inlines: [...drawings, ...paragraph.inlines] };
}

function isPanel(drawing: AnchoredInline): boolean {
  return drawing.kind === 'shape' && drawing.fill !== null && !isOverPicture(drawing);
}

function isOverPicture(drawing: AnchoredInline): boolean {
  return drawing.kind === 'shape' && drawing.overPicture === true;
}

/** Where no paragraph comes that they could be anchored to, one of no height is set for them. */
export function anchorDrawings(into: ColumnBuilder): void {
  const drawings = into.takeDrawings();
  if (drawings.length > 0) into.place(anchorParagraph(drawings), into.cursorY + 1);
}
