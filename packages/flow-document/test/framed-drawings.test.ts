import { blankPage, type Line, type Page, type Rule } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { framedDrawings } from '../src/analysis/figures/framed-drawings.ts';

const rule = (orientation: Rule['orientation'], x0: number, y0: number, x1: number, y1: number): Rule => ({
  orientation,
  x0,
  y0,
  x1,
  y1,
  widthPt: 0.5,
  color: '#000000',
  dashed: false,
});

const frame = [
  rule('horizontal', 50, 60, 250, 60),
  rule('horizontal', 50, 160, 250, 160),
  rule('vertical', 50.2, 60, 50.2, 160),
  rule('vertical', 249.8, 60, 249.8, 160),
];

/** Arcs too small to be a figure, too far apart to be one together. */
const arcs = [60, 90, 120, 150, 180, 210].map((x) => ({ x0: x, y0: 100, x1: x + 8, y1: 120 }));

const pageWith = (rules: readonly Rule[], words: number): Page => ({
  ...blankPage({ number: 1, widthPt: 400, heightPt: 500 }),
  rules,
  lines: [
    {
      words: Array.from({ length: words }, (_, index) => ({
        text: 'word',
        box: { x0: 60 + 10 * index, y0: 70, x1: 68 + 10 * index, y1: 80 },
      })),
    } as unknown as Line,
  ],
});

test('loose drawings in a frame of rules are one figure', () => {
  expect(framedDrawings(arcs, pageWith(frame, 3))).toEqual([{ x0: 50, y0: 60, x1: 250, y1: 160 }]);
});

test('a frame with more words than drawings in it, or an open one, is none', () => {
  expect(framedDrawings(arcs, pageWith(frame, 9))).toEqual([]);
  expect(framedDrawings(arcs, pageWith(frame.slice(0, 3), 3))).toEqual([]);
  expect(framedDrawings(arcs.slice(0, 5), pageWith(frame, 3))).toEqual([]);
});
