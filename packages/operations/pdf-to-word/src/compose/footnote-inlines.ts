import type { Word } from '@platen/pdf-kit/page-model';
import type { Footnote } from '../analysis/footnotes.ts';
import { type InlineSources, inlinesOf } from '../analysis/inlines.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import { plainParagraph } from '../document/plain-paragraph.ts';
import type { FootnoteInline, Inline, Paragraph, RunStyle } from '../document/types.ts';
import { lineSetting } from './line-height.ts';

/** Counts the notes of a document as a word processor does. */
export interface FootnoteCount {
  last: number;
}

/** What stands in place of the marks of a page that refer to its notes. */
export function footnoteInlines(
  footnotes: readonly Footnote[],
  sources: InlineSources,
  count: FootnoteCount,
  styleOf: (paragraph: ParagraphDraft) => RunStyle,
): ReadonlyMap<Word, Inline> {
  return new Map(
    footnotes.map((footnote): [Word, FootnoteInline] => {
      const isCounted = footnote.mark === String(count.last + 1);
      if (isCounted) count.last++;
      const blocks = footnote.paragraphs.map((draft, index) => noteParagraph(draft, index === 0, sources, styleOf));
      const style = sources.runStyles.styleOf(footnote.reference.style);
      return [footnote.reference, { kind: 'footnote', style, mark: isCounted ? null : footnote.mark, blocks }];
    }),
  );
}

/** A paragraph of a note. The first one leaves out the mark, which the note shows by itself. */
function noteParagraph(
  draft: ParagraphDraft,
  isFirst: boolean,
  sources: InlineSources,
  styleOf: (paragraph: ParagraphDraft) => RunStyle,
): Paragraph {
  const style = styleOf(draft);
  const inlines = inlinesOf(draft.fragments, isFirst ? 1 : 0, sources);
  const parting: readonly Inline[] = isFirst ? [{ kind: 'text', text: ' ', style }] : [];
  return plainParagraph([...parting, ...inlines], {
    alignment: draft.alignment === 'justify' ? 'justify' : 'left',
    lineSpacing: lineSetting(style, draft.pitchPt).spacing,
    rightToLeft: draft.direction === 'rtl',
  });
}
