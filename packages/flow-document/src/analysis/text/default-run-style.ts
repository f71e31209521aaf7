import type { RunStyle } from '../../model/formats.ts';

/** The look of text of which none is known: that of a new document of Word. */
export const defaultRunStyle: RunStyle = {
  fontName: 'Calibri',
  sizePt: 11,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  highlight: null,
  script: 'normal',
  letterSpacingPt: 0,
  widthScale: 1,
  rightToLeft: false,
};
