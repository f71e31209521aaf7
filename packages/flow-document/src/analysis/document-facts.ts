import type { Font, Line, Page, TextStyle } from '@platen/pdf-kit/page-model';
import { createStandInCounter, type StandInFit } from './fonts/stand-in-fit.ts';
import type { LineHabits } from './layout/line-habits.ts';
import { createHyphenationCounter } from './text/hyphenation.ts';
import { createLineEndCounter } from './text/line-end-spaces.ts';
import type { Hyphenation } from './text/line-joints.ts';
import { createPitchCounter } from './text/line-pitches.ts';

/** Document-wide facts, counted page by page before anything is written. */
export interface DocumentFacts extends LineHabits {
  standInFitOf(font: Font): StandInFit;
  readonly hyphenation: Hyphenation;
}

export interface FactCounter {
  count(page: Page): void;
  facts(): DocumentFacts;
}

/** Maximum words kept to resolve hyphens: enough for a book. */
const vocabularyLimit = 60_000;

/** The weight of letters that are recognised or filled into forms: their style is not that of the text. */
const recognizedShare = 0.25;

export function createFactCounter(): FactCounter {
  const styles = new Map<string, { style: TextStyle; weight: number }>();
  const pitchCounter = createPitchCounter();
  const vocabulary = new Set<string>();
  const standIns = createStandInCounter();
  const lineEnds = createLineEndCounter();
  const hyphens = createHyphenationCounter();

  function countLine(line: Line): void {
    for (const word of line.words) {
      const { style, text, confidence } = word;
      const weight = text.length * (confidence === null ? 1 : recognizedShare);
      standIns.count(word);
      const { name, bold, italic } = style.font;
      // Writers without a bold face draw the regular one so: a face of the same name.
      const key = `${name} ${bold} ${italic} ${style.sizePt.toFixed(1)} ${style.color}`;
      const known = styles.get(key);
      if (known === undefined) styles.set(key, { style, weight });
      else known.weight += weight;
    }
    for (const { text } of line.words.slice(0, -1)) {
      if (vocabulary.size < vocabularyLimit) vocabulary.add(text.replace(/\P{L}+$/u, '').toLowerCase());
    }
  }

  return {
    count({ lines }) {
      const level = lines.filter(({ angle }) => angle === 0);
      level.forEach(countLine);
      lineEnds.count(level);
      hyphens.count(level);
      pitchCounter.count(level);
    },
    facts() {
      const heaviest = [...styles.values()].sort((first, second) => second.weight - first.weight)[0];
      const knowsWord = (word: string) => vocabulary.has(word.toLowerCase());
      return {
        bodyStyle: heaviest?.style ?? null,
        standInFitOf: standIns.fitOf,
        hyphenation: { knowsWord, breaksWords: hyphens.breaksWords(knowsWord) },
        lineEndSpaces: lineEnds.habit(),
        pitches: pitchCounter.pitches(),
      };
    },
  };
}
