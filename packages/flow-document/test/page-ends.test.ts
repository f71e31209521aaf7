import { expect, test } from 'vitest';
import type { PageLayout } from '../src/analysis/layout/page-layout.ts';
import { findMarginBelowBreaks } from '../src/compose/page-ends.ts';
import type { WrittenHeights } from '../src/compose/written-heights.ts';

const heights = { lineOf: () => 20 } as unknown as WrittenHeights;

/** Where the paragraph of a page ends, and its words. */
type End = readonly [endY: number, text: string];

/** Pages of one paragraph each, with bodies that end at 680. */
function pages(...ends: readonly End[]): readonly PageLayout[] {
  return ends.map(([endY, text], index) => {
    const box = { x0: 50, y0: 100, x1: 500, y1: endY };
    const words = text.split(' ').map((word) => ({ text: word, box, spaceAfter: true }));
    const fragment = { words, box, baseline: endY - 4, style: { sizePt: 12, font: {} } };
    const flow = { alignment: 'left', direction: 'ltr', label: null, endsFull: true, columnX0: 50, columnX1: 500 };
    const block = { kind: 'paragraph', fragments: [fragment], box, ...flow };
    return {
      page: { number: index + 1, heightPt: 800 },
      frame: { y0: 100, y1: 680 },
      footnotes: [],
      bands: [{ columns: [{ blocks: [block] }] }],
    } as unknown as PageLayout;
  });
}

test('pages that end with a break have room for three lines below them', () => {
  expect(findMarginBelowBreaks(pages([680, 'The end.'], [680, 'The end.']), heights)).toEqual({
    spareBelowPt: 42,
    widestBelowPt: 72,
  });
});

test('where a paragraph continues on the next page, no line of it has room, unless a page with a break needs that', () => {
  const spareOf = (...ends: readonly End[]) => findMarginBelowBreaks(pages(...ends), heights).spareBelowPt;
  expect(spareOf([680, 'supplemental life insurance in'], [600, 'the amount of it.'])).toBe(15);
  expect(spareOf([672, 'supplemental life insurance in'], [600, 'the amount of it.'])).toBe(7);
  // Two lines were left for the heading below.
  expect(spareOf([640, 'supplemental life insurance in'], [600, 'the amount of it.'])).toBe(15);
  expect(spareOf([680, 'supplemental life insurance in'], [660, 'the amount of it.'], [300, 'The end.'])).toBe(22);
});
