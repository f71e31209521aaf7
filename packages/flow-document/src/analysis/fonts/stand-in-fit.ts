import { standardWidth } from '@platen/pdf-kit/fonts';
import type { Font, Word } from '@platen/pdf-kit/page-model';
import { isBoldFace } from './font-faces.ts';
import { familyOf } from './font-names.ts';
import { standInOf } from './stand-ins.ts';

/** How a face that stands in for a font of the document is set to be as wide as that font. */
export interface StandInFit {
  /** Added between letters, in em. */
  readonly letterSpacingEm: number;
  /** The width of letters, as a factor of their own. */
  readonly widthScale: number;
}

/** A face that is set as it is. */
export const plainFit: StandInFit = { letterSpacingEm: 0, widthScale: 1 };

export interface StandInCounter {
  count(word: Word): void;
  fitOf(font: Font): StandInFit;
}

/** Widths of the letters of one font and of its stand-in, in em, added up. */
interface WidthTally {
  observed: number;
  standIn: number;
  letters: number;
}

/** Fewer letters say nothing of a font. */
const minLetters = 8;
/** A recognised word is one glyph, and its box holds ink only: too little of the whitespace around letters that are alone. */
const minTogether = 3;
/** The blank space before the first letter of a word and behind its last. */
const bearingsEm = 0.12;
/** Letters are moved together or apart by this much at most, in em. */
const spacingLimitEm = 0.12;
/**
 * Faces of ordinary width differ by less. A narrower one is condensed: its letters are narrow, they are not closer.
 * What is wider may as well be an ordinary face set with wide spaces, and is spaced.
 */
const condensedScale = 0.92;
const narrowestScale = 0.5;

/** Measures each font that is replaced against the letters of what replaces it. */
export function createStandInCounter(): StandInCounter {
  const tallies = new Map<string, WidthTally>();
  return {
    count({ glyphs, confidence }) {
      for (const { style, text, box } of glyphs) {
        const { font, sizePt } = style;
        const family = familyOf(font);
        if (!family.substitute) return;
        const isRecognized = confidence !== null;
        if (isRecognized ? text.length < minTogether : text.length !== 1) continue;
        const widths = [...text].map((letter) => standardWidth(standInOf(family.name), isBoldFace(font), letter));
        if (widths.includes(null)) continue;
        const tally = tallies.get(font.name) ?? { observed: 0, standIn: 0, letters: 0 };
        tallies.set(font.name, tally);
        tally.observed += (box.x1 - box.x0) / sizePt + (isRecognized ? bearingsEm : 0);
        tally.standIn += widths.reduce<number>((total, width) => total + (width ?? 0), 0);
        tally.letters += widths.length;
      }
    },
    fitOf(font) {
      const tally = tallies.get(font.name);
      return tally === undefined || tally.letters < minLetters ? plainFit : fitOf(tally);
    },
  };
}

function fitOf({ observed, standIn, letters }: WidthTally): StandInFit {
  const widthScale = observed / standIn;
  if (widthScale < condensedScale) return { ...plainFit, widthScale: Math.max(narrowestScale, widthScale) };
  const spacingEm = (observed - standIn) / letters;
  return { ...plainFit, letterSpacingEm: Math.max(-spacingLimitEm, Math.min(spacingLimitEm, spacingEm)) };
}
