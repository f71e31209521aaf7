import type { Box, Line } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { joinTiles } from '../src/analysis/figures/picture-tiles.ts';
import type { FigureItem } from '../src/analysis/types.ts';

const figure = (box: Box, pictureIndex: number): FigureItem => ({
  kind: 'figure',
  box,
  pictureIndex,
  alternativeText: '',
  texts: [],
  behindText: false,
});
const strips = [0, 1, 2, 3].map((index) =>
  figure({ x0: 50, y0: 100 + 20 * index, x1: 250, y1: 120 + 20 * index }, index),
);

test('strips of a sliced picture are one picture', () => {
  const [whole, ...others] = joinTiles(strips, []);
  expect(others).toEqual([]);
  expect(whole).toMatchObject({ box: { x0: 50, y0: 100, x1: 250, y1: 180 }, pictureIndex: null });
});

test('tiles with text on any of them lie behind the text, all of them', () => {
  const line = { box: { x0: 60, y0: 104, x1: 120, y1: 114 } } as Line;
  expect(joinTiles(strips, [line]).map(({ behindText }) => behindText)).toEqual([true, true, true, true]);
});

test('pictures with white between them are pictures of their own', () => {
  const apart = [0, 1, 2].map((index) =>
    figure({ x0: 50, y0: 100 + 30 * index, x1: 250, y1: 120 + 30 * index }, index),
  );
  expect(joinTiles(apart, [])).toEqual(apart);
});
