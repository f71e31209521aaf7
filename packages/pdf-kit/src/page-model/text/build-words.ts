import { median } from '../../statistics.ts';
import { uniteBoxes } from '../box.ts';
import { iconText } from '../fonts/icon-fonts.ts';
import type { Glyph, TextStyle, Word } from '../types.ts';
import { leaderDots } from './leader-dots.ts';
import { isRightToLeft } from './normalize-text.ts';
import type { FramedGlyph } from './text-frame.ts';
import { withVowelsBehindLetters } from './vowels-before-letters.ts';

/**
 * Below this share of its line's size a shifted glyph is a superscript or subscript. The next smaller size of CSS, which
 * WeasyPrint takes, is 0.857 of 14 px.
 */
export const scriptSizeShare = 0.87;
/** A gap this wide, in em, separates words even without a space in the file. */
const gapEm = 0.17;
/** The same on tightly set lines: kerning and slanted glyphs cause narrower gaps. */
const tightGapEm = 0.1;
/**
 * Minimum gap of letter-spaced letters, in em. Nearly all gaps of such a line are this wide; in columns of two-digit
 * numbers only half are.
 */
const spacedEm = 0.08;
const spacedShare = 0.6;
/** With fewer gaps, all must be wide: between words of a letter or two, as in `12 x 1 l`, most are. */
const fewGaps = 10;
/** Minimum gap between words, as a share of the usual one of the line. */
const usualGapShare = 0.6;
/** Minimum width of a space in the file, in em: some producers overlap it. */
const spaceEm = 0.06;

/** Tolerance for the sizes of one word, as a share of the larger one. */
const sizeShare = 0.1;

/** The narrowest space, in em, when condensed to fit a line. */
const leastSpaceEm = 0.15;

interface LineMeasure {
  readonly baseline: number;
  readonly sizePt: number;
}

/** Cuts the glyphs of one line into words; they are from left to right, those of each script together. */
export function buildWords(ordered: readonly FramedGlyph[], line: LineMeasure): Word[] {
  const leaders = leaderDots(ordered);
  // The spacing of leader dots says nothing about the words before them.
  const threshold = gapThreshold(leaders.size === 0 ? ordered : ordered.filter((glyph) => !leaders.has(glyph)));
  const words: { glyphs: FramedGlyph[]; spaceAfter: boolean; spaces: string }[] = [];
  let furthest: FramedGlyph | null = null;
  let latest: FramedGlyph | null = null;
  let spaces = '';
  for (const glyph of ordered) {
    if (glyph.space) {
      spaces += glyph.glyph.text;
      continue;
    }
    const script = scriptOf(glyph, line);
    const isScript: boolean = latest !== null && script !== scriptOf(latest, line);
    // A word space follows the mark of a note; what follows an index may continue its formula.
    const endsMark = isScript && latest !== null && scriptOf(latest, line) === 'superscript' && script === 'normal';
    // One script may be under another that reaches further.
    const previous: FramedGlyph | null = isScript || script === 'normal' ? furthest : latest;
    const gap = previous === null ? 0 : glyph.start - previous.end;
    const em = Math.max(glyph.sizePt, previous?.sizePt ?? 0);
    const isTight = threshold <= gapEm && isPartedTightly(words.at(-1)?.glyphs ?? [], glyph);
    const ofLine = isTight ? Math.min(tightGapEm, threshold) : threshold;
    const leastEm = spaces !== '' ? spaceEm : isScript && !endsMark ? Math.max(gapEm, threshold) : ofLine;
    const inLeader = previous !== null && leaders.has(glyph) && leaders.has(previous);
    const parted = previous !== null && !inLeader && (gap > em * leastEm || changesDirection(previous, glyph));
    const current = words.at(-1);
    if (current === undefined || parted || isScript || touchesIcon(previous, glyph)) {
      // Some files draw a space several times at one position.
      const room = Math.max(1, Math.floor(gap / (leastSpaceEm * em)));
      const typed = parted ? spaces.slice(0, room) : '';
      if (current !== undefined) Object.assign(current, { spaceAfter: parted, spaces: typed });
      words.push({ glyphs: [glyph], spaceAfter: true, spaces: '' });
    } else {
      current.glyphs.push(glyph);
    }
    furthest = furthest !== null && furthest.end > glyph.end ? furthest : glyph;
    latest = glyph;
    spaces = '';
  }
  const last = words.at(-1);
  if (last !== undefined) last.spaces = spaces;
  return words.map(({ spaces: typed, spaceAfter, glyphs: ofWord }) => {
    const inOrder = withVowelsBehindLetters(ofWord, ({ glyph }) => glyph.text);
    const word = toWord(shownHyphens(inOrder, ordered.at(-1)), spaceAfter, line);
    return typed === '' ? word : { ...word, typedSpaces: typed };
  });
}

/** A soft hyphen that is drawn inside a line is a hyphen; only at the end of the line may it break a word. */
function shownHyphens(ofWord: readonly FramedGlyph[], lineEnd: FramedGlyph | undefined): readonly FramedGlyph[] {
  return ofWord.map((framed) => {
    const inside = framed.glyph.text === '\u00ad' && framed !== lineEnd;
    return inside ? { ...framed, glyph: { ...framed.glyph, text: '-' } } : framed;
  });
}

/**
 * Whether a narrow gap separates a glyph from those before it: TeX sets a thin space after the full stop of `Art. 14`,
 * and no word continues in another size on the same baseline.
 */
function isPartedTightly(before: readonly FramedGlyph[], next: FramedGlyph): boolean {
  const last = before.at(-1);
  if (last === undefined) return false;
  if (Math.abs(last.sizePt - next.sizePt) > sizeShare * Math.max(last.sizePt, next.sizePt)) return true;
  const ends = before.slice(-2).map(({ glyph }) => glyph.text);
  return /^\p{L}\.$/u.test(ends.join('')) && /^\p{Nd}/u.test(next.glyph.text);
}

/** An icon is a word of its own. */
function touchesIcon(previous: FramedGlyph | null, next: FramedGlyph): boolean {
  return previous?.glyph.text === iconText || next.glyph.text === iconText;
}

/** Letters of right-to-left and left-to-right scripts never form one word, however close they are. */
function changesDirection({ glyph: left }: FramedGlyph, { glyph: right }: FramedGlyph): boolean {
  const letters = /\p{L}/u.test(left.text) && /\p{L}/u.test(right.text);
  return letters && isRightToLeft(left.text) !== isRightToLeft(right.text);
}

/**
 * Letter-spaced text has wide gaps inside its words, and even wider ones between them. A justified line that is set
 * tight has narrow gaps between its words if the file has no spaces; joined letters may be as far apart.
 */
function gapThreshold(ordered: readonly FramedGlyph[]): number {
  const inWords = gapsOf(ordered, (glyph) => !glyph.space);
  const usual = median(inWords);
  const spaced = inWords.filter((gap) => gap > spacedEm).length;
  const isSpaced = inWords.length < fewGaps ? spaced === inWords.length : spaced > spacedShare * inWords.length;
  if (inWords.length >= 4 && isSpaced && usual < 0.6) return usual + gapEm;
  const all = gapsOf(ordered.filter((glyph) => !glyph.space));
  const wide = all.filter((gap) => gap > tightGapEm);
  if (wide.length < 3 || wide.length > 0.5 * all.length || ordered.some(isOfRightToLeft)) return gapEm;
  return Math.max(tightGapEm, Math.min(gapEm, usualGapShare * median(wide)));
}

function isOfRightToLeft({ glyph }: FramedGlyph): boolean {
  return isRightToLeft(glyph.text);
}

/** The gaps between adjacent glyphs, in em; with a test, only between glyphs that both pass it. */
function gapsOf(
  ordered: readonly FramedGlyph[],
  counts: (glyph: FramedGlyph) => boolean = () => true,
): readonly number[] {
  return ordered.slice(1).flatMap((right, index) => {
    const left = ordered[index];
    return left === undefined || !counts(left) || !counts(right) ? [] : [(right.start - left.end) / right.sizePt];
  });
}

function scriptOf({ baseline, sizePt }: FramedGlyph, line: LineMeasure): Word['script'] {
  if (sizePt > scriptSizeShare * line.sizePt) return 'normal';
  const rise = line.baseline - baseline;
  if (rise > 0.12 * line.sizePt) return 'superscript';
  return rise < -0.04 * line.sizePt ? 'subscript' : 'normal';
}

function toWord(framed: readonly FramedGlyph[], spaceAfter: boolean, line: LineMeasure): Word {
  const glyphs = framed.map(({ glyph, baseline }): Glyph => {
    const { text, box, origin, style, mcid, artifact, hidden, description, variant } = glyph;
    const kept = { text, box, origin, style, risePt: round(line.baseline - baseline), mcid, artifact, hidden };
    return {
      ...kept,
      ...(description === undefined ? {} : { description }),
      ...(variant === undefined ? {} : { variant }),
    };
  });
  const [first] = framed;
  return {
    text: glyphs.map(({ text }) => text).join(''),
    box: uniteBoxes(glyphs.map(({ box }) => box)),
    glyphs,
    style: mainStyle(glyphs),
    script: first === undefined ? 'normal' : scriptOf(first, line),
    confidence: null,
    spaceAfter,
  };
}

function mainStyle(glyphs: readonly Glyph[]): TextStyle {
  const counts = new Map<TextStyle, number>();
  for (const { style } of glyphs) counts.set(style, (counts.get(style) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  if (best === undefined) throw new TypeError('A word has at least one glyph');
  return best[0];
}

function round(value: number): number {
  return Math.abs(value) < 0.05 ? 0 : Math.round(value * 100) / 100;
}
