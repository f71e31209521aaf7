import type { Rule } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { pictureFrame } from '../src/analysis/figures/picture-frame.ts';

const picture = { x0: 50, y0: 100, x1: 250, y1: 200 };
const look = { widthPt: 1, color: '#000000', dashed: false };
const level = (y: number): Rule => ({ orientation: 'horizontal', x0: 50, x1: 250, y0: y, y1: y, ...look });
const upright = (x: number): Rule => ({ orientation: 'vertical', x0: x, x1: x, y0: 100, y1: 200, ...look });
const sides = [level(99.5), level(200.5), upright(49.5), upright(250.5)];

test('rules along all four edges of a picture are its border', () => {
  expect(new Set(pictureFrame(picture, [level(80), ...sides]))).toEqual(new Set(sides));
});

test('rules along some edges, apart from it or of several looks are no border', () => {
  expect(pictureFrame(picture, sides.slice(1))).toEqual([]);
  expect(pictureFrame({ ...picture, y0: 104 }, sides)).toEqual([]);
  expect(pictureFrame(picture, [...sides.slice(1), { ...level(99.5), color: '#ff0000' }])).toEqual([]);
});
