import { blankPage, type Page } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { disputeFigures } from '../src/dispute-figures.ts';
import { lineOf } from './page-tables.ts';

/** A page of a scan of so many pixels, with words of 7 points. */
function scanned(widthPx: number): Page {
  const line = lineOf(
    [
      ['Total', 60, 90],
      ['12,290', 200, 230],
    ],
    { y0: 100, y1: 107 },
  );
  const words = line.words.map((word) => ({ ...word, confidence: 0.95 }));
  const page = { ...blankPage({ number: 1, widthPt: 600, heightPt: 800 }), lines: [{ ...line, words }] };
  const box = { x0: 0, y0: 0, x1: 600, y1: 800 };
  const picture = {
    pageNumber: 1,
    index: 0,
    box,
    widthPx,
    heightPx: (widthPx * 4) / 3,
    mask: false,
    rotation: 0,
    mirrored: false,
  };
  return { ...page, pictures: [picture] };
}

const disputedOn = (page: Page) =>
  disputeFigures(page).lines.flatMap(({ words }) => words.flatMap(({ text, disputed }) => (disputed ? [text] : [])));

test('figures of a few pixels are disputed, however sure they are', () => {
  expect(disputedOn(scanned(800))).toEqual(['12,290']);
});

test('figures of a finer scan are not, nor those of the file', () => {
  expect(disputedOn(scanned(1700))).toEqual([]);
  const page = scanned(800);
  const lines = page.lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, confidence: null })),
  }));
  expect(disputedOn({ ...page, lines })).toEqual([]);
});

test('all figures of a page are disputed where many are in doubt', () => {
  const page = scanned(1700);
  const [line] = page.lines;
  if (line === undefined) throw new TypeError('The page has a line');
  const words = [...line.words, ...line.words.map((word) => ({ ...word, text: '3,232', confidence: 0.5 }))];
  expect(disputedOn({ ...page, lines: [{ ...line, words }] })).toEqual(['12,290', '3,232', '3,232']);
});
