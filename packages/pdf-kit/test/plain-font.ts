import type { Font } from '../src/page-model/types.ts';

/** A font of no particular look. */
export const plainFont: Font = {
  name: 'Test',
  bold: false,
  italic: false,
  monospace: false,
  serif: false,
  symbolic: false,
  vertical: false,
  ascent: 0.8,
  descent: -0.2,
};
