import type { Font, Line, Page, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { familyOf, isBoldFace } from './font-names.ts';
import { createLineEndCounter } from './line-end-spaces.ts';
import type { LineHabits } from './paragraphs.ts';
import { standardWidth } from './standard-widths.ts';

/** What is the same all through a document, counted page by page before anything is written. */
export interface DocumentFacts extends LineHabits {
  /** The style most of the text has. */
  readonly bodyStyle: TextStyle | null;
  /** What a stand-in family needs between its letters, in em, to be as wide as a font of the document. */
  letterSpacingOf(font: Font): number;
  /** Whether a word occurs somewhere in one piece: a hyphen at a line end then only breaks it. */
  knowsWord(word: string): boolean;
}

/** Widths of the letters of one font and of its stand-in, in em, added up. */
interface WidthTally {
  observed: number;
  standIn: number;
  letters: number;
}

/** Letters are moved together or apart by this much at most, in em. */
const spacingLimitEm = 0.12;

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
  const widths = new Map<string, WidthTally>();
  const lineEnds = createLineEndCounter();

  function countLine(line: Line): void {
    for (const word of line.words) {
      const { style, text } = word;
      tallyWidths(word, widths);
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
        letterSpacingOf(font) {
          const tally = widths.get(font.name);
          if (tally === undefined || tally.letters < 8) return 0;
          const spacing = (tally.observed - tally.standIn) / tally.letters;
          return Math.max(-spacingLimitEm, Math.min(spacingLimitEm, spacing));
        },
        knowsWord: (word) => vocabulary.has(word.toLowerCase()),
        lineEndSpaces: lineEnds.habit(),
        pitchOf: (sizePt) => usual.get(sizeKey(sizePt)) ?? 1.2 * sizePt,
      };
    },
  };
}

/** Adds the letters of a word whose font is replaced: how wide they are, and how wide the stand-in's would be. */
function tallyWidths({ glyphs }: Word, widths: Map<string, WidthTally>): void {
  for (const { style, text, box } of glyphs) {
    const { font, sizePt } = style;
    const family = familyOf(font);
    if (!family.substitute) return;
    const width = standardWidth(family.name, isBoldFace(font), text);
    if (width === null || text.length !== 1) continue;
    const tally = widths.get(font.name) ?? { observed: 0, standIn: 0, letters: 0 };
    widths.set(font.name, tally);
    tally.observed += (box.x1 - box.x0) / sizePt;
    tally.standIn += width;
    tally.letters++;
  }
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
