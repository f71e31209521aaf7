import type { Paragraph } from './blocks.ts';
import type { RunStyle } from './formats.ts';
import { plainParagraph } from './plain-paragraph.ts';

/** A paragraph of a given height with nothing in it: between two tables, or where a section must end. */
export function spacerParagraph(style: RunStyle, heightPt = 1): Paragraph {
  return plainParagraph([{ kind: 'text', text: '', style: { ...style, sizePt: 1 } }], {
    lineSpacing: { rule: 'exact', value: Math.max(1, heightPt) },
  });
}
