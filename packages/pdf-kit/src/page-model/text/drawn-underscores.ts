import type { DrawnGlyph } from '../content/page-content.ts';
import { createPlaceIndex, type PlaceIndex } from '../place-index.ts';
import type { Rule } from '../types.ts';
import { isWordSpace } from './normalize-text.ts';

/** The text of a page with the underscores that are drawn as rules, and the rules that are none. */
export interface DrawnUnderscores {
  readonly glyphs: readonly DrawnGlyph[];
  readonly rules: readonly Rule[];
}

/** How long and thick such a rule is, in em: TeX draws 0.3 em by 0.4 pt, Texinfo 0.3 em by 0.1 ex. */
const lengthEm = { least: 0.22, most: 0.5 };
const thicknessEm = 0.09;
/** Maximum distance from the baseline of the letter beside it, and from the letter itself, in em: TeX leaves 0.06 to 0.07. */
const baselineEm = 0.12;
const besideEm = 0.12;
/** Tolerance for letters that lean over it, in em. */
const overEm = 0.1;
/** No letter beside such a rule is larger, in points. */
const largestPt = 40;

/**
 * TeX draws the underscore of its oldest encoding as a short rule on the baseline, beside a letter and without one over it:
 * names of programs lose theirs otherwise.
 */
export function readUnderscores(glyphs: readonly DrawnGlyph[], rules: readonly Rule[]): DrawnUnderscores {
  const short = rules.filter(
    ({ orientation, x0, x1, widthPt, dashed }) =>
      orientation === 'horizontal' &&
      !dashed &&
      x1 - x0 < lengthEm.most * largestPt &&
      widthPt < thicknessEm * largestPt,
  );
  if (short.length === 0) return { glyphs, rules };
  const level = glyphs.filter(({ angle, hidden, text }) => angle === 0 && !hidden && text !== '' && !isWordSpace(text));
  const places = createPlaceIndex(level.map((glyph) => [glyph, glyph.box]));
  const found = new Map<Rule, DrawnGlyph>();
  // Backwards as well: of `__init__` the first two are before the letters.
  for (const inOrder of [short.toSorted((a, b) => a.x0 - b.x0), short.toSorted((a, b) => b.x1 - a.x1)]) {
    for (const rule of inOrder) {
      const beside = found.has(rule) ? null : letterBeside(rule, places);
      if (beside === null) continue;
      const underscore = underscoreLike(beside, rule);
      found.set(rule, underscore);
      places.add(underscore, underscore.box);
    }
  }
  if (found.size === 0) return { glyphs, rules };
  return { glyphs: [...glyphs, ...found.values()], rules: rules.filter((rule) => !found.has(rule)) };
}

/** The letter or underscore that a rule continues; null where it is too long or thick for one, or has a letter over it. */
function letterBeside(rule: Rule, places: PlaceIndex<DrawnGlyph>): DrawnGlyph | null {
  const length = rule.x1 - rule.x0;
  const reach = (besideEm * length) / lengthEm.least;
  const near = places.touching({ x0: rule.x0 - reach, x1: rule.x1 + reach, y0: rule.y0, y1: rule.y0 });
  const beside = near.find((glyph) => isBeside(rule, glyph)) ?? null;
  const slack = overEm * (beside?.style.sizePt ?? 0);
  return near.some(({ box }) => box.x1 > rule.x0 + slack && box.x0 < rule.x1 - slack) ? null : beside;
}

function isBeside(rule: Rule, { text, box, origin, style: { sizePt } }: DrawnGlyph): boolean {
  const length = rule.x1 - rule.x0;
  const gap = Math.max(box.x0 - rule.x1, rule.x0 - box.x1);
  return (
    /[\p{L}\p{N}_]$/u.test(text) &&
    length > lengthEm.least * sizePt &&
    length < lengthEm.most * sizePt &&
    rule.widthPt < thicknessEm * sizePt &&
    Math.abs(rule.y0 - origin.y) < baselineEm * sizePt &&
    Math.abs(gap) < besideEm * sizePt
  );
}

function underscoreLike(letter: DrawnGlyph, { x0, x1 }: Rule): DrawnGlyph {
  const { box, origin } = letter;
  return {
    ...letter,
    text: '_',
    box: { ...box, x0, x1 },
    origin: { ...origin, x: x0 },
    advancePt: x1 - x0,
    code: -1,
    isCode: false,
    outline: null,
  };
}
