import { expect, test } from 'vitest';
import { imageColor } from '../src/page-model/content/image-color.ts';

test('the colour of an image is the mean of its pixels on white paper', () => {
  const rgb = { width: 2, height: 1, kind: 2, data: new Uint8Array([255, 0, 0, 1, 0, 0]) };
  const rgba = { width: 2, height: 1, kind: 3, data: new Uint8Array([0, 0, 255, 255, 0, 0, 0, 0]) };
  expect([imageColor(rgb), imageColor(rgba)]).toEqual(['#800000', '#8080ff']);
});

test('an image whose pixels are not known has no colour', () => {
  expect([imageColor(null), imageColor({ width: 8, height: 1, kind: 1, data: new Uint8Array([7]) })]).toEqual([
    null,
    null,
  ]);
});
