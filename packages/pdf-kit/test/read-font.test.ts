import { expect, test } from 'vitest';
import { readFont } from '../src/page-model/fonts/read-font.ts';

/** A Type 3 font in hundredths of an em, with a box from 0 up to `top`. */
const typeThree = (top: number, ...widths: readonly number[]) =>
  readFont({ isType3Font: true, fontMatrix: [0.01, 0, 0, 0.01, 0, 0], bbox: [0, 0, 100, top], widths });

test('the box of a Type 3 font tells how tall its glyphs are', () => {
  expect(typeThree(120, 50, 100).sizeFactor).toBeCloseTo(1.2);
  expect(typeThree(120, 30).sizeFactor).toBeCloseTo(1.2);
});

test('a box far taller than any glyph is wide is a placeholder', () => {
  expect(typeThree(1090, 50, 100).sizeFactor).toBeCloseTo(1);
});

test('a box is believed where no width is told, and any number of widths is borne', () => {
  expect(typeThree(1090).sizeFactor).toBeCloseTo(10.9);
  expect(typeThree(1090, ...new Array<number>(100)).sizeFactor).toBeCloseTo(10.9);
  const widths = new Float64Array(1_000_000).fill(80);
  expect(
    readFont({ isType3Font: true, fontMatrix: [0.01, 0, 0, 0.01], bbox: [0, 0, 1, 1000], widths }).sizeFactor,
  ).toBeCloseTo(0.8);
});

test('the tag of a subset is no part of a name, be it of capitals or of hexadecimal digits', () => {
  expect(readFont({ name: 'ABCDEF+NotoSerif' }).font.name).toBe('NotoSerif');
  expect(readFont({ name: '24a158+NotoSerif' }).font.name).toBe('NotoSerif');
});

test('letters of one width are fixed-pitch, whatever width codes without a letter have', () => {
  const isFixed = (...widths: readonly number[]) => readFont({ name: 'F1', widths }).font.monospace;
  const of = (width: number, count: number) => new Array<number>(count).fill(width);
  expect(isFixed(...of(500, 20))).toBe(true);
  expect(isFixed(...of(500, 20), ...of(364, 200))).toBe(true);
  expect(isFixed(...of(500, 13), 250)).toBe(false);
  expect(isFixed(...of(500, 20), ...of(364, 200), ...of(444, 20))).toBe(false);
});
