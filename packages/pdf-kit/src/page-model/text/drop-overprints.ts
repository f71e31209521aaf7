import type { DrawnGlyph } from '../content/page-content.ts';
import { isWordSpace } from './normalize-text.ts';

/** A copy drawn this close to a glyph, in em, is the same glyph again: fake bold, or a shadow. */
const overprintEm = 0.12;

/** Leaves out glyphs that are drawn again, almost on the spot, to look bold or to cast a shadow. */
export function dropOverprints(glyphs: readonly DrawnGlyph[]): DrawnGlyph[] {
  const seen = new Map<string, DrawnGlyph[]>();
  return glyphs.filter((glyph) => {
    if (isWordSpace(glyph.text)) return true;
    const size = Math.max(glyph.style.sizePt, 1);
    const column = Math.floor(glyph.origin.x / size);
    const row = Math.floor(glyph.origin.y / size);
    for (let dx = -1; dx <= 1; dx += 1) {
      for (let dy = -1; dy <= 1; dy += 1) {
        const near = seen.get(`${glyph.text} ${column + dx} ${row + dy}`);
        if (near?.some((other) => isOverprint(other, glyph)) === true) return false;
      }
    }
    const key = `${glyph.text} ${column} ${row}`;
    const cell = seen.get(key);
    if (cell === undefined) seen.set(key, [glyph]);
    else cell.push(glyph);
    return true;
  });
}

function isOverprint(a: DrawnGlyph, b: DrawnGlyph): boolean {
  const reach = Math.min(overprintEm * a.style.sizePt, 0.5 * Math.max(a.advancePt, 0.1 * a.style.sizePt));
  return (
    a.angle === b.angle &&
    Math.abs(a.style.sizePt - b.style.sizePt) < 0.1 * a.style.sizePt &&
    Math.hypot(a.origin.x - b.origin.x, a.origin.y - b.origin.y) <= reach
  );
}
