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
 * drawn over where the two are one character.
 */
export function attachMarks(glyphs: readonly FramedGlyph[]): readonly FramedGlyph[] {
  if (!glyphs.some((glyph) => isMark(glyph) || isAccent(glyph))) return glyphs;
  const textOf = new Map<FramedGlyph, string>();
  const attached = new Set<FramedGlyph>();
  glyphs.forEach((mark, index) => {
    const accent = isAccent(mark);
    if (!accent && !isMark(mark)) return;
    const base = baseOf(mark, glyphs, index);
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

/** The letter drawn just before or after a mark whose middle is nearest to that of the mark. */
function baseOf(mark: FramedGlyph, glyphs: readonly FramedGlyph[], index: number): FramedGlyph | null {
  const middle = (mark.start + mark.end) / 2;
  let best: FramedGlyph | null = null;
  let bestPt = Number.POSITIVE_INFINITY;
  for (const letter of glyphs.slice(Math.max(0, index - nearInFile), index + nearInFile + 1)) {
    if (letter.space || isMark(letter) || isAccent(letter)) continue;
    if (Math.abs(letter.baseline - mark.baseline) > reachEm * letter.sizePt) continue;
    const apartPt = Math.max(letter.start - middle, middle - letter.end, 0);
    if (apartPt > 0.15 * letter.sizePt || apartPt >= bestPt) continue;
    [best, bestPt] = [letter, apartPt];
  }
  return best;
}
