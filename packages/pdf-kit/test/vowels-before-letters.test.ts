import { expect, test } from 'vitest';
import { withVowelsBehindLetters } from '../src/page-model/text/vowels-before-letters.ts';

const ordered = (...glyphs: readonly string[]) => withVowelsBehindLetters(glyphs, (text) => text).join('');

test('a vowel sign at the beginning of a word goes behind its consonants', () => {
  expect(ordered('ि', 'ह', 'न्', 'दी')).toBe('हिन्दी');
  expect(ordered('ि', 'स्', 'थ', 'र')).toBe('स्थिर');
});

test('a vowel sign behind another one belongs to the letter after it', () => {
  expect(ordered('स्', 'थ', 'ि', 'ि', 'त')).toBe('स्थिति');
});

test('a vowel sign behind its letter stays', () => {
  expect(ordered('क', 'ि', 'ए')).toBe('किए');
  expect(ordered('व', 'ि', 'श्', 'व')).toBe('विश्व');
  expect(ordered('क', 'ि')).toBe('कि');
});
