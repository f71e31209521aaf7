import { isRightToLeft } from './normalize-text.ts';
import type { FramedGlyph } from './text-frame.ts';

/** A combining mark may be this far above or below the baseline of its letter, in em. */
const reachEm = 1.2;

/** Accents that are characters of their own, as TeX sets them over letters, and what combines with a letter instead. */
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
/** Letters under an accent have lost their dot. */
const dotted: ReadonlyMap<string, string> = new Map([
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);

/**
 * Puts combining marks (vowel points, accents) to the letters they are on: many fonts draw them above or below the
 * baseline, where they would be lines of their own. An accent that is a character of its own is put to the letter it is
 * drawn over where the two are one character. Vowel signs of Indic scripts that have their own place beside a letter stay.
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

/** All that marks can be put to: letters, signs, and the vowel signs that are beside a letter as another letter would be. */
function lettersAmong(glyphs: readonly FramedGlyph[]): ReadonlySet<FramedGlyph> {
  const letters = new Set(glyphs.filter((glyph) => !(glyph.space || isMark(glyph) || isAccent(glyph))));
  const beside = glyphs.filter((glyph, index) => {
    if (!/^\p{Mc}/u.test(glyph.glyph.text)) return false;
    const letter = baseOf(glyph, glyphs, index, letters);
    return letter === null || !isOver(glyph, letter);
  });
  return new Set([...letters, ...beside]);
}

/** The letter with its accent as one character; null where there is no such character. */
function accented(letter: string, accent: string): string | null {
  const text = ((dotted.get(letter) ?? letter) + (combining.get(accent) ?? '')).normalize('NFC');
  return /^\p{L}$/u.test(text) ? text : null;
}

/** Accents are centred over letters; one that is typed is beside its neighbours. */
function isOver(accent: FramedGlyph, letter: FramedGlyph): boolean {
  const shared = Math.min(accent.end, letter.end) - Math.max(accent.start, letter.start);
  return shared > 0.5 * Math.min(accent.end - accent.start, letter.end - letter.start);
}

/** Neighbours in the file are drawn this close to each other. */
const nearInFile = 4;
/** A mark this narrow, in em, has no width of its own: it is drawn back over the letter that ends where it begins. */
const noWidthEm = 0.05;

/** The letter that ended where a mark without a width begins: the next letter begins there, too. Arabic is drawn from its end. */
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
