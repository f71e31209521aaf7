import { expect, test } from 'vitest';
import { findRules } from '../../src/ocr/find-rules.ts';
import { rotateRaster } from '../../src/ocr/raster.ts';
import type { GreyRaster } from '../../src/ocr.ts';
import { declarationScan } from './declaration-scan.ts';

const [widthPx, heightPx] = [900, 700];
/** The height of letters, in pixels. */
const unitPx = 20;
const level = { rotation: 0, skewDegrees: 0 } as const;

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly grey?: number;
}

function pageWith(bars: readonly Bar[], paper = 255): GreyRaster {
  const data = new Uint8Array(widthPx * heightPx).fill(paper);
  for (const { x, y, width, height, grey = 0 } of bars) {
    for (let row = y; row < y + height; row += 1) data.fill(grey, row * widthPx + x, row * widthPx + x + width);
  }
  return { data, widthPx, heightPx, dpi: 200 };
}

const ys = [100, 160, 220, 280];
const xs = [100, 300, 500, 800];

/** A table of three rows and three columns. */
function grid(grey: number): readonly Bar[] {
  return [
    ...ys.map((y) => ({ x: 100, y, width: 702, height: 2, grey })),
    ...xs.map((x) => ({ x, y: 100, width: 2, height: 182, grey })),
  ];
}

/** Noise of this standard deviation or so, the same each time. */
function withNoise(page: GreyRaster, deviation: number): GreyRaster {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  const data = page.data.map((grey) => {
    const noise = (random() + random() + random()) * 2 * deviation;
    return Math.max(0, Math.min(255, grey + noise));
  });
  return { ...page, data };
}

async function placesOf(page: GreyRaster, skewDegrees = 0) {
  const found = await findRules(page, { rotation: 0, skewDegrees }, unitPx);
  const of = (orientation: string) => (found?.rules ?? []).filter((rule) => rule.orientation === orientation);
  return {
    levels: of('horizontal').toSorted((a, b) => a.y0 - b.y0),
    uprights: of('vertical').toSorted((a, b) => a.x0 - b.x0),
  };
}

const isNear = (expected: number, tolerance: number) => expect.closeTo(expected, tolerance > 1 ? -1 : 0);

test.each([
  ['black on white', grid(0), 255, 0],
  ['light grey on white', grid(200), 255, 0],
  ['black on grey paper, with noise', grid(40), 225, 12],
])('the rules of a grid are found from end to end: %s', async (_, bars, paper, noise) => {
  const { levels, uprights } = await placesOf(withNoise(pageWith(bars, paper), noise));
  expect(levels.map(({ y0 }) => y0)).toEqual(ys.map((y) => isNear(y + 1, 1)));
  expect(uprights.map(({ x0 }) => x0)).toEqual(xs.map((x) => isNear(x + 1, 1)));
  for (const { x0, x1 } of levels) expect([x0, x1]).toEqual([isNear(100, 5), isNear(802, 5)]);
  for (const { y0, y1 } of uprights) expect([y0, y1]).toEqual([isNear(100, 5), isNear(282, 5)]);
});

test('rules of a skewed page are found where they are on the page levelled', async () => {
  const { raster } = rotateRaster(pageWith(grid(0)), 1.5);
  const { levels, uprights } = await placesOf(raster, 1.5);
  expect([levels.length, uprights.length]).toEqual([4, 4]);
  const [first, last] = [levels[0], levels[3]];
  expect((last?.y0 ?? 0) - (first?.y0 ?? 0)).toBeCloseTo(180, -1);
});

test('a broken rule is one, and rules side by side are several', async () => {
  const broken = Array.from({ length: 12 }, (_, index) => ({ x: 100 + 50 * index, y: 100, width: 45, height: 2 }));
  const beside = [0, 1, 2].map((index) => ({ x: 100 + 200 * index, y: 300, width: 180, height: 2 }));
  const { levels } = await placesOf(pageWith([...broken, ...beside]));
  expect(levels.map(({ y0 }) => Math.round(y0))).toEqual([101, 301, 301, 301]);
});

test('lines of text, bars and short strokes have no rules', async () => {
  const page = await declarationScan((scan) => scan);
  const text = await findRules(page, level, 30);
  // What stays are underlines and strokes inside words, which are dropped by the places of words.
  expect((text?.rules ?? []).filter(({ x0, x1, y0, y1 }) => x1 - x0 + y1 - y0 > 300)).toEqual([]);
  const bars = pageWith([
    { x: 100, y: 100, width: 600, height: 30 },
    { x: 100, y: 300, width: 30, height: 2 },
    { x: 400, y: 300, width: 2, height: 26 },
  ]);
  expect((await findRules(bars, level, unitPx))?.rules).toEqual([]);
});

test('a page that is hatched all over has none', async () => {
  const page = pageWith([]);
  const isDash = (x: number, y: number) => y % 3 === 0 && (x + 7 * y) % 30 < 22;
  const data = page.data.map((_, at) => (isDash(at % widthPx, Math.floor(at / widthPx)) ? 0 : 255));
  expect((await findRules({ ...page, data }, level, unitPx))?.rules).toEqual([]);
});

test('a dark page, a photograph and letters of a few pixels have none', async () => {
  const light = grid(0).map((bar) => ({ ...bar, grey: 255 }));
  expect(await findRules(pageWith(light, 30), level, unitPx)).toBeNull();
  expect(await findRules(pageWith(grid(0)), level, 3)).toBeNull();
  const page = pageWith([]);
  const clouds = page.data.map((_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return 160 + 60 * Math.sin(x / 40) * Math.cos(y / 55) + 30 * Math.sin((x + y) / 9);
  });
  expect((await findRules({ ...page, data: clouds }, level, unitPx))?.rules).toEqual([]);
});

test('filled bands are found from side to side, whatever is written on them', async () => {
  const letters = (y: number, grey: number) =>
    Array.from({ length: 38 }, (_, index) => ({ x: 112 + index * 18, y, width: 8, height: 20, grey }));
  const page = pageWith([
    { x: 103, y: 101, width: 702, height: 45, grey: 40 },
    ...letters(113, 255),
    { x: 103, y: 190, width: 702, height: 30, grey: 238 },
    ...letters(195, 0),
    ...letters(245, 0),
    // A grey square of the size of a letter, and a photograph.
    { x: 20, y: 300, width: 40, height: 40, grey: 150 },
    ...Array.from({ length: 300 }, (_, index) => {
      return { x: 100 + index, y: 400, width: 1, height: 200, grey: Math.round(130 + 90 * Math.sin(index / 11)) };
    }),
  ]);
  const found = await findRules(withNoise(page, 8), level, unitPx);
  const near = (value: number) => Math.round(value / 3);
  expect(found?.bands.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1].map(near))).toEqual(
    [
      [103, 101, 805, 146],
      [103, 190, 805, 220],
    ].map((box) => box.map(near)),
  );
  expect(found?.bands.map(({ grey }) => Math.round(grey / 16))).toEqual([40, 238].map((grey) => Math.round(grey / 16)));
});
