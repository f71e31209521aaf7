import { type Shift, shiftPage } from '../../page-model/shift-page.ts';
import type { Page, Word } from '../../page-model/types.ts';

/** How far the same print may be offset between two scanned sheets, in points. */
const maxShiftPt = 24;
/**
 * Left edges of one column differ by less than this: letters have side bearings, and recognition varies by a pixel or
 * two.
 */
const sameEdgePt = 2;
/** At least this many words, and this share of those that two pages have in common, must have the same offset. */
const minAgreeing = 3;
const minAgreeingShare = 0.3;
/** Shorter words occur everywhere; of a word that is repeated more often the first occurrences suffice. */
const minLetters = 3;
const maxRepeats = 20;

/**
 * Aligns recognised pages with the page before: the paper was scanned at different positions, but a table continues in
 * the same columns. The offset is found from the words that two pages have in common; pages without enough of them stay
 * as they are.
 */
export function alignPages(pages: readonly Page[]): readonly Page[] {
  let shift: Shift = { x: 0, y: 0 };
  return pages.map((page, index) => {
    const above = pages[index - 1];
    if (above === undefined) return page;
    const { x, y } = shiftBetween(above, page);
    shift = { x: shift.x + x, y: shift.y + y };
    return shiftPage(page, shift);
  });
}

/**
 * The offset of a page from the one before. Words of columns recur at any height, so only words that a page has once,
 * as in letterheads and footers, determine the vertical offset.
 */
function shiftBetween(above: Page, page: Page): Shift {
  const there = recognizedWords(above);
  const pairs = [...recognizedWords(page)].flatMap(([text, own]) => {
    const others = there.get(text) ?? [];
    const isSingle = own.length === 1 && others.length === 1;
    return own
      .slice(0, maxRepeats)
      .flatMap(({ box }) =>
        others.slice(0, maxRepeats).map((other) => ({ x: other.box.x0 - box.x0, y: other.box.y0 - box.y0, isSingle })),
      );
  });
  return {
    x: commonOf(pairs.map(({ x }) => x)),
    y: commonOf(pairs.filter(({ isSingle }) => isSingle).map(({ y }) => y)),
  };
}

/** By their text. */
function recognizedWords({ lines }: Page): ReadonlyMap<string, readonly Word[]> {
  const words = lines.flatMap((line) => line.words);
  return Map.groupBy(
    words.filter(({ text, confidence }) => confidence !== null && text.length >= minLetters),
    ({ text }) => text,
  );
}

/** The offset on which most words agree, within the range that paper moves; 0 if too few agree. */
function commonOf(distances: readonly number[]): number {
  const ordered = distances.filter((distance) => Math.abs(distance) <= maxShiftPt).sort((a, b) => a - b);
  let best: readonly number[] = [];
  let start = 0;
  for (let end = 1; end <= ordered.length; end += 1) {
    while ((ordered[end - 1] ?? 0) - (ordered[start] ?? 0) > sameEdgePt) start += 1;
    if (end - start > best.length) best = ordered.slice(start, end);
  }
  if (best.length < Math.max(minAgreeing, minAgreeingShare * ordered.length)) return 0;
  return best.reduce((sum, distance) => sum + distance, 0) / best.length;
}
