import { isRightToLeft } from './normalize-text.ts';
import type { FramedGlyph } from './text-frame.ts';

/** Maximum distance of a combining mark from the baseline of its letter, in em. */
const reachEm = 1.2;

/** Spacing accents, which TeX sets over letters, and the combining marks they correspond to. */
const combining: ReadonlyMap<string, string> = new Map([
  ['\u0060', '\u0300'],
  ['\u00b4', '\u0301'],
  ['^', '\u0302'],
  ['\u02c6', '\u0302'],
  ['~', '\u0303'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02db', '\u0328'],
]);
/** Dotless letters under an accent, and the letters they stand for. */
const dotted: ReadonlyMap<string, string> = new Map([
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);

/**
 * Attaches combining marks (vowel points, accents) to their letters: many fonts draw them above or below the baseline,
 * where they would form separate lines. A spacing accent is combined with the letter it is drawn over if Unicode has
 * the combination. Vowel signs of Indic scripts that are placed beside a letter stay.
 */
export function attachMarks(glyphs: readonly FramedGlyph[]): readonly FramedGlyph[] {
  if (!glyphs.some((glyph) => isMark(glyph) || isAccent(glyph))) return glyphs;
  const textOf = new Map<FramedGlyph, string>();
  const attached = new Set<FramedGlyph>();
  const letters = lettersAmong(glyphs);
  glyphs.forEach((mark, index) => {
    const accent = isAccent(mark);
    if (mark.space || letters.has(mark)) return;
    const base =
      letterEndingAt(mark, glyphs.slice(Math.max(0, index - nearInFile), index), letters) ??
      baseOf(mark, glyphs, index, letters);
    if (base === null) return;
    const known = textOf.get(base) ?? base.glyph.text;
    const text = accent ? accented(known, mark.glyph.text) : known + mark.glyph.text;
    if (text === null || (accent && !isOver(mark, base))) return;
    textOf.set(base, text);
    attached.add(mark);
  });
  return glyphs.flatMap((framed) => {
    if (attached.has(framed)) return [];
    const text = textOf.get(framed);
    return text === undefined ? framed : { ...framed, glyph: { ...framed.glyph, text } };
  });
}

function isMark({ glyph }: FramedGlyph): boolean {
  return /^\p{M}+$/u.test(glyph.text);
}

function isAccent({ glyph }: FramedGlyph): boolean {
  return combining.has(glyph.text);
}

/** Everything that marks can be attached to: letters, signs, and vowel signs that are placed beside a letter. */
function lettersAmong(glyphs: readonly FramedGlyph[]): ReadonlySet<FramedGlyph> {
  const letters = new Set(glyphs.filter((glyph) => !(glyph.space || isMark(glyph) || isAccent(glyph))));
  const beside = glyphs.filter((glyph, index) => {
    if (!/^\p{Mc}/u.test(glyph.glyph.text)) return false;
    const letter = baseOf(glyph, glyphs, index, letters);
    return letter === null || !isOver(glyph, letter);
  });
  return new Set([...letters, ...beside]);
}

/** The precomposed character of a letter with its accent; null if there is none. */
function accented(letter: string, accent: string): string | null {
  const text = ((dotted.get(letter) ?? letter) + (combining.get(accent) ?? '')).normalize('NFC');
  return /^\p{L}$/u.test(text) ? text : null;
}

/** Whether an accent is centred over a letter rather than typed beside it. */
function isOver(accent: FramedGlyph, letter: FramedGlyph): boolean {
  const shared = Math.min(accent.end, letter.end) - Math.max(accent.start, letter.start);
  return shared > 0.5 * Math.min(accent.end - accent.start, letter.end - letter.start);
}

/** Maximum distance in drawing order of a mark and its letter. */
const nearInFile = 4;
/** Maximum width of a zero-width mark, in em: it is drawn over the letter that ends where it begins. */
const noWidthEm = 0.05;

/** The letter that ends where a zero-width mark begins, as the next letter does too. Arabic is drawn from its end. */
function letterEndingAt(
  mark: FramedGlyph,
  before: readonly FramedGlyph[],
  letters: ReadonlySet<FramedGlyph>,
): FramedGlyph | null {
  const reachPt = noWidthEm * mark.sizePt;
  if (!isMark(mark) || mark.end - mark.start > reachPt) return null;
  const letter = before.findLast((glyph) => letters.has(glyph));
  if (letter === undefined || isRightToLeft(letter.glyph.text)) return null;
  const isThere = Math.abs(letter.end - mark.start) <= reachPt && isOnBaseline(mark, letter);
  return isThere ? letter : null;
}

/** The letter drawn just before or after a mark whose middle is nearest to that of the mark. */
function baseOf(
  mark: FramedGlyph,
  glyphs: readonly FramedGlyph[],
  index: number,
  letters: ReadonlySet<FramedGlyph>,
): FramedGlyph | null {
  const middle = (mark.start + mark.end) / 2;
  let best: FramedGlyph | null = null;
  let bestPt = Number.POSITIVE_INFINITY;
  for (const letter of glyphs.slice(Math.max(0, index - nearInFile), index + nearInFile + 1)) {
    if (!letters.has(letter) || !isOnBaseline(mark, letter)) continue;
    const apartPt = Math.max(letter.start - middle, middle - letter.end, 0);
    if (apartPt > 0.15 * letter.sizePt || apartPt >= bestPt) continue;
    [best, bestPt] = [letter, apartPt];
  }
  return best;
}

function isOnBaseline(mark: FramedGlyph, letter: FramedGlyph): boolean {
  return Math.abs(letter.baseline - mark.baseline) <= reachEm * letter.sizePt;
}
