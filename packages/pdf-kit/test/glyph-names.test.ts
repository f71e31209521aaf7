import { expect, test } from 'vitest';
import { glyphNames, textByName } from '../src/page-model/fonts/glyph-names.ts';

test('only explicit differences name glyphs: an encoding of codes does not, and composite fonts have none', () => {
  const font = { differences: new Map([[31, 'f_i']]), defaultEncoding: ['', 'A'] };
  const nameOf = glyphNames(font);
  expect([nameOf(31), nameOf(1), nameOf(0), nameOf(99)]).toEqual(['f_i', null, null, null]);
  expect(glyphNames({ ...font, composite: true })(31)).toBeNull();
});

test('a ligature of which the map kept one letter is spelled by its name', () => {
  expect(textByName('i', 'f_i', false)).toBe('fi');
  expect(textByName('h', 'T_h', false)).toBe('Th');
  expect(textByName('f', 'ffi', false)).toBe('ffi');
});

test('a ligature that is mapped to a sign is spelled by its name', () => {
  expect(textByName('\u21b5', 'ff', false)).toBe('ff');
  expect(textByName(' ', 'ffi', false)).toBe('ffi');
});

test('a capital that is mapped to its small letter is the capital its name tells', () => {
  expect(textByName('i', 'I', false)).toBe('I');
});

test('other contradictions are left to the map', () => {
  expect(textByName('fi', 'f_i', false)).toBe('fi');
  expect(textByName('A', 'a', false)).toBe('A');
  expect(textByName('x', 'B', false)).toBe('x');
  expect(textByName('\u03bc', 'G01', false)).toBe('\u03bc');
  expect(textByName('q', null, false)).toBe('q');
});

test('a name that is a code point tells what nothing else does', () => {
  expect(textByName('', '2014', false)).toBe('\u2014');
  expect(textByName('\u0014', '2020', false)).toBe('\u2020');
  expect(textByName('a', '2014', false)).toBe('a');
  expect(textByName('', 'D800', false)).toBe('');
});

test('the name of a form of a sign tells what nothing else does', () => {
  expect(textByName('\u0016', 'emdash.cyr', false)).toBe('\u2014');
  expect(textByName('\u0010', 'quotedblleft', false)).toBe('\u201c');
  expect(textByName('\u0016', 'arrow.cyr', false)).toBe('\u0016');
  expect(textByName('-', 'emdash.cyr', false)).toBe('-');
});

test('a form of a character that is mapped to its code alone is the character', () => {
  expect(textByName('\u00a3', 'two.lf', true)).toBe('2');
  expect(textByName('9', 'u00ED.a', true)).toBe('\u00ed');
  expect(textByName('!', 'aacute.sc', true)).toBe('\u00e1');
  expect(textByName('"', 'scaron.smcp', true)).toBe('\u0161');
  expect(textByName('\u0081', 'comma.onum', false)).toBe(',');
});

test('a form keeps what it is mapped to, and a number is no form', () => {
  expect(textByName('x', 'two.lf', false)).toBe('x');
  expect(textByName('5', 'g.12', true)).toBe('5');
  expect(textByName('5', 'arrow.alt', true)).toBe('5');
});

test('a name of the fonts of TeX tells the sign where there is no map', () => {
  expect(textByName('\u0002', 'epsilon1', true)).toBe('ϵ');
  expect(textByName('b', 'floorleft', true)).toBe('⌊');
  expect(textByName('⌊', 'floorleft', false)).toBe('⌊');
  expect(textByName('b', 'b', true)).toBe('b');
});

test('angle brackets of formulas are not the wide ones of East Asia', () => {
  expect(textByName('〈', 'angbracketleft', false)).toBe('⟨');
  expect(textByName('〈', 'cid123', false)).toBe('〈');
});
