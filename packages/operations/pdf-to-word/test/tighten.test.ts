import { describe, expect, test } from 'vitest';
import { lineSqueezeOf, overhangOf, tighteningOf } from '../src/compose/tighten.ts';
import type { RunStyle } from '../src/document/types.ts';

const style: RunStyle = {
  fontName: 'Arial',
  sizePt: 10,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  highlight: null,
  script: 'normal',
  letterSpacingPt: 0,
  rightToLeft: false,
};

const fitting = { neededPt: 190, availablePt: 200, characters: 40 };
const wide = { neededPt: 208, availablePt: 200, characters: 40 };
const muchTooWide = { neededPt: 300, availablePt: 200, characters: 40 };

describe('fitting lines', () => {
  test('lines that fit are left as they are', () => {
    expect(tighteningOf([fitting, fitting], style, false)).toBe(0);
    expect(lineSqueezeOf([fitting, fitting], 0, 0)).toBe(1);
    expect(overhangOf([fitting, fitting], 0)).toBe(0);
  });

  test('the widest line decides how close letters stand, in steps of a twentieth of a point', () => {
    expect(tighteningOf([fitting, wide], style, false)).toBeCloseTo(-0.25);
  });

  test('letters come no closer than a share of their size, East Asian ones more than others', () => {
    expect(tighteningOf([muchTooWide], style, false)).toBeCloseTo(-0.6);
    expect(tighteningOf([muchTooWide], style, true)).toBeCloseTo(-1.4);
  });

  test('lines stand closer when the paragraph takes one more, within a limit', () => {
    const lines = [...Array.from({ length: 9 }, () => fitting), muchTooWide];
    expect(lineSqueezeOf(lines, 0, 0)).toBeCloseTo(10 / 11);
    expect(lineSqueezeOf([muchTooWide, muchTooWide], 0, 0)).toBeCloseTo(0.86);
  });
});
