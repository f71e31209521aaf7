import { createRequire } from 'node:module';
import type { Bidi, BidiCharTypeName } from 'bidi-js';
import { isRightToLeft, isWordSpace } from './normalize-text.ts';

// The package's types promise a default export of the kind that its CommonJS build does not have.
const createBidi: () => Bidi = createRequire(import.meta.url)('bidi-js');
const bidi = createBidi();

/**
 * What a character does in text of two directions, after UAX 9: letters of either direction, digits, what belongs to a
 * number between two digits (`separator`) or beside one (`sign`), spaces, and all that follows its neighbours.
 */
export type BidiClass = 'right' | 'left' | 'digit' | 'separator' | 'sign' | 'space' | 'neutral';

const classes: Partial<Record<BidiCharTypeName, BidiClass>> = {
  R: 'right',
  AL: 'right',
  L: 'left',
  EN: 'digit',
  AN: 'digit',
  ES: 'separator',
  CS: 'separator',
  ET: 'sign',
};

/** The class of a glyph by the first character of its text. Combining marks count as letters of their script. */
export function bidiClassOf(text: string): BidiClass {
  if (isWordSpace(text)) return 'space';
  const type = bidi.getBidiCharTypeName(String.fromCodePoint(text.codePointAt(0) ?? 0));
  if (type === 'NSM') return isRightToLeft(text) ? 'right' : 'left';
  return classes[type] ?? 'neutral';
}
