import { expect, test } from 'vitest';
import { gradientColor } from '../src/page-model/content/gradient-color.ts';

const axial = (...stops: readonly (readonly [number, string])[]) => [
  'RadialAxial',
  'axial',
  null,
  stops,
  [0, 0],
  [1, 0],
];

test('the colour of a gradient is the one half-way', () => {
  expect(gradientColor(axial([0, '#000000'], [1, '#204060']))).toBe('#102030');
  expect(gradientColor(axial([0, '#ff0000'], [0.25, '#000000'], [0.75, '#000040'], [1, '#ffffff']))).toBe('#000020');
  expect(gradientColor(axial([0, '#123456']))).toBe('#123456');
});

test('a mesh has none', () => {
  expect(gradientColor(['Mesh', 4, [], []])).toBeNull();
  expect(gradientColor(null)).toBeNull();
});
