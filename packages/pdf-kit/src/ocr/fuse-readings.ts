import { uniteBoxes } from '../page-model/box.ts';
import { createPlaceIndex } from '../page-model/place-index.ts';
import { hasUnspacedLetters } from '../page-model/text/unspaced-scripts.ts';
import { disputesAmount } from './disputes-amount.ts';
import { boxOf } from './line-box.ts';
import type { PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { fusion } from './thresholds.ts';
import { wordsWorth } from './word-worth.ts';

/** Digits with marks between them. */
const partedPattern = /^[-+]?\d+([.,:/-]\d+)+$/;
const lostMarks = /_|[\u0300-\u036f]/g;

/**
 * Merges two readings of one page, in the same coordinates: the lines of `base`, and in each place the words of the reading
 * that is worth more there. Words that only `other` has are added if they are likely right. Equal words get the higher of
 * both confidences; an amount that the other reading has differently is disputed. `minGain` is how much more, in letters, the words
 * of `other` must be worth to replace those of `base`.
 */
export function fuseReadings(
  base: readonly RasterLine[],
  other: readonly RasterLine[],
  minGain: number = fusion.minGain,
): readonly RasterLine[] {
  if (other.length === 0) return base;
  const [ours, theirs] = [placeWords(base), placeWords(other)];
  const kept = new Map<PlacedWord, RasterWord>();
  const added: AddedWord[] = [];
  for (const place of matchPlaces(ours, theirs)) {
    const [mine, other] = [place.ours.map(({ word }) => word), place.theirs.map(({ word }) => word)];
    if (mine.length > 0 && textOf(mine) === textOf(other)) {
      for (const [index, placed] of place.ours.entries()) kept.set(placed, surer(placed.word, other[index]));
    } else if (isFuller(mine, other)) {
      for (const placed of place.ours) kept.set(placed, placed.word);
    } else if (isFuller(other, mine)) {
      added.push(...place.theirs.map((placed) => ({ ...placed, home: homeOf(place) })));
    } else if (wordsWorth(other) > wordsWorth(mine) + neededGain(place, minGain)) {
      const home = homeOf(place);
      added.push(...place.theirs.map((placed) => ({ ...placed, word: withDispute(placed.word, mine), home })));
    } else {
      for (const placed of place.ours) kept.set(placed, withDispute(placed.word, other));
    }
  }
  return insertWords(keptLines(base, ours, kept), added)
    .filter(({ words }) => words.length > 0)
    .map(withoutRepeatedEnds);
}

/**
 * Tesseract now and then gives "Atiny" the box of its "A" alone, so that "tiny" is read again beside it. A word that is
 * narrower than the one beside it, though it has the same letters and more, loses them.
 */
function withoutRepeatedEnds(line: RasterLine): RasterLine {
  const words = line.words.map((word, index): RasterWord => {
    const next = line.words[index + 1];
    if (next === undefined || next.text.length >= word.text.length || !word.text.endsWith(next.text)) return word;
    const isNarrower = word.box.x1 - word.box.x0 < next.box.x1 - next.box.x0;
    return isNarrower ? { ...word, text: word.text.slice(0, -next.text.length) } : word;
  });
  return { ...line, words };
}

/** How much more than `ours` the words of the other reading must be worth. What only one reading has is judged by its own worth. */
function neededGain({ ours, theirs }: Place, minGain: number): number {
  if (ours.length === 0) return fusion.minAddedWorth;
  return theirs.length === 0 ? 0 : minGain;
}

/** The line that words of the other reading go to: the longest, as a piece of a letter may have been read as a line of its own. */
function homeOf({ ours }: Place): RasterLine | undefined {
  return ours.map(({ line }) => line).toSorted((a, b) => b.words.length - a.words.length)[0];
}

/** A word with the line it was read in. */
interface PlacedWord {
  readonly word: RasterWord;
  readonly line: RasterLine;
  /** Of the word; of the whole line in scripts that put no spaces between words. */
  readonly box: PixelBox;
}

/** A word of the other reading, and the line of the words that it replaces, if it replaces any. */
interface AddedWord extends PlacedWord {
  readonly home: RasterLine | undefined;
}

/** Words of two readings that overlap, in reading order; one side may be empty. */
interface Place {
  readonly ours: PlacedWord[];
  readonly theirs: PlacedWord[];
}

/**
 * In scripts without spaces, each reading divides a line into words at different letters, and boxes are up to half a letter
 * off. Such lines are compared as a whole, or letters would occur twice.
 */
function placeWords(lines: readonly RasterLine[]): readonly PlacedWord[] {
  return lines.flatMap((line) => {
    const whole = line.words.some(({ text }) => hasUnspacedLetters(text)) ? boxOf(line) : null;
    return line.words.map((word) => ({ word, line, box: whole ?? word.box }));
  });
}

function matchPlaces(ours: readonly PlacedWord[], theirs: readonly PlacedWord[]): readonly Place[] {
  const places = new Map<PlacedWord, Place>();
  for (const placed of ours) places.set(placed, { ours: [placed], theirs: [] });
  const near = createPlaceIndex(ours.map((placed) => [placed, placed.box]));
  for (const placed of theirs) {
    const merged: Place = { ours: [], theirs: [placed] };
    const touched = new Set(
      near
        .touching(placed.box)
        .filter(({ box }) => overlaps(box, placed.box))
        .flatMap((one) => places.get(one) ?? []),
    );
    for (const place of touched) {
      merged.ours.push(...place.ours);
      merged.theirs.unshift(...place.theirs);
    }
    for (const one of [...merged.ours, ...merged.theirs]) places.set(one, merged);
  }
  return [...new Set(places.values())];
}

function overlaps(first: PixelBox, second: PixelBox): boolean {
  const width = Math.min(first.x1, second.x1) - Math.max(first.x0, second.x0);
  const height = Math.min(first.y1, second.y1) - Math.max(first.y0, second.y0);
  return (
    width >= fusion.minSharedWidth * Math.min(first.x1 - first.x0, second.x1 - second.x0) &&
    height >= fusion.minSharedHeight * Math.min(first.y1 - first.y0, second.y1 - second.y0)
  );
}

function textOf(words: readonly RasterWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** Whether words have what another reading of the same letters lost. */
function isFuller(words: readonly RasterWord[], others: readonly RasterWord[]): boolean {
  return isParted(others, words) || losesMarks(others, words) || isSpacedBetter(words, others);
}

/** Whether words of the same letters as others are divided more often at wide gaps, or less often at narrow ones. */
function isSpacedBetter(words: readonly RasterWord[], others: readonly RasterWord[]): boolean {
  const lettersOf = (of: readonly RasterWord[]) => of.map(({ text }) => text).join('');
  if (lettersOf(words) !== lettersOf(others) || hasUnspacedLetters(lettersOf(words))) return false;
  return !isParted(words, others) && reachesAsFar(words, others) && wideGaps(words) > wideGaps(others);
}

/** Whether words begin and end about where others of the same letters do: boxes of words between rules may reach to these. */
function reachesAsFar(words: readonly RasterWord[], others: readonly RasterWord[]): boolean {
  const [one, other] = [uniteBoxes(words.map(({ box }) => box)), uniteBoxes(others.map(({ box }) => box))];
  const tolerance = fusion.maxReach * Math.min(one.y1 - one.y0, other.y1 - other.y0);
  return other.x0 - one.x0 <= tolerance && one.x1 - other.x1 <= tolerance;
}

/** How many more wide gaps than narrow ones divide words. */
function wideGaps(words: readonly RasterWord[]): number {
  return words.slice(1).reduce((sum, { box }, index) => {
    const before = words[index]?.box ?? box;
    const gap = Math.max(box.x0 - before.x1, before.x0 - box.x1);
    const height = Math.max(box.y1 - box.y0, before.y1 - before.y0);
    return sum + (gap >= fusion.minBlank * height ? 1 : -1);
  }, 0);
}

/**
 * Whether words are the parts of a date or an amount that another reading has whole, whatever their marks, or the letters of a word that was
 * set in the cells of a comb: wide marks and cells are taken for blanks, but not the reverse.
 */
function isParted(words: readonly RasterWord[], whole: readonly RasterWord[]): boolean {
  const [only] = whole;
  if (only === undefined || whole.length > 1 || words.length < 2) return false;
  const mayBeParts =
    partedPattern.test(only.text) || (words.length >= fusion.minCells && words.every(({ text }) => text.length === 1));
  const withPoints = (text: string) => text.replaceAll(',', '.');
  return mayBeParts && withPoints(words.map(({ text }) => text).join('')) === withPoints(only.text);
}

/**
 * Whether another reading differs in underscores or diacritics that words lack: low strokes are taken for rules and dots are blurred away,
 * but hardly ever the reverse.
 */
function losesMarks(words: readonly RasterWord[], others: readonly RasterWord[]): boolean {
  const [text, other] = [textOf(words), textOf(others)].map((one) => one.normalize('NFD')) as [string, string];
  const count = (one: string) => one.match(lostMarks)?.length ?? 0;
  const without = (one: string) => one.replace(lostMarks, '').replaceAll(' ', '');
  // Three and more are the line that a form is filled in on.
  return count(other) > count(text) && without(text) === without(other) && !other.includes('___');
}

function surer(word: RasterWord, other: RasterWord | undefined): RasterWord {
  if (other === undefined) return word;
  const agreed = other.confidence > word.confidence ? { ...word, confidence: other.confidence } : word;
  return other.disputed === true ? { ...agreed, disputed: true } : agreed;
}

function withDispute(word: RasterWord, others: readonly RasterWord[]): RasterWord {
  return disputesAmount(word, others) ? { ...word, disputed: true } : word;
}

/** Each line of the base with those of its words that are kept, possibly none. */
function keptLines(
  base: readonly RasterLine[],
  ours: readonly PlacedWord[],
  kept: ReadonlyMap<PlacedWord, RasterWord>,
): Map<RasterLine, RasterLine> {
  const byLine = Map.groupBy(ours, ({ line }) => line);
  return new Map(
    base.map((line) => {
      const words = (byLine.get(line) ?? []).flatMap((placed) => kept.get(placed) ?? []);
      return [line, { ...line, words }];
    }),
  );
}

/**
 * Inserts words into the line of the words they replace; others into a line on the same baseline, or else as lines of their
 * own.
 */
function insertWords(kept: ReadonlyMap<RasterLine, RasterLine>, added: readonly AddedWord[]): readonly RasterLine[] {
  const homes = [...kept.keys()];
  const lines = [...kept.values()];
  const put = (index: number, word: RasterWord) => {
    const line = lines[index];
    if (line !== undefined) lines[index] = { ...line, words: insertInOrder(line, word) };
    return line !== undefined;
  };
  const homeless = added.filter(({ word, home }) => home === undefined || !put(homes.indexOf(home), word));
  for (const [line, group] of Map.groupBy(homeless, (placed) => placed.line)) {
    const alone = group.filter(({ word }) => !put(findLine(lines, word, line), word)).map(({ word }) => word);
    if (alone.length > 0) insertLine(lines, { ...line, words: alone });
  }
  return lines;
}

function findLine(lines: readonly RasterLine[], word: RasterWord, from: RasterLine): number {
  const middle = (word.box.x0 + word.box.x1) / 2;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, line] of lines.entries()) {
    if (line.words.length === 0) continue;
    const height = Math.min(line.heightPx, from.heightPx);
    if (Math.abs(baselineAt(line, middle) - baselineAt(from, middle)) > fusion.baselineTolerance * height) continue;
    const box = boxOf(line);
    const gap = Math.max(0, box.x0 - word.box.x1, word.box.x0 - box.x1);
    if (gap < least && gap <= fusion.maxGapHeights * height) {
      best = index;
      least = gap;
    }
  }
  return best;
}

function baselineAt({ baseline: { x0, y0, x1, y1 } }: RasterLine, x: number): number {
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (Math.min(Math.max(x, x0), x1) - x0)) / (x1 - x0);
}

function insertInOrder({ words, direction }: RasterLine, word: RasterWord): readonly RasterWord[] {
  const isAfter = ({ box }: RasterWord) => (direction === 'rtl' ? box.x1 < word.box.x1 : box.x0 > word.box.x0);
  const at = words.findIndex(isAfter);
  return at < 0 ? [...words, word] : [...words.slice(0, at), word, ...words.slice(at)];
}

/** Inserts a line after the lowest one above it in its column; before all if there is none. */
function insertLine(lines: RasterLine[], line: RasterLine): void {
  const box = boxOf(line);
  let above = -1;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const [index, other] of lines.entries()) {
    if (other.words.length === 0) continue;
    const { x0, x1, y1 } = boxOf(other);
    if (y1 > (box.y0 + box.y1) / 2 || y1 < bottom || x0 > box.x1 || x1 < box.x0) continue;
    above = index;
    bottom = y1;
  }
  const neighbour = lines[above] ?? lines[0];
  lines.splice(above + 1, 0, { ...line, paragraph: neighbour?.paragraph ?? 0 });
}
