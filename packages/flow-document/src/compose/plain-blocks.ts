import { textOf } from '@platen/pdf-kit/page-model';
import { defaultRunStyle } from '../analysis/text/default-run-style.ts';
import type { BlockDraft } from '../analysis/types.ts';
import type { Paragraph } from '../model/blocks.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';

/** The text of a block that cannot be composed, without a look: of a table, a paragraph for each cell. */
export function plainBlocks(draft: BlockDraft): readonly Paragraph[] {
  return textsOf(draft)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const rightToLeft = draft.kind === 'paragraph' && draft.direction === 'rtl';
      return plainParagraph([{ kind: 'text', text, style: { ...defaultRunStyle, rightToLeft } }], { rightToLeft });
    });
}

/** What a block is called in a warning, and what becomes of it where it cannot be composed. */
export const plainlyComposed = {
  paragraph: { what: 'A paragraph', instead: 'its text is kept without formatting' },
  table: { what: 'A table', instead: 'its text becomes paragraphs' },
  figure: { what: 'A picture', instead: 'it is left out' },
  formula: { what: 'A formula', instead: 'its symbols become text' },
} as const satisfies Record<BlockDraft['kind'], { readonly what: string; readonly instead: string }>;

function textsOf(draft: BlockDraft): readonly string[] {
  switch (draft.kind) {
    case 'paragraph':
      return [draft.fragments.map(({ words }) => textOf(words)).join(' ')];
    case 'table':
      return draft.table.cells.map(({ text }) => text);
    case 'figure':
      return draft.texts.map(({ words }) => textOf(words));
    case 'formula':
      return [textOf([...draft.words]), ...(draft.number === null ? [] : [textOf(draft.number.words)])];
  }
}
