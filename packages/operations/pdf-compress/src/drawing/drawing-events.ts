import type { Matrix } from '@platen/pdf-kit/geometry';
import type { FontAdvances } from './font-advances.ts';

/** Parameters of the graphics state that one operator sets, each as the text of that operator; `?…` when not known. */
export const slotNames = ['fill', 'stroke', 'w', 'J', 'j', 'M', 'd', 'ri', 'i', 'Tf', 'Tz', 'Tr', 'Ts'] as const;

export type SlotName = (typeof slotNames)[number];

const strokeSlots: readonly SlotName[] = ['stroke', 'w', 'J', 'j', 'M', 'd', 'ri', 'i'];
const fillSlots: readonly SlotName[] = ['fill', 'ri', 'i'];
const textSlots: readonly SlotName[] = ['fill', 'ri', 'Tf', 'Tz', 'Tr', 'Ts'];

const paintSlots: readonly SlotName[] = [...fillSlots, ...strokeSlots];
const strokedTextSlots: readonly SlotName[] = [...textSlots, ...strokeSlots];

/** Whether an operator that paints a path draws its line. */
export function isStroke(paint: string): boolean {
  return /^[SsBb]/.test(paint);
}

/** What the look of a painted path depends on; images and shadings depend on what a fill does. */
export function slotsOfPaint(paint: string): readonly SlotName[] {
  if (!isStroke(paint)) return fillSlots;
  return /^[Bb]/.test(paint) ? paintSlots : strokeSlots;
}

/** What the look of text depends on. */
export function slotsOfText({ slots, font }: DrawingState): readonly SlotName[] {
  if (font?.hasGlyphContent === true) return slotNames;
  return slots.Tr === '0 Tr' ? textSlots : strokedTextSlots;
}

export type Slots = Readonly<Record<SlotName, string>>;

/** What has been added up since the page began: clipping paths, or graphics state dictionaries. */
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
  /** Undefined before a font is chosen; null for one whose codes are not understood. */
  readonly font: FontAdvances | null | undefined;
  readonly size: number;
  /** NaN where a form takes it from what draws it. */
  readonly charSpace: number;
  readonly wordSpace: number;
  /** Horizontal scaling as a factor. */
  readonly stretch: number;
  /** NaN like spacing. */
  readonly leading: number;
}

export interface Clip {
  readonly rule: 'W' | 'W*';
  readonly path: Path;
  readonly ctm: Matrix;
}

/** Path operators with their operands; `v` and `y` are written out as `c`. */
export interface Path {
  readonly operators: readonly PathOperator[];
  readonly operands: readonly number[];
}

export type PathOperator = 'm' | 'l' | 'c' | 'h' | 're';

/** How many operands each has. */
export const operandCounts: Readonly<Record<PathOperator, number>> = { m: 2, l: 2, c: 6, h: 0, re: 4 };

/** Glyphs of one font in a line of text. Lengths are in text space, before the matrix of the line. */
export interface ShownGlyphs {
  readonly kind: 'show';
  readonly text: Uint8Array;
  readonly codeBytes: 1 | 2;
  /** Where the line of text begins, and which way it runs. */
  readonly line: Matrix;
  /** Where on the line the first glyph would be without its shift. */
  readonly start: number;
  /** Places are comparable only within what has the same anchor: a glyph of unknown width moves it. */
  readonly anchor: number;
  /** The anchor behind the last glyph. */
  readonly endAnchor: number;
  /** How far each glyph is moved before it is drawn. */
  readonly shifts: readonly number[];
  /** The advance of each glyph without spacing; NaN when it is not known. */
  readonly advances: readonly number[];
}

export type DrawingEvent =
  | ShownGlyphs
  | { readonly kind: 'save' | 'restore' | 'beginText' | 'endText' }
  | { readonly kind: 'concat'; readonly matrix: Matrix }
  | { readonly kind: 'extend'; readonly name: string }
  | { readonly kind: 'path'; readonly paint: string; readonly clip: 'W' | 'W*' | null; readonly path: Path }
  /** Marked content, inline images and shadings, as they are written. */
  | { readonly kind: 'mark' | 'inline' | 'shade'; readonly text: string }
  | { readonly kind: 'object'; readonly name: string; readonly isForm: boolean };

/** Content that this package does not rewrite: broken, or with operators out of place. */
export class UnsupportedContentError extends Error {
  override readonly name = 'UnsupportedContentError';
}
