import { expect, test } from 'vitest';
import type { BandLayout, PageLayout } from '../src/analysis/layout/page-layout.ts';
import { createOpenSection } from '../src/compose/open-section.ts';
import type { RunningSets } from '../src/compose/section-layout.ts';

const none = { default: null, first: null, even: null };
const running = {
  headers: none,
  footers: none,
  headerDistancePt: 36,
  footerDistancePt: 36,
  headerBottomPt: 0,
  numbering: { numberOffset: 0, numberFormat: 'decimal', countsOn: true },
} as unknown as RunningSets;

const page = {
  page: { number: 1, widthPt: 600, heightPt: 800 },
  frame: { x0: 50, x1: 550, marginX1: 550, y0: 100, y1: 750 },
} as unknown as PageLayout;

/** Columns whose highest block begins at a height. */
function bandOf(edges: readonly (readonly [number, number])[], topY: number): BandLayout {
  const columns = edges.map(([x0, x1]) => ({
    x0,
    x1,
    blocks: [{ kind: 'figure', box: { x0, y0: topY, x1, y1: 200 } }],
  }));
  return { columns } as unknown as BandLayout;
}

const title = (topY: number) => bandOf([[50, 550]], topY);
const halves = (topY: number) =>
  bandOf(
    [
      [50, 290],
      [310, 550],
    ],
    topY,
  );
const unequal = (topY: number) =>
  bandOf(
    [
      [50, 150],
      [170, 550],
    ],
    topY,
  );

const onFirst = { isFirstOfPage: true, continues: false };
const below = { isFirstOfPage: false, continues: false };

function openSection() {
  const ends = { runningText: { spareBelowPt: 5, headroomPt: 3 }, spareBelowPt: 0, widestBelowPt: 72 };
  return createOpenSection(
    () => running,
    { running: null },
    ends,
    () => undefined,
  );
}

test('columns have the top margin of the section that began their page', () => {
  const section = openSection();
  section.enter(page, title(103), onFirst);
  section.enter(page, halves(300), below);
  expect(section.layout?.marginTopPt).toBe(103);
  section.enter(page, unequal(105), onFirst);
  section.enter(page, halves(300), below);
  expect(section.layout?.marginTopPt).toBe(105);
});

test('pages that text runs on to from columns below other sections begin where those begin', () => {
  const section = openSection();
  section.enter(page, unequal(105), onFirst);
  section.enter(page, halves(300), below);
  expect(section.enter(page, halves(105.7), onFirst)).toBe(false);
  expect(section.enter(page, halves(107), onFirst)).toBe(true);
});

test('a sentence that goes on over the page keeps its section', () => {
  const section = openSection();
  section.enter(page, unequal(105), onFirst);
  section.enter(page, halves(300), below);
  expect(section.enter(page, halves(107), { isFirstOfPage: true, continues: true })).toBe(false);
});
