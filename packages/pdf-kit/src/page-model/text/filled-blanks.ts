import type { DrawnGlyph } from '../content/page-content.ts';
import type { Rule } from '../types.ts';
import { isWordSpace } from './normalize-text.ts';

/** Text with each answer on the baseline of its blank, and a rule in place of the underscores below it. */
export interface FilledBlanks {
  readonly glyphs: readonly DrawnGlyph[];
  readonly rules: readonly Rule[];
}

/** Fewer underscores are a name in a program. */
const shortestBlank = 3;
/** No form has more of them on a page, and each looks through all of its glyphs. */
const maxBlanks = 300;
/** Underscores closer than this, in em, are of one blank. */
const blankGapEm = 0.1;
/** How far above and below the baseline of a blank an answer may be set, in em of the blank. */
const answerReachEm = { above: 0.45, below: 0.15 };
/** Underscores this close to an answer make way for it, in em: what remains is separated from it by a word gap. */
const clearanceEm = 0.2;
/** Where an underscore is drawn below the baseline, and how thick, in em: as in Arial and Times. */
const underscore = { depthEm: 0.1, heightEm: 0.05 };

interface Blank {
  readonly glyphs: DrawnGlyph[];
  readonly x0: number;
  x1: number;
}

/**
 * Forms are filled in by typing over a row of underscores. Left in place, these would be read between the letters of the
 * answer, for both share a line.
 */
export function fillBlanks(glyphs: readonly DrawnGlyph[]): FilledBlanks {
  const blanks = findBlanks(glyphs);
  if (blanks.length === 0 || blanks.length > maxBlanks) return { glyphs, rules: [] };
  const removed = new Set<DrawnGlyph>();
  const moved = new Map<DrawnGlyph, DrawnGlyph>();
  const rules: Rule[] = [];
  for (const blank of blanks) {
    const answer = glyphs.filter((glyph) => isOver(glyph, blank));
    const [first] = blank.glyphs;
    if (first === undefined || !answer.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) continue;
    const { sizePt, color } = first.style;
    for (const glyph of answer) moved.set(glyph, onBaseline(glyph, first.origin.y));
    for (const { x0, x1 } of extentsOf(answer, sizePt)) {
      for (const glyph of blank.glyphs) {
        const clear = clearanceEm * sizePt;
        if (glyph.box.x1 > x0 - clear && glyph.box.x0 < x1 + clear) removed.add(glyph);
      }
      const y = first.origin.y + underscore.depthEm * sizePt;
      const widthPt = underscore.heightEm * sizePt;
      rules.push({ orientation: 'horizontal', x0, x1, y0: y, y1: y, widthPt, color, dashed: false });
    }
  }
  const left = glyphs.flatMap((glyph) => (removed.has(glyph) ? [] : [moved.get(glyph) ?? glyph]));
  return { glyphs: left, rules };
}

function findBlanks(glyphs: readonly DrawnGlyph[]): readonly Blank[] {
  const blanks: Blank[] = [];
  for (const glyph of glyphs) {
    if (glyph.text !== '_' || glyph.angle !== 0 || glyph.hidden) continue;
    const last = blanks.at(-1);
    const before = last?.glyphs.at(-1);
    const goesOn =
      before !== undefined &&
      Math.abs(before.origin.y - glyph.origin.y) < 0.5 &&
      Math.abs(before.box.x1 - glyph.box.x0) < blankGapEm * glyph.style.sizePt;
    if (last !== undefined && goesOn) {
      last.glyphs.push(glyph);
      last.x1 = glyph.box.x1;
    } else {
      blanks.push({ glyphs: [glyph], x0: glyph.box.x0, x1: glyph.box.x1 });
    }
  }
  return blanks.filter((blank) => blank.glyphs.length >= shortestBlank);
}

function isOver({ text, angle, box, origin, hidden }: DrawnGlyph, { glyphs: [first], x0, x1 }: Blank): boolean {
  if (first === undefined || text === '_' || angle !== 0 || hidden || isWordSpace(text)) return false;
  const middle = (box.x0 + box.x1) / 2;
  const above = first.origin.y - origin.y;
  const em = first.style.sizePt;
  return middle > x0 && middle < x1 && above < answerReachEm.above * em && above > -answerReachEm.below * em;
}

function onBaseline(glyph: DrawnGlyph, baseline: number): DrawnGlyph {
  const { box, origin } = glyph;
  const shift = baseline - origin.y;
  return { ...glyph, origin: { ...origin, y: baseline }, box: { ...box, y0: box.y0 + shift, y1: box.y1 + shift } };
}

/** From where to where answers reach; wider gaps than between words part them. */
function extentsOf(answer: readonly DrawnGlyph[], sizePt: number): readonly { x0: number; x1: number }[] {
  const extents: { x0: number; x1: number }[] = [];
  for (const { box } of [...answer].sort((a, b) => a.box.x0 - b.box.x0)) {
    const last = extents.at(-1);
    if (last !== undefined && box.x0 - last.x1 < sizePt) last.x1 = Math.max(last.x1, box.x1);
    else extents.push({ x0: box.x0, x1: box.x1 });
  }
  return extents;
}
