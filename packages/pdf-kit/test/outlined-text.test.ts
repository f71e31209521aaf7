import { expect, test } from 'vitest';
import { drawsText } from '../src/page-model/text/outlined-text.ts';

function shape(x0: number, y1: number, heightPt: number, fillColor: string | null = '#000000') {
  return { box: { x0, y0: y1 - heightPt, x1: x0 + 6, y1 }, kind: 'curve' as const, strokeColor: null, fillColor };
}

const onLines = Array.from({ length: 90 }, (_, index) =>
  shape(50 + 8 * (index % 30), 100 + 20 * Math.floor(index / 30), 7),
);

test('many small shapes side by side on lines are letters', () => {
  expect(drawsText(onLines)).toBe(true);
});

test('few shapes, shapes all over the page and lines of drawings are none', () => {
  const scattered = Array.from({ length: 90 }, (_, index) => shape(50 + 5 * index, 60 + 7 * index, 7));
  expect(drawsText(onLines.slice(0, 30))).toBe(false);
  expect(drawsText(scattered)).toBe(false);
  expect(drawsText(onLines.map(({ box }) => shape(box.x0, box.y1, 7, null)))).toBe(false);
});
