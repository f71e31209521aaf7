import { type Shift, shiftPage } from '../page-model/shift-page.ts';
import type { Page, Word } from '../page-model/types.ts';

/** Sheets of paper go through a scanner a few millimetres apart. */
const maxShiftPt = 24;
/** Words on one edge differ by less than this: letters have side bearings, and recognition wavers by a pixel or two. */
const sameEdgePt = 2;
/** So many words, and this share of those that two pages have in common, stand as far apart as each other. */
const minAgreeing = 3;
const minAgreeingShare = 0.3;
/** Shorter words are everywhere, and of one that is repeated more often the first tell enough. */
const minLetters = 3;
const maxRepeats = 20;

/**
 * Recognised pages moved so that what is printed on one stands where it is on the page before: the paper lay elsewhere, and
 * tables go on in columns that are the same. Words that two pages have in common tell how far. Other pages stay as they are.
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
 * How far a page must be moved to stand as the one before. Columns have their words at any height: only those that a page has
 * once, as letterheads and feet do, tell how far up or down.
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

/** The distance on which most agree, of those that paper moves; 0 where too few do. */
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
