import { expect, test } from 'vitest';
import { affordableDpi } from '../src/svg-trials.ts';

const dpis = [300, 192, 96];
const budgetMs = 8_000;

/** Tries a drawing of A4 that takes so long, and counts the pixels of what was drawn. */
async function tried(msOf: (pixels: number) => number) {
  const [width, height] = [794, 1123];
  let now = 0;
  const drawn: number[] = [];
  const dpi = await affordableDpi(
    {
      width,
      height,
      async draw(dpi) {
        const pixels = width * height * (dpi / 96) ** 2;
        drawn.push(Math.round(pixels));
        now += msOf(pixels);
      },
    },
    dpis,
    { budgetMs, cpuMs: () => now },
  );
  return { dpi, drawn, ms: now };
}

test('a drawing that is fast, or long whatever its size, has the highest resolution', async () => {
  expect((await tried((pixels) => pixels / 1e6)).dpi).toBe(300);
  expect((await tried((pixels) => 1_300 + pixels / 1e6)).dpi).toBe(300);
});

test('a drawing whose pixels take long has a lower one', async () => {
  expect((await tried((pixels) => pixels / 1_500)).dpi).toBe(192);
  expect((await tried((pixels) => pixels / 400)).dpi).toBe(96);
});

test('a drawing that takes too long has none, and is given up before that is spent', async () => {
  const { dpi, drawn, ms } = await tried((pixels) => pixels / 10);
  expect(dpi).toBeNull();
  expect(ms).toBeLessThan(budgetMs);
  expect(drawn.length).toBeLessThan(5);
  expect((await tried((pixels) => pixels)).dpi).toBeNull();
});

test('a picture that is smaller than a trial is not tried', async () => {
  const draw = () => Promise.reject(new Error('drawn'));
  expect(await affordableDpi({ width: 9, height: 9, draw }, dpis, { budgetMs, cpuMs: () => 0 })).toBe(300);
});
