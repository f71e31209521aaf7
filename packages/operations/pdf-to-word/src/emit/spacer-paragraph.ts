import type { Paragraph, RunStyle } from '../document/types.ts';

/** A paragraph of a given height with nothing in it: between two tables, or where a section must end. */
export function spacerParagraph(style: RunStyle, heightPt = 1): Paragraph {
  return {
    kind: 'paragraph',
    headingLevel: 0,
    format: {
      alignment: 'left',
      indentLeftPt: 0,
      indentRightPt: 0,
      firstLinePt: 0,
      spaceBeforePt: 0,
      spaceAfterPt: 0,
      lineSpacing: { rule: 'exact', value: Math.max(1, heightPt) },
      rightToLeft: false,
      tabStops: [],
      fill: null,
      borders: null,
    },
    list: null,
    inlines: [{ kind: 'text', text: '', style: { ...style, sizePt: 1 } }],
    bookmarks: [],
    pageBreakBefore: false,
    frame: null,
  };
}
