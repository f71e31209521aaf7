import { expect, test } from 'vitest';
import { pageBands } from '../src/page-bands.ts';

const page = { data: new Uint8Array(0), widthPx: 1000, heightPx: 2000, dpi: 200 };
const place = (x0: number, y0: number, x1 = x0 + 100) => ({ x0, y0, x1, y1: y0 + 20 });

test('bands go around the places, with the whites above and below, as wide as the text of the page', () => {
  expect(pageBands(page, [place(300, 500)], [{ box: place(100, 1000, 800) }])).toEqual([
    { x0: 70, y0: 470, x1: 830, y1: 550 },
  ]);
});

test('places whose bands touch share one, whatever their order', () => {
  const bands = pageBands(page, [place(300, 560), place(100, 500), place(100, 1500)], []);
  expect(bands.map(({ y0, y1 }) => [y0, y1])).toEqual([
    [470, 610],
    [1470, 1550],
  ]);
});

test('bands end at the edges of the page, and without places there are none', () => {
  expect(pageBands(page, [place(0, 0, 1000)], [])).toEqual([{ x0: 0, y0: 0, x1: 1000, y1: 50 }]);
  expect(pageBands(page, [], [{ box: place(100, 1000) }])).toEqual([]);
});
