import type { DrawnGlyph } from '../content/page-content.ts';

/** Characters that say nothing: the sign for what cannot be shown, and those of private use. */
const nameless = /^[\ufffd\ue000-\uf8ff]$/u;
/** So many of one narrow glyph in a row are dots that lead to a page number. */
const minDots = 8;
/** A dot moves the pen by no more than this, in em. */
const widestEm = 0.4;

/** Names the dots of leaders whose font does not: one narrow glyph without a character, over and over. */
export function nameLeaderDots(glyphs: DrawnGlyph[]): DrawnGlyph[] {
  if (!glyphs.some(isNamelessDot)) return glyphs;
  const named: DrawnGlyph[] = [];
  let run: DrawnGlyph[] = [];
  const endRun = () => {
    const areDots = run.length >= minDots;
    named.push(...(areDots ? run.map((glyph) => ({ ...glyph, text: '.' })) : run));
    run = [];
  };
  for (const glyph of glyphs) {
    const [first] = run;
    if (first !== undefined && (first.code !== glyph.code || first.style !== glyph.style)) endRun();
    if (isNamelessDot(glyph)) run.push(glyph);
    else {
      endRun();
      named.push(glyph);
    }
  }
  endRun();
  return named;
}

function isNamelessDot({ text, advancePt, style, hidden }: DrawnGlyph): boolean {
  return !hidden && nameless.test(text) && advancePt > 0 && advancePt <= widestEm * style.sizePt;
}
