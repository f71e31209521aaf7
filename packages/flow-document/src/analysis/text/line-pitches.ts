import type { Line } from '@platen/pdf-kit/page-model';

/** How far the lines of paragraphs are apart, in points from baseline to baseline. A document may use several for one size. */
export interface LinePitches {
  /** The most frequent one for a text size. */
  usual(sizePt: number): number;
  /** Whether lines of this size are set this far apart in paragraphs of the document. */
  isKnown(sizePt: number, gapPt: number): boolean;
}

export interface PitchCounter {
  count(lines: readonly Line[]): void;
  pitches(): LinePitches;
}

/** Lines this close below each other, in em, are lines of a paragraph unless something else tells. */
const closeEm = 2.2;
/** Double spacing of the widest common face is 2.6 em; more is space between paragraphs, whatever the words say. */
const farthestEm = 3.2;
/** In em: what is closer shares its line. */
const nearestEm = 0.8;
/** Pitches are counted in quarters of a point. */
const binsPerPt = 4;
/** A pitch that running text has fewer times, or with a smaller share of its size, is chance. */
const minPairs = 3;
const leastShare = 0.03;
/** Pitches differ by less where lines hold raised or taller words. */
const tolerance = 0.04;

type Counts = Map<number, number>;

/** Counts the distances of lines, for each size of text. */
export function createPitchCounter(): PitchCounter {
  const near = new Map<number, Counts>();
  const running = new Map<number, Counts>();
  return {
    count(lines) {
      for (const { sizePt, gapPt, weight } of distances(lines)) {
        if (gapPt <= closeEm * sizePt || weight === 1) add(near, sizePt, gapPt, 1);
        if (weight > 0) add(running, sizePt, gapPt, weight);
      }
    },
    pitches() {
      const usual = new Map([...near].map(([size, counts]) => [size, mode(counts)]));
      const known = new Map([...running].map(([size, counts]) => [size, frequent(counts)]));
      return {
        usual: (sizePt) => usual.get(sizeKey(sizePt)) ?? 1.2 * sizePt,
        isKnown: (sizePt, gapPt) =>
          (known.get(sizeKey(sizePt)) ?? []).some((pitch) => Math.abs(pitch - gapPt) <= tolerance * pitch),
      };
    },
  };
}

function add(tallies: Map<number, Counts>, sizePt: number, gapPt: number, weight: number): void {
  const key = sizeKey(sizePt);
  const counts = tallies.get(key) ?? new Map<number, number>();
  tallies.set(key, counts);
  const rounded = Math.round(gapPt * binsPerPt) / binsPerPt;
  counts.set(rounded, (counts.get(rounded) ?? 0) + weight);
}

interface Distance {
  readonly sizePt: number;
  readonly gapPt: number;
  /** How surely a sentence continues from the upper line to the lower one, and makes them lines of one paragraph. */
  readonly weight: number;
}

/** For each line with another of its size below it: how far their baselines are apart. */
function distances(lines: readonly Line[]): readonly Distance[] {
  const sorted = [...lines].sort((first, second) => first.baseline - second.baseline);
  return sorted.flatMap((line, index) => {
    const sizePt = line.style.sizePt;
    for (const below of sorted.slice(index + 1, index + 12)) {
      const gapPt = below.baseline - line.baseline;
      if (gapPt > farthestEm * sizePt) break;
      const overlaps = Math.min(line.box.x1, below.box.x1) > Math.max(line.box.x0, below.box.x0);
      if (gapPt > nearestEm * sizePt && overlaps && Math.abs(below.style.sizePt - sizePt) < 0.5) {
        return [{ sizePt, gapPt, weight: runsOn(line, below) }];
      }
    }
    return [];
  });
}

/** Fewer words are a label or a cell. */
const minWords = 4;

/**
 * Lines as wide as this, in em, that stop without a stop may run on to a name, or in a script without capitals: half as
 * sure as to a small letter. Those of scripts without spaces are of a word or two.
 */
const wideEm = 25;
const toCapital = 0.5;
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー，、]$/u;

/** Lines as wide as that which both begin and end at one place, in points, are of justified text. */
const sameEdgePt = 0.5;

function areFlush({ box: upper, style }: Line, { box: lower }: Line): boolean {
  const isWide = upper.x1 - upper.x0 > wideEm * style.sizePt;
  return isWide && Math.abs(upper.x0 - lower.x0) < sameEdgePt && Math.abs(upper.x1 - lower.x1) < sameEdgePt;
}

function runsOn(line: Line, below: Line): number {
  const last = line.words.at(-1)?.text ?? '';
  const next = below.words[0]?.text ?? '';
  if (line.words.length >= minWords && below.words.length >= minWords && areFlush(line, below)) return 1;
  if (!unspaced.test(last) && (line.words.length < minWords || !/[\p{L},\u00ad\u2010-]$/u.test(last))) return 0;
  if (/^[\p{Ll}(]/u.test(next)) return 1;
  return /^[\p{Lu}\p{Lo}\d]/u.test(next) && line.box.x1 - line.box.x0 > wideEm * line.style.sizePt ? toCapital : 0;
}

function sizeKey(sizePt: number): number {
  return Math.round(sizePt * 2);
}

function mode(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [0, 0];
  for (const value of counts.keys()) {
    const total = totalAround(counts, value, 0.5);
    if (total > most) [best, most] = [value, total];
  }
  return best;
}

function frequent(counts: ReadonlyMap<number, number>): readonly number[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const least = Math.max(minPairs, leastShare * all);
  return [...counts.keys()].filter((value) => totalAround(counts, value, 1) >= least);
}

/** How often a pitch was seen. Neighbouring bins hold the same pitch, rounded apart: they count with a weight. */
function totalAround(counts: ReadonlyMap<number, number>, value: number, weight: number): number {
  const neighbours = (counts.get(value - 1 / binsPerPt) ?? 0) + (counts.get(value + 1 / binsPerPt) ?? 0);
  return (counts.get(value) ?? 0) + weight * neighbours;
}
