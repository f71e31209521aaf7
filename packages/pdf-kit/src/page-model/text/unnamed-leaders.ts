import type { DrawnGlyph } from '../content/page-content.ts';

/** Meaningless characters: the replacement character, and those of private use. */
const nameless = /^[\ufffd\ue000-\uf8ff]$/u;
/** This many of one narrow glyph in a row are leader dots. */
const minDots = 8;
/** Maximum advance of a dot, in em. */
const widestEm = 0.4;

/** Maps leader dots without a character: one narrow glyph, repeated. */
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
