import type { RunStyle } from '@platen/pdf-kit/flow-document';
import { describe, expect, test } from 'vitest';
import { countLines, fitLines } from '../src/compose/fit-lines.ts';
import { lineWidth } from '../src/compose/line-widths.ts';
import { insetOf, looseningOf, overhangOf, tighteningOf } from '../src/compose/tighten.ts';

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
  widthScale: 1,
  rightToLeft: false,
};

/** Ten words of five letters on a line. */
function lineOf(neededPt: number) {
  const widthPt = (neededPt - 9 * 2.5) / 10;
  return lineWidth(
    Array.from({ length: 10 }, () => ({ widthPt, characters: 5, spacePt: 2.5 })),
    200,
  );
}

const fitting = lineOf(190);
const wide = lineOf(212);
const muchTooWide = lineOf(300);

describe('fitting lines', () => {
  test('lines that fit are left as they are', () => {
    expect(tighteningOf([fitting, fitting], style, false)).toBe(0);
    expect(looseningOf([fitting, fitting], style)).toBe(0);
    expect(insetOf([fitting, fitting])).toBe(0);
    expect(overhangOf([fitting, fitting], 0)).toBe(0);
  });

  test('the widest line decides how close letters stand, in steps of a twentieth of a point', () => {
    expect(tighteningOf([fitting, wide], style, false)).toBeCloseTo(-0.25);
  });

  test('letters come no closer than a share of their size, East Asian ones more than others', () => {
    expect(tighteningOf([muchTooWide], style, false)).toBeCloseTo(-0.6);
    expect(tighteningOf([muchTooWide], style, true)).toBeCloseTo(-1.4);
  });

  test('flush lines with room for the next word have their letters apart until it does not fit', () => {
    const short = lineOf(180);
    expect(looseningOf([short, short], style)).toBeCloseTo(0.05);
    expect(looseningOf([short, lineOf(200)], style)).toBe(0);
  });

  test('ragged lines with room for the next word end earlier, but no earlier than their text', () => {
    const short = lineOf(175);
    const inset = insetOf([short, short]);
    expect(inset).toBeGreaterThan(200 - short.neededPt - 2.5 - 15.25);
    expect(countLines([short, short], 0, -inset)).toBe(2);
    expect(insetOf([short, lineOf(199)])).toBe(0);
  });
});

describe('a paragraph', () => {
  test('stands with its lines closer when it takes one more, within a limit', () => {
    const fit = fitLines([muchTooWide, muchTooWide], style, { alignment: 'justify', isSquare: false });
    expect(fit).toMatchObject({ lineCount: 3, lineSqueeze: 0.86 });
  });

  test('that will take fewer lines says so', () => {
    const lines = [lineOf(120), lineOf(120), lineOf(120)];
    expect(fitLines(lines, style, { alignment: 'justify', isSquare: false }).lineCount).toBe(2);
  });
});
