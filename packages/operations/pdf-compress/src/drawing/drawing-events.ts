import type { Matrix } from '@platen/pdf-kit/geometry';
import type { FontAdvances } from './font-advances.ts';

/** Graphics state parameters that a single operator sets. The value of each is the text of that operator; `?…` if unknown. */
export const slotNames = ['fill', 'stroke', 'w', 'J', 'j', 'M', 'd', 'ri', 'i', 'Tf', 'Tz', 'Tr', 'Ts'] as const;

export type SlotName = (typeof slotNames)[number];

const strokeSlots: readonly SlotName[] = ['stroke', 'w', 'J', 'j', 'M', 'd', 'ri', 'i'];
const fillSlots: readonly SlotName[] = ['fill', 'ri', 'i'];
const textSlots: readonly SlotName[] = ['fill', 'ri', 'Tf', 'Tz', 'Tr', 'Ts'];

const paintSlots: readonly SlotName[] = [...fillSlots, ...strokeSlots];
const strokedTextSlots: readonly SlotName[] = [...textSlots, ...strokeSlots];

/** Whether a path-painting operator strokes. */
export function isStroke(paint: string): boolean {
  return /^[SsBb]/.test(paint);
}

/** The parameters that a painted path depends on; images and shadings depend on those of a fill. */
export function slotsOfPaint(paint: string): readonly SlotName[] {
  if (!isStroke(paint)) return fillSlots;
  return /^[Bb]/.test(paint) ? paintSlots : strokeSlots;
}

/** The parameters that text depends on. */
export function slotsOfText({ slots, font }: DrawingState): readonly SlotName[] {
  if (font?.hasGlyphContent === true) return slotNames;
  return slots.Tr === '0 Tr' ? textSlots : strokedTextSlots;
}

export type Slots = Readonly<Record<SlotName, string>>;

/** An immutable list of what has been applied since the content began: clipping paths, or graphics state parameter dictionaries. */
export interface Chain<Item> {
  readonly before: Chain<Item> | null;
  readonly item: Item;
}

/** The graphics state (ISO 32000-2, 8.4 and 9.3) while content is read. */
export interface DrawingState {
  readonly ctm: Matrix;
  readonly slots: Slots;
  readonly clip: Chain<Clip> | null;
  readonly extended: Chain<string> | null;
  /** Undefined before a font is selected; null for one whose codes cannot be read. */
  readonly font: FontAdvances | null | undefined;
  readonly size: number;
  /** NaN in a form, which inherits it. */
  readonly charSpace: number;
  readonly wordSpace: number;
  /** Horizontal scaling as a factor. */
  readonly stretch: number;
  /** NaN in a form. */
  readonly leading: number;
}

export interface Clip {
  readonly rule: 'W' | 'W*';
  readonly path: Path;
  readonly ctm: Matrix;
}

/** Path construction operators with their operands, without `v` and `y`. */
export interface Path {
  readonly operators: readonly PathOperator[];
  readonly operands: readonly number[];
}

export type PathOperator = 'm' | 'l' | 'c' | 'h' | 're';

/** The number of operands of each. */
export const operandCounts: Readonly<Record<PathOperator, number>> = { m: 2, l: 2, c: 6, h: 0, re: 4 };

/** Glyphs of one font in a line of text. Lengths are in text space, before the matrix of the line. */
export interface ShownGlyphs {
  readonly kind: 'show';
  readonly text: Uint8Array;
  readonly codeBytes: 1 | 2;
  /** The text line matrix. */
  readonly line: Matrix;
  /** The position of the first glyph along the line, without its shift. */
  readonly start: number;
  /** Positions are comparable only with the same anchor: each glyph of unknown width begins a new one. */
  readonly anchor: number;
  /** The anchor after the last glyph. */
  readonly endAnchor: number;
  /** The shift of each glyph before it is drawn (by `TJ`). */
  readonly shifts: readonly number[];
  /** The advance of each glyph without spacing; NaN if unknown. */
  readonly advances: readonly number[];
}

export type DrawingEvent =
  | ShownGlyphs
  | { readonly kind: 'save' | 'restore' | 'beginText' | 'endText' }
  | { readonly kind: 'concat'; readonly matrix: Matrix }
  | { readonly kind: 'extend'; readonly name: string }
  | { readonly kind: 'path'; readonly paint: string; readonly clip: 'W' | 'W*' | null; readonly path: Path }
  /** Marked-content operators, inline images and shadings, as they are written. */
  | { readonly kind: 'mark' | 'inline' | 'shade'; readonly text: string }
  | { readonly kind: 'object'; readonly name: string; readonly isForm: boolean };

/** Content that is not rewritten: damaged, or with operators where they are not allowed. */
export class UnsupportedContentError extends Error {
  override readonly name = 'UnsupportedContentError';
}
