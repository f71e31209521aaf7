import { containsMiddle } from '../box.ts';
import type { DrawnGlyph } from '../content/page-content.ts';
import type { Box } from '../types.ts';
import { dropOverprints } from './drop-overprints.ts';
import { isWordSpace } from './normalize-text.ts';

/** A glyph this far from the pen position, in em, begins another word. Words in pieces are also found, joined ones are not. */
const apartEm = 0.08;

/**
 * The text of glyphs in drawing order, before any analysis: lines, tables and paragraphs are checked against it.
 * Unreadable text, and text drawn twice at one position, is left out.
 */
export function drawnText(glyphs: readonly DrawnGlyph[], unreadable: readonly Box[]): string {
  const pieces: string[] = [];
  let last: DrawnGlyph | null = null;
  for (const glyph of dropOverprints(glyphs)) {
    if (unreadable.some((box) => containsMiddle(box, glyph.box))) continue;
    if (last !== null && !isWordSpace(glyph.text) && isApart(last, glyph)) pieces.push(' ');
    pieces.push(glyph.text);
    last = glyph;
  }
  return pieces.join('');
}

function isApart(last: DrawnGlyph, { origin, angle, style }: DrawnGlyph): boolean {
  if (last.angle !== angle || last.style.sizePt !== style.sizePt) return true;
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [origin.x - last.origin.x, origin.y - last.origin.y];
  const along = dx * Math.cos(radians) + dy * Math.sin(radians);
  const across = dy * Math.cos(radians) - dx * Math.sin(radians);
  const reachPt = apartEm * Math.max(style.sizePt, last.style.sizePt);
  return Math.abs(along - last.advancePt) > reachPt || Math.abs(across) > reachPt;
}
