import { gapBetween } from '../analysis/fragments.ts';
import type { Fragment, ParagraphDraft } from '../analysis/types.ts';
import type { Inline, RunStyle } from '../document/types.ts';

/** The width of a space in em. */
const spaceWidths: Readonly<Record<string, number>> = {
  'Times New Roman': 0.25,
  Arial: 0.278,
  Calibri: 0.226,
  Cambria: 0.22,
  'Noto Sans': 0.26,
  'Noto Serif': 0.26,
};
/** Letters are moved together by this much at most. */
const limitPt = 0.3;

/**
 * How much closer the letters of a justified paragraph must stand so that each of its lines fits again, in points, not
 * above zero. Typesetters shrink the spaces of a full line; word processors only widen them, and would push its last
 * word down.
 */
export function tighteningOf({ alignment, fragments }: ParagraphDraft, style: RunStyle): number {
  const spaceEm = spaceWidths[style.fontName];
  if (alignment !== 'justify' || spaceEm === undefined) return 0;
  const needs = fragments.slice(0, -1).map((fragment) => shortage(fragment, spaceEm * style.sizePt));
  const worst = Math.max(0, ...needs);
  return -Math.min(limitPt, Math.ceil(worst * 20) / 20);
}

/** What a line lacks when its spaces have their own width, for each of its characters. */
function shortage({ words }: Fragment, spacePt: number): number {
  let lacking = 0;
  let characters = 0;
  words.forEach((word, index) => {
    const next = words[index + 1];
    characters += word.text.length;
    if (next === undefined || !word.spaceAfter) return;
    characters++;
    lacking += spacePt - gapBetween(word, next);
  });
  return characters === 0 ? 0 : lacking / characters;
}

/** The same text with its letters closer together. */
export function tightened(inlines: readonly Inline[], byPt: number): readonly Inline[] {
  if (byPt === 0) return inlines;
  const styles = new Map<RunStyle, RunStyle>();
  const tighter = (style: RunStyle): RunStyle => {
    const known = styles.get(style) ?? { ...style, letterSpacingPt: style.letterSpacingPt + byPt };
    styles.set(style, known);
    return known;
  };
  return inlines.map((inline) => {
    if (inline.kind === 'link') return { ...inline, children: tightened(inline.children, byPt) };
    return inline.kind === 'text' ? { ...inline, style: tighter(inline.style) } : inline;
  });
}
