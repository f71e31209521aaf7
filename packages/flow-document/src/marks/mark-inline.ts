import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { ShapeInline, TextBoxInline } from '../model/blocks.ts';
import type { PageMark } from './page-marks.ts';
import { turnedTextBox } from './turned-text-box.ts';

/** The mark as a shape or a text box where it was. */
export function markInline(mark: PageMark, runStyles: RunStyles): ShapeInline | TextBoxInline {
  const { box, fill, outline, text, radiusPt, overPicture } = mark;
  if (text !== null) return turnedTextBox(text, runStyles);
  return {
    kind: 'shape',
    xPt: box.x0,
    yPt: box.y0,
    widthPt: box.x1 - box.x0,
    heightPt: box.y1 - box.y0,
    fill,
    outline,
    ...(radiusPt === undefined ? {} : { radiusPt }),
    ...(overPicture === undefined ? {} : { overPicture }),
  };
}
