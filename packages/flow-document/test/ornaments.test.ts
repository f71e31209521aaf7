import type { Box, Line } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { findOrnaments } from '../src/analysis/figures/ornaments.ts';

const lines = [100, 250, 400].map((y0) => ({ angle: 0, box: { x0: 50, y0, x1: 350, y1: y0 + 12 } }) as Line);

function squaresAlong(from: number, to: number, place: (at: number) => Pick<Box, 'x0' | 'y0'>): Box[] {
  const count = Math.floor((to - from) / 10);
  return Array.from({ length: count }, (_, index) => {
    const { x0, y0 } = place(from + 10 * index);
    return { x0, y0, x1: x0 + 8, y1: y0 + 8 };
  });
}

const leaves = [
  ...squaresAlong(10, 390, (x0) => ({ x0, y0: 10 })),
  ...squaresAlong(10, 390, (x0) => ({ x0, y0: 480 })),
  ...squaresAlong(20, 480, (y0) => ({ x0: 10, y0 })),
  ...squaresAlong(20, 480, (y0) => ({ x0: 382, y0 })),
];

test('leaves along the edges of a page are four drawings, with the text between them', () => {
  const { sides, members } = findOrnaments(leaves, lines);
  expect(sides).toHaveLength(4);
  expect(members.size).toBe(leaves.length);
  const overText = sides.filter((side) =>
    lines.some(({ box }) => side.x0 < box.x1 && side.x1 > box.x0 && side.y0 < box.y1 && side.y1 > box.y0),
  );
  expect(overText).toEqual([]);
});

test('a drawing with parts among its labels, or on three sides of text, is no ornament', () => {
  const among = [...leaves, { x0: 100, y0: 200, x1: 200, y1: 240 }];
  expect(findOrnaments(among, lines).sides).toEqual([]);
  expect(
    findOrnaments(
      leaves.filter(({ y0 }) => y0 < 480),
      lines,
    ).sides,
  ).toEqual([]);
});
