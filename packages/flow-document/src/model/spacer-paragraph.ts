import type { Paragraph } from './blocks.ts';
import type { RunStyle } from './formats.ts';
import { plainParagraph } from './plain-paragraph.ts';

/** An empty paragraph of a given height, between two tables or at the end of a section. */
export function spacerParagraph(style: RunStyle, heightPt = 1): Paragraph {
  return plainParagraph([{ kind: 'text', text: '', style: { ...style, sizePt: 1 } }], {
    lineSpacing: { rule: 'exact', value: Math.max(1, heightPt) },
  });
}
