import type { RunStyle } from '../src/model/formats.ts';

/** The style of runs that nothing is special about. */
export const plainStyle: RunStyle = {
  fontName: 'Arial',
  sizePt: 10,
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
