import type { Inline, Paragraph } from './blocks.ts';
import type { ParagraphFormat } from './formats.ts';

const plainFormat: ParagraphFormat = {
  alignment: 'left',
  indentLeftPt: 0,
  indentRightPt: 0,
  firstLinePt: 0,
  spaceBeforePt: 0,
  spaceAfterPt: 0,
  lineSpacing: { rule: 'multiple', value: 1 },
  rightToLeft: false,
  tabStops: [],
  fill: null,
  borders: null,
  lineAlignment: 'baseline',
};

/** A paragraph that is no heading, no item of a list and in no frame, with what `format` says of its looks. */
export function plainParagraph(inlines: readonly Inline[], format: Partial<ParagraphFormat>): Paragraph {
  return {
    kind: 'paragraph',
    headingLevel: 0,
    format: { ...plainFormat, ...format },
    list: null,
    inlines,
    bookmarks: [],
    pageBreakBefore: false,
    frame: null,
  };
}

/** A paragraph of next to no height that pictures and shapes hang on. */
export function anchorParagraph(inlines: readonly Inline[]): Paragraph {
  return plainParagraph(inlines, { lineSpacing: { rule: 'exact', value: 1 } });
}
