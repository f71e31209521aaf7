import { expect, test } from 'vitest';
import { texBitmapOrder } from '../src/page-model/fonts/tex-bitmap-order.ts';

const small = Array.from('abcdefgh', (letter) => letter.charCodeAt(0));

/** A bitmap font that names the glyphs of these codes by them. */
function font(...codes: readonly number[]) {
  const names = [...small, ...codes].map((code): [number, string] => [code, `a${code}`]);
  return { isType3Font: true, differences: new Map([...names, [1, '.notdef']]) };
}

test('ligatures and dashes of bitmap fonts of TeX are read by the encoding that has them', () => {
  const cork = texBitmapOrder(font(0x2c, 0x1c, 0x15, 0xb2));
  expect([0x1b, 0x1c, 0x1f, 0x15, 0xb2, 0x27].map((code) => cork?.(code))).toEqual(['ff', 'fi', 'ffl', '–', 'š', '’']);
  expect(cork?.(0x61)).toBe(null);
  const original = texBitmapOrder(font(0x2e, 0x0c));
  expect([0x0b, 0x0c, 0x19, 0x7b].map((code) => original?.(code))).toEqual(['ff', 'fi', 'ß', '–']);
});

test('fonts of formulas, fonts with names of their own and those of other types are not', () => {
  expect(texBitmapOrder(font(0x0b, 0x0c))).toBe(null);
  expect(texBitmapOrder({ ...font(0x2c), isType3Font: false })).toBe(null);
  const named = font(0x2c);
  named.differences.set(0x41, 'square');
  expect(texBitmapOrder(named)).toBe(null);
});
