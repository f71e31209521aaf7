import type { AsideLayout } from '../analysis/layout/page-layout.ts';
import type { PageMark } from '../marks/page-marks.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import type { ColumnBuilder } from './column-builder.ts';

/** Height of the empty line that the rule is the border of, in points. */
const linePt = 1;

/** Sets a rule of its own as the border of an empty paragraph, as Word makes one of three hyphens. */
export function placeRule({ box, outline }: PageMark, column: AsideLayout, into: ColumnBuilder): void {
  if (outline === null) return;
  const paragraph = plainParagraph([], {
    lineSpacing: { rule: 'exact', value: linePt },
    spaceBeforePt: Math.max(0, box.y0 - linePt - into.cursorY),
    indentLeftPt: Math.max(0, box.x0 - column.x0),
    indentRightPt: Math.max(0, column.x1 - box.x1),
    borders: { top: null, right: null, bottom: { ...outline, spacePt: 0 }, left: null },
  });
  into.place(paragraph, Math.max(into.cursorY + linePt, box.y0) + outline.widthPt, box);
}
