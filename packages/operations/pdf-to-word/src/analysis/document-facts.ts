import type { Font, Line, Page, TextStyle } from '@platen/pdf-kit/page-model';
import { createStandInCounter, type StandInFit } from './fonts/stand-in-fit.ts';
import type { LineHabits } from './layout/paragraphs.ts';
import { createLineEndCounter } from './text/line-end-spaces.ts';

/** What is the same all through a document, counted page by page before anything is written. */
export interface DocumentFacts extends LineHabits {
  /** The style most of the text has. */
  readonly bodyStyle: TextStyle | null;
  standInFitOf(font: Font): StandInFit;
  /** Whether a word occurs somewhere in one piece: a hyphen at a line end then only breaks it. */
  knowsWord(word: string): boolean;
}

export interface FactCounter {
  count(page: Page): void;
  facts(): DocumentFacts;
}

/** Words kept for the sake of hyphens, at most: enough for a book. */
const vocabularyLimit = 60_000;

export function createFactCounter(): FactCounter {
  const styles = new Map<string, { style: TextStyle; weight: number }>();
  const pitches = new Map<number, Map<number, number>>();
  const vocabulary = new Set<string>();
  const standIns = createStandInCounter();
  const lineEnds = createLineEndCounter();

  function countLine(line: Line): void {
    for (const word of line.words) {
      const { style, text } = word;
      standIns.count(word);
      const key = `${style.font.name} ${style.sizePt.toFixed(1)} ${style.color}`;
      const known = styles.get(key);
      if (known === undefined) styles.set(key, { style, weight: text.length });
      else known.weight += text.length;
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
      for (const [sizePt, pitchPt] of distances(level)) {
        const key = sizeKey(sizePt);
        const counts = pitches.get(key) ?? new Map<number, number>();
        pitches.set(key, counts);
        const rounded = Math.round(pitchPt * 4) / 4;
        counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
      }
    },
    facts() {
      const heaviest = [...styles.values()].sort((first, second) => second.weight - first.weight)[0];
      const usual = new Map([...pitches].map(([size, counts]) => [size, mode(counts)]));
      return {
        bodyStyle: heaviest?.style ?? null,
        standInFitOf: standIns.fitOf,
        knowsWord: (word) => vocabulary.has(word.toLowerCase()),
        lineEndSpaces: lineEnds.habit(),
        pitchOf: (sizePt) => usual.get(sizeKey(sizePt)) ?? 1.2 * sizePt,
      };
    },
  };
}

/** For each line with another close below it: its size, and how far their baselines are apart. */
function distances(lines: readonly Line[]): readonly (readonly [number, number])[] {
  const sorted = [...lines].sort((first, second) => first.baseline - second.baseline);
  return sorted.flatMap((line, index) => {
    const size = line.style.sizePt;
    for (const below of sorted.slice(index + 1, index + 12)) {
      const gap = below.baseline - line.baseline;
      if (gap > 2.2 * size) break;
      const overlaps = Math.min(line.box.x1, below.box.x1) > Math.max(line.box.x0, below.box.x0);
      if (gap > 0.8 * size && overlaps && Math.abs(below.style.sizePt - size) < 0.5) return [[size, gap] as const];
    }
    return [];
  });
}

function sizeKey(sizePt: number): number {
  return Math.round(sizePt * 2);
}

function mode(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [0, 0];
  for (const [value, count] of counts) {
    // Neighbouring bins hold the same pitch, rounded apart.
    const total = count + (counts.get(value - 0.25) ?? 0) / 2 + (counts.get(value + 0.25) ?? 0) / 2;
    if (total > most) [best, most] = [value, total];
  }
  return best;
}
