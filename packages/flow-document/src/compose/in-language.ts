import type { Inline } from '../model/blocks.ts';
import type { RunStyle } from '../model/formats.ts';

/** The same text, marked as being of a language; null for that of the document. */
export function inLanguage(inlines: readonly Inline[], lang: string | null): readonly Inline[] {
  if (lang === null) return inlines;
  const styles = new Map<RunStyle, RunStyle>();
  const marked = (style: RunStyle): RunStyle => {
    const known = styles.get(style) ?? { ...style, lang };
    styles.set(style, known);
    return known;
  };
  return inlines.map((inline) => {
    if (inline.kind === 'link') return { ...inline, children: inLanguage(inline.children, lang) };
    return inline.kind === 'text' ? { ...inline, style: marked(inline.style) } : inline;
  });
}
