import { heaviest } from '@platen/pdf-kit/statistics';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { RunStyle } from '../model/formats.ts';

/** The look most of the paragraph has. */
export function baseStyleOf({ fragments }: ParagraphDraft, runStyles: RunStyles): RunStyle {
  const words = fragments.flatMap((fragment) => fragment.words);
  const style = heaviest(words.map((word) => [runStyles.styleOf(word.style), word.text.length]));
  if (style === undefined) throw new TypeError('A paragraph needs a word');
  return style;
}
