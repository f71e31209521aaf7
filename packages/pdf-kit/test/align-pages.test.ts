import { expect, test } from 'vitest';
import { blankPage } from '../src/page-model/blank-page.ts';
import { type Shift, shiftPage } from '../src/page-model/shift-page.ts';
import { withRecognizedText } from '../src/page-model/text/recognized-text.ts';
import type { Page } from '../src/page-model/types.ts';
import { alignPages } from '../src/tables/pages/align-pages.ts';

/** A recognised page with a word for each row, from the top. */
function scan(texts: readonly string[], number = 1): Page {
  const lines = texts.map((text, index) => ({
    words: [
      { text, box: { x0: 60, y0: 40 + 20 * index, x1: 60 + 5 * text.length, y1: 50 + 20 * index }, confidence: 0.9 },
    ],
  }));
  return withRecognizedText(blankPage({ number, widthPt: 595, heightPt: 842 }), lines);
}

const letterhead = ['Northfield', 'Building', 'Society', 'Harrogate'];
const boxesOf = (page: Page | undefined) =>
  page?.lines.map(({ box }) => [box.x0, box.y0, box.x1, box.y1].map((value) => Math.round(value)));

test.each<[string, Shift]>([
  ['to the right and up', { x: 11, y: -8 }],
  ['to the left and down', { x: -20, y: 15 }],
])('a page that lay %s is moved back', (_name, by) => {
  const page = scan(letterhead);
  const [, aligned] = alignPages([page, shiftPage(page, by)]);
  expect(boxesOf(aligned)).toEqual(boxesOf(page));
  expect(aligned?.lines.map(({ baseline }) => Math.round(baseline))).toEqual(
    page.lines.map(({ baseline }) => Math.round(baseline)),
  );
});

test('each page is moved to the one before as that was moved', () => {
  const page = scan(letterhead);
  const pages = alignPages([page, shiftPage(page, { x: 15, y: 0 }), shiftPage(page, { x: 30, y: 0 })]);
  expect(pages.map(boxesOf)).toEqual([page, page, page].map(boxesOf));
});

test('rows of a table that are at another height move a page up or down by nothing', () => {
  const rows = Array.from({ length: 30 }, () => 'payment');
  const page = shiftPage(scan(rows), { x: 5, y: 7 });
  const [, aligned] = alignPages([scan(rows), page]);
  expect(boxesOf(aligned)).toEqual(boxesOf(shiftPage(page, { x: -5, y: 0 })));
});

test('pages with nothing in common stay where they are', () => {
  const page = shiftPage(scan(['Contents', 'Preface', 'Index']), { x: 9, y: 9 });
  expect(boxesOf(alignPages([scan(letterhead), page])[1])).toEqual(boxesOf(page));
});

test('text of the file stays where it is', () => {
  const page = scan(letterhead);
  const printed: Page = {
    ...page,
    lines: page.lines.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, confidence: null })) })),
  };
  const moved = shiftPage(printed, { x: 11, y: 0 });
  expect(boxesOf(alignPages([printed, moved])[1])).toEqual(boxesOf(moved));
});
