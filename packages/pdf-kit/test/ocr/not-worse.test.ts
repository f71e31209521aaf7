import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropNoise } from '../../src/ocr/drop-noise.ts';
import { notWorse } from '../../src/ocr/not-worse.ts';
import { linesWorth } from '../../src/ocr/word-worth.ts';
import type { RasterLine } from '../../src/ocr.ts';

/** A reading of a page with these words, in rows of four. */
function linesOf(words: readonly (readonly [string, number])[]): readonly RasterLine[] {
  const rows = Array.from({ length: Math.ceil(words.length / 4) }, (_, row) => words.slice(4 * row, 4 * row + 4));
  return rows.map((row, index) => ({
    words: row.map(([text, confidence], at) => ({
      text,
      confidence,
      box: { x0: 150 * at, y0: 40 * index, x1: 150 * at + 120, y1: 40 * index + 20 },
    })),
    baseline: { x0: 0, y0: 40 * index + 18, x1: 600, y1: 40 * index + 18 },
    heightPx: 22,
    direction: 'ltr',
    paragraph: 0,
  }));
}

const vocabulary = ['Gesamtbetrag', '1.234,56', 'échéance', 'Należność', 'güncel', 'to', '—', 'Rechnung', 'à', '7'];
const reading = fc
  .array(fc.tuple(fc.constantFrom(...vocabulary), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 24 })
  .map(linesOf);

test('whatever was kept, it is worth no less than the untouched page', () => {
  fc.assert(
    fc.property(reading, reading, (kept, plain) => {
      const least = linesWorth(dropNoise(plain));
      return linesWorth(notWorse(kept, plain)) >= least - 1e-9;
    }),
    { seed: 1 },
  );
});

test('words that are surer on the untouched page come back, and the others stay', () => {
  const kept = linesOf([
    ['Rechnunq', 0.5],
    ['1.234,56', 0.95],
  ]);
  const plain = linesOf([
    ['Rechnung', 0.96],
    ['1.2Z4,S6', 0.65],
  ]);
  const words = notWorse(kept, plain).flatMap((line) => line.words.map(({ text }) => text));
  expect(words).toEqual(['Rechnung', '1.234,56']);
});

test('without a reading of the untouched page nothing changes', () => {
  const kept = linesOf([['Rechnung', 0.5]]);
  expect(notWorse(kept, null)).toBe(kept);
});
