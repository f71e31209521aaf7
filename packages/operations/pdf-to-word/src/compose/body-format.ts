import type { DocumentFacts } from '../analysis/document-facts.ts';
import { type PageLayout, paragraphsIn } from '../analysis/layout/page-layout.ts';
import type { RunStyle } from '../document/inline-types.ts';
import type { BodyFormat } from '../document/types.ts';
import { lineSetting } from './line-height.ts';

/** Fewer lines do not show whether they end flush. */
const fewestLines = 3;

/**
 * How the lines of most body text stand: what Normal says, for those who go on writing. LibreOffice falls back to it
 * behind a column break inside a paragraph.
 */
export function bodyFormatOf(layouts: readonly PageLayout[], body: RunStyle, facts: DocumentFacts): BodyFormat {
  const lines = { justify: 0, other: 0 };
  for (const { alignment, fragments } of layouts.flatMap(paragraphsIn)) {
    const size = fragments[0]?.style.sizePt ?? 0;
    if (fragments.length < fewestLines || Math.abs(size - body.sizePt) > 0.5) continue;
    lines[alignment === 'justify' ? 'justify' : 'other'] += fragments.length;
  }
  if (lines.justify + lines.other === 0) return { alignment: 'left', lineSpacing: { rule: 'multiple', value: 1 } };
  return {
    alignment: lines.justify > lines.other ? 'justify' : 'left',
    lineSpacing: lineSetting(body, facts.pitchOf(body.sizePt)).spacing,
  };
}
