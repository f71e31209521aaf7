import { expect, test } from 'vitest';
import { createPlaceIndex } from '../src/page-model/place-index.ts';
import type { Box } from '../src/page-model/types.ts';

const box = (x0: number, y0: number, width: number, height: number): Box => ({
  x0,
  y0,
  x1: x0 + width,
  y1: y0 + height,
});

test('finds what touches a box, whatever its size, in the order in which it was added', () => {
  let seed = 7;
  const random = (within: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (within * seed) / 2_147_483_647;
  };
  const boxes = Array.from({ length: 500 }, (_, at) =>
    box(random(700) - 50, random(900) - 50, random(at % 7 === 0 ? 600 : 9), random(at % 11 === 0 ? 800 : 12)),
  );
  const index = createPlaceIndex(boxes.map((own, at) => [at, own]));
  for (const own of boxes) {
    const touching = boxes.flatMap((other, at) =>
      other.x0 <= own.x1 && own.x0 <= other.x1 && other.y0 <= own.y1 && own.y0 <= other.y1 ? [at] : [],
    );
    expect(index.touching(own)).toEqual(touching);
  }
});

test('an item with several boxes is found once, and one beyond all pages like others', () => {
  const index = createPlaceIndex<string>();
  index.add('far', box(1e9, 1e9, 1e9, 1));
  index.add('twice', box(0, 0, 9, 9));
  index.add('twice', box(5, 0, 40, 9));
  expect(index.touching(box(4, 4, 3, 3))).toEqual(['twice']);
  expect(index.touching(box(1.5e9, 1e9, 1, 1))).toEqual(['far']);
  expect(index.touching({ x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity })).toEqual(['far', 'twice']);
});
