import type { PictureInline, ShapeInline, TextBoxInline } from '../model/blocks.ts';

/** A picture, shape or text box at a place of its page. */
export type AnchoredInline = PictureInline | ShapeInline | TextBoxInline;
