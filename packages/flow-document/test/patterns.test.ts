import type { Box, Line, Page } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { grounds, withPatterns } from '../src/analysis/figures/patterns.ts';

const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 });
const color = '#808080';
const hero = { box: box(0, 0, 400, 200), color, patterned: true } as const;
const photo = { box: box(50, 300, 150, 400), color, patterned: true } as const;
const button = { box: box(50, 450, 150, 470), color, patterned: true } as const;
const panel = { box: box(200, 300, 300, 400), color };
const lines = [
  { angle: 0, box: box(20, 50, 200, 70) },
  { angle: 0, box: box(60, 454, 140, 466) },
] as Line[];

const page = (parts: Partial<Page>) => ({ lines, fills: [], drawings: [], ...parts }) as unknown as Page;

test('a gradient without text is a drawing; with text on it, it is behind that, unless it is as small as a button', () => {
  const read = withPatterns(page({ fills: [hero, photo, button, panel] }));
  expect(read.drawings).toEqual([{ box: photo.box, kind: 'shading', strokeColor: null, fillColor: color }]);
  expect(read.fills).toEqual([hero, button, panel]);
  expect(grounds(read)).toEqual([hero]);
});

test('a curved shape filled with a gradient is read in the same way', () => {
  const curve = { kind: 'curve', strokeColor: null, fillColor: color, patterned: true } as const;
  const read = withPatterns(page({ drawings: [hero, photo, button].map((part) => ({ ...curve, box: part.box })) }));
  expect(read.drawings.map(({ box: { y0 }, kind }) => [y0, kind])).toEqual([
    [450, 'curve'],
    [300, 'shading'],
  ]);
  expect(grounds(read)).toEqual([hero]);
});
