import type { Font, TextStyle, Word } from '@platen/pdf-kit/page-model';
import type { RunStyle } from '../../model/formats.ts';
import { isBoldFace, isItalicFace } from '../fonts/font-faces.ts';
import { type FontFamily, familyOf } from '../fonts/font-names.ts';
import { plainFit, type StandInFit } from '../fonts/stand-in-fit.ts';

/** What was drawn around a word. */
export interface WordDecoration {
  readonly underline: boolean;
  readonly strike: boolean;
  readonly highlight: string | null;
}

const plain: WordDecoration = { underline: false, strike: false, highlight: null };

/** Turns looks of glyphs into looks of runs; equal ones share an object. */
export interface RunStyles {
  styleOf(style: TextStyle, decoration?: WordDecoration): RunStyle;
  /** The look of a word in a line of text of `baseStyle`, raised or lowered ones at the size they are raised from. */
  styleOfWord(word: Word, glyphStyle: TextStyle, baseStyle: TextStyle, decoration?: WordDecoration): RunStyle;
  /** The families of all styles so far, by name. */
  readonly families: ReadonlyMap<string, FontFamily>;
}

/** `fitOf` says how a stand-in family is set to be as wide as the font of the page. */
export function createRunStyles(fitOf: (font: Font) => StandInFit): RunStyles {
  const styles = new Map<string, RunStyle>();
  const families = new Map<string, FontFamily>();
  const runStyle = (style: TextStyle, decoration: WordDecoration, fit: (font: Font) => StandInFit): RunStyle => {
    const family = familyOf(style.font);
    families.set(family.name, family);
    return runStyleIn(family, style, decoration, fit);
  };
  const intern = (style: RunStyle): RunStyle => {
    const key = JSON.stringify(style);
    const known = styles.get(key);
    if (known !== undefined) return known;
    styles.set(key, style);
    return style;
  };
  const ofPlainWords = new WeakMap<TextStyle, Map<string, RunStyle>>();
  // Most words are plain and share their look with many others.
  const plainStyleOf = (style: TextStyle, isLatin: boolean, rightToLeft: boolean): RunStyle => {
    const known = ofPlainWords.get(style) ?? new Map<string, RunStyle>();
    ofPlainWords.set(style, known);
    const key = `${isLatin} ${rightToLeft}`;
    const found =
      known.get(key) ?? intern({ ...runStyle(style, plain, isLatin ? fitOf : () => plainFit), rightToLeft });
    known.set(key, found);
    return found;
  };
  return {
    families,
    styleOf: (style, decoration = plain) =>
      isPlain(decoration) ? plainStyleOf(style, true, false) : intern(runStyle(style, decoration, fitOf)),
    styleOfWord(word, glyphStyle, baseStyle, decoration = plain) {
      const rightToLeft = rightToLeftPattern.test(word.text);
      // It was measured on Latin letters and is right for them alone.
      const isLatin = latinPattern.test(word.text);
      if (word.script === 'normal' && isPlain(decoration)) return plainStyleOf(glyphStyle, isLatin, rightToLeft);
      const fit = isLatin ? fitOf : () => plainFit;
      if (word.script === 'normal') return intern({ ...runStyle(glyphStyle, decoration, fit), rightToLeft });
      const sizePt = baseStyle.sizePt;
      return intern({
        ...runStyle({ ...glyphStyle, sizePt }, decoration, fit),
        script: word.script,
        rightToLeft,
      });
    },
  };
}

function isPlain({ underline, strike, highlight }: WordDecoration): boolean {
  return !underline && !strike && highlight === null;
}

/** Full-width signs belong to the letters they are among, not to Latin ones. */
const latinPattern = /^(?:(?![\u22ef\u2e80-\u9fff\uff00-\uffef])[\P{L}\p{Script=Latin}])*$/u;
const rightToLeftPattern = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A size as a run is set in it: Word keeps half points. */
export function runSizePt(sizePt: number): number {
  return Math.round(sizePt * 2) / 2;
}

function runStyleIn(
  family: FontFamily,
  style: TextStyle,
  decoration: WordDecoration,
  fitOf: (font: Font) => StandInFit,
): RunStyle {
  const fit = family.substitute ? fitOf(style.font) : plainFit;
  const sizePt = runSizePt(style.sizePt);
  return {
    fontName: family.name,
    sizePt,
    color: style.color,
    bold: isBoldFace(style.font),
    italic: isItalicFace(style.font),
    underline: decoration.underline,
    strike: decoration.strike,
    highlight: decoration.highlight,
    script: 'normal',
    letterSpacingPt: Math.round(fit.letterSpacingEm * sizePt * 20) / 20,
    widthScale: Math.round(fit.widthScale * 100) / 100,
    rightToLeft: false,
  };
}
