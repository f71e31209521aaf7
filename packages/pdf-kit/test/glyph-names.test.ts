import { expect, test } from 'vitest';
import { glyphNames, textByName } from '../src/page-model/fonts/glyph-names.ts';

test('only explicit differences name glyphs: an encoding of codes does not, and composite fonts have none', () => {
  const font = { differences: new Map([[31, 'f_i']]), defaultEncoding: ['', 'A'] };
  const nameOf = glyphNames(font);
  expect([nameOf(31), nameOf(1), nameOf(0), nameOf(99)]).toEqual(['f_i', null, null, null]);
  expect(glyphNames({ ...font, composite: true })(31)).toBeNull();
});

test('a ligature of which the map kept one letter is spelled by its name', () => {
  expect(textByName('i', 'f_i')).toBe('fi');
  expect(textByName('h', 'T_h')).toBe('Th');
  expect(textByName('f', 'ffi')).toBe('ffi');
});

test('a ligature that is mapped to a sign is spelled by its name', () => {
  expect(textByName('\u21b5', 'ff')).toBe('ff');
  expect(textByName(' ', 'ffi')).toBe('ffi');
});

test('a capital that is mapped to its small letter is the capital its name tells', () => {
  expect(textByName('i', 'I')).toBe('I');
});

test('other contradictions are left to the map', () => {
  expect(textByName('fi', 'f_i')).toBe('fi');
  expect(textByName('A', 'a')).toBe('A');
  expect(textByName('x', 'B')).toBe('x');
  expect(textByName('\u03bc', 'G01')).toBe('\u03bc');
  expect(textByName('q', null)).toBe('q');
});

test('a name that is a code point tells what nothing else does', () => {
  expect(textByName('', '2014')).toBe('\u2014');
  expect(textByName('\u0014', '2020')).toBe('\u2020');
  expect(textByName('a', '2014')).toBe('a');
  expect(textByName('', 'D800')).toBe('');
});

test('the name of a form of a sign tells what nothing else does', () => {
  expect(textByName('\u0016', 'emdash.cyr')).toBe('\u2014');
  expect(textByName('\u0010', 'quotedblleft')).toBe('\u201c');
  expect(textByName('\u0016', 'arrow.cyr')).toBe('\u0016');
  expect(textByName('-', 'emdash.cyr')).toBe('-');
});
