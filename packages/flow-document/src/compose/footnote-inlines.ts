import type { Word } from '@platen/pdf-kit/page-model';
import type { Footnote } from '../analysis/layout/footnote.ts';
import { type InlineSources, inlinesOf } from '../analysis/text/inlines.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { FootnoteInline, Inline, Paragraph } from '../model/blocks.ts';
import type { RunStyle } from '../model/formats.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import { exactLine, lineSetting } from './line-height.ts';

/** What is in place of the numbers of a page that refer to its notes. */
export function footnoteInlines(
  footnotes: readonly Footnote[],
  sources: InlineSources,
  styleOf: (paragraph: ParagraphDraft) => RunStyle,
): ReadonlyMap<Word, Inline> {
  return new Map(
    footnotes.map(({ reference, mark, paragraphs }): [Word, FootnoteInline] => {
      const blocks = paragraphs.map((draft, index) => noteParagraph(draft, index === 0, sources, styleOf));
      return [reference, { kind: 'footnote', mark, style: sources.runStyles.styleOf(reference.style), blocks }];
    }),
  );
}

/** A paragraph of a note. The first one leaves out the number, which the note shows by itself. */
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
    lineSpacing: draft.pitchPt === null ? lineSetting(style, null).spacing : exactLine(draft.pitchPt).spacing,
    rightToLeft: draft.direction === 'rtl',
  });
}
