import { describe, expect, test } from 'vitest';
import { countGlyphSteps } from '../src/fonts/glyph-steps.ts';
import { writeSfnt } from '../src/fonts/sfnt.ts';
import { cffOfCalls, trueTypeOfParts, type1OfCalls } from './program-bombs.ts';

const bounds = { ofOneGlyph: 100_000, ofAll: 1_000_000 };

describe('subroutines and parts count as often as they are used, and each glyph once more in all', () => {
  test('in CFF: numbers and operators', () => {
    // The glyph and the first subroutine call three times, in a number and an operator each; the last one has four steps.
    const most = 7 + 3 * 7 + 9 * 4;
    expect(countGlyphSteps(cffOfCalls(2, 3), bounds)).toEqual({ most, total: most + 1 + 2 });
  });

  test('in Type 1, called through PostScript', () => {
    const { most } = countGlyphSteps(type1OfCalls(3, 10), bounds);
    expect(most).toBeGreaterThan(1_000);
    expect(most).toBeLessThan(10_000);
  });

  test('in TrueType: the bytes of each glyph and of its parts', () => {
    // Parts of 6 bytes behind a head of 10; the last glyph has 12.
    expect(countGlyphSteps(trueTypeOfParts(3, 4), bounds)).toEqual({
      most: 34 + 4 * (34 + 4 * 12),
      total: 362 + 82 + 12 + 3,
    });
  });
});

test('a glyph of TrueType that lies beyond the end of its table has no steps', () => {
  const program = writeSfnt(
    new Map([
      ['glyf', new Uint8Array(12)],
      ['head', new Uint8Array(54)],
      // In units of two bytes: a glyph of 12 bytes, and one of 100 000.
      ['loca', Uint8Array.from([0, 0, 0, 6, 0xc3, 0x56])],
    ]),
  );
  expect(countGlyphSteps(program, bounds)).toEqual({ most: 12, total: 12 + 2 });
});

test.each([
  ['CFF', cffOfCalls(9, 20)],
  ['Type 1', type1OfCalls(9, 20)],
  ['TrueType', trueTypeOfParts(30, 12)],
])('counting ends at the bound: %s', (_, program) => {
  expect(countGlyphSteps(program, bounds).most).toBe(bounds.ofOneGlyph + 1);
});

test('a mask of hints hides no call: its bytes are those of its stems', () => {
  // Two stems, then a mask whose byte would begin a number of three.
  const hints = [140, 140, 140, 140, 1, 19, 28];
  expect(countGlyphSteps(cffOfCalls(9, 20, hints), bounds).most).toBe(bounds.ofOneGlyph + 1);
});

test('what is calculated is called', () => {
  // 100 - 207 is -107, the first of few subroutines.
  const called = [239, 247, 99, 12, 11, 29];
  expect(countGlyphSteps(cffOfCalls(9, 20, called), bounds).most).toBe(bounds.ofOneGlyph + 1);
});

test.each([[Buffer.of()], [Buffer.from([1, 0, 4, 1])], [Buffer.from('%!PS')], [Buffer.from('OTTO')]])(
  'what is no font has no steps: %s',
  (program) => {
    expect(countGlyphSteps(program, bounds)).toEqual({ most: 0, total: 0 });
  },
);
