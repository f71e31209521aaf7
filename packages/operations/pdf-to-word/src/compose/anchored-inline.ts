import type { PictureInline, ShapeInline, TextBoxInline } from '@platen/pdf-kit/flow-document';

/** A picture, shape or text box at a place of its page. */
export type AnchoredInline = PictureInline | ShapeInline | TextBoxInline;
