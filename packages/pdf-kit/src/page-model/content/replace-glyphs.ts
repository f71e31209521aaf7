import { iconText } from '../fonts/icon-fonts.ts';
import type { DrawnGlyph, PageContent } from './page-content.ts';

/** Maximum glyphs with a replacement text: that of more describes a figure. */
const maxGlyphs = 12;
/** Minimum letters after an icon. */
const leastBehindIcon = 3;

/** How many glyphs of each kind a page had at some point. */
export type GlyphMark = Readonly<Record<'glyphs' | 'unread', number>>;

export function markGlyphs({ glyphs, unread }: PageContent): GlyphMark {
  return { glyphs: glyphs.length, unread: unread.length };
}

/**
 * Gives the glyphs drawn since a mark their replacement text (`ActualText`). Whitespace stays as drawn unless it is a
 * joiner, and so do small letters drawn as capitals.
 */
export function replaceGlyphs(content: PageContent, since: GlyphMark, text: string): void {
  const drawn = [...content.glyphs.slice(since.glyphs), ...content.unread.slice(since.unread)];
  const shown = drawn.map((glyph) => glyph.text).join('');
  const icon = drawn[0];
  if (isAddressOf(shown, text)) return;
  const name = nameOfIcon(drawn, text);
  if (icon?.text === iconText) {
    const description = (name ?? text).trim().replace(/:$/, '');
    const isNamed = (name !== null || drawn.length === 1) && !controlSequence.test(text) && description !== '';
    if (isNamed) content.glyphs[since.glyphs] = { ...icon, description };
    return;
  }
  if (icon !== undefined && name !== null) {
    const style = drawn[1]?.style ?? icon.style;
    content.glyphs.splice(
      since.glyphs,
      content.glyphs.length,
      { ...icon, text: name, style, isCode: false },
      ...drawn.slice(1),
    );
    content.unread.length = since.unread;
    return;
  }
  if (drawn.length === 0 || drawn.length > maxGlyphs || /^[\s\p{Cc}]*$/u.test(text)) return;
  if (isBlank(drawn) && !joiners.test(text)) return;
  if (!saysWhatIsDrawn(drawn, text)) return;
  if (shown === text || (shown.toLowerCase() === text.toLowerCase() && text !== text.toUpperCase())) return;
  // Glyphs of right-to-left text are drawn from its end.
  if (drawn.length > 1 && /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text)) return;
  content.glyphs.length = since.glyphs;
  content.unread.length = since.unread;
  content.glyphs.push(...spread(text, drawn));
}

/** Browsers draw a joiner by a space without width: `می‌شود` has one. */
const joiners = /^[\u200c\u200d]+$/;
/** One glyph is a ligature of so many letters at most: `ffi`. */
const longestLigature = 3;
const controlSequence = /^\s*\\[A-Za-z]/;
/** What is drawn as a sign of its own: icons, stars and dots, be they mapped to them or to private use. */
const drawnSign = /[\p{So}\p{Co}\u2022\u25a0-\u25ff\u2605\u2606]/u;

/**
 * Whether a replacement text may be what its glyphs show: the letters of a ligature, a hyphen, a character drawn in parts.
 * It is no description of them: the name of an icon, or `3.5` for stars.
 */
function saysWhatIsDrawn(drawn: readonly DrawnGlyph[], text: string): boolean {
  const length = [...text.trim()].length;
  if (controlSequence.test(text) || length > longestLigature * drawn.length) return false;
  const isDescribed = drawn.some((glyph) => drawnSign.test(glyph.text)) && /[\p{L}\p{N}]/u.test(text);
  // Each figure has a glyph of its own.
  return !isDescribed && (!/\p{N}/u.test(text) || drawn.length <= length);
}

/** Whether a text is the address behind what is drawn: `mailto:ada@x.org` for `ada@x.org`. */
function isAddressOf(shown: string, text: string): boolean {
  return shown.length >= leastBehindIcon && text.endsWith(shown) && /[:/]/.test(text.slice(0, -shown.length));
}

/**
 * The text of an icon before other text, if the replacement has both: `tel:` for a drawn telephone before a number,
 * replaced by `tel:123`. Null otherwise.
 */
function nameOfIcon(drawn: readonly DrawnGlyph[], text: string): string | null {
  const behind = drawn
    .slice(1)
    .map((glyph) => glyph.text)
    .join('')
    .replaceAll(/\s/g, '');
  if (behind.length < leastBehindIcon) return null;
  let [end, left] = [text.length, behind.length];
  for (; left > 0 && end > 0; end--) {
    const character = text.charAt(end - 1);
    if (character.trim() === '') continue;
    if (character !== behind.charAt(left - 1)) return null;
    left -= 1;
  }
  const name = text.slice(0, end);
  return left === 0 && /\p{L}{2}/u.test(name) && !controlSequence.test(name) ? name : null;
}

function isBlank(drawn: readonly DrawnGlyph[]): boolean {
  return drawn.every(({ text }) => text !== '' && text.trim() === '');
}

/** One character for each glyph, the rest for the last one; glyphs beyond the end of the text are dropped. */
function spread(text: string, drawn: readonly DrawnGlyph[]): readonly DrawnGlyph[] {
  const characters = [...text];
  return drawn.slice(0, characters.length).map((glyph, index) => {
    const isLast = index === drawn.length - 1;
    const own = isLast ? characters.slice(index).join('') : (characters[index] ?? '');
    return { ...glyph, text: own, isCode: false };
  });
}
