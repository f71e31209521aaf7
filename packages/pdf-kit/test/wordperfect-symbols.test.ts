import { expect, test } from 'vitest';
import { wordPerfectSymbol } from '../src/page-model/fonts/wordperfect-symbols.ts';

test('glyphs of the symbol font of WordPerfect are what they show', () => {
  expect(wordPerfectSymbol('WPTypographicSymbols', 0x21)).toBe('●');
  expect(wordPerfectSymbol('WP TypographicSymbols', 0x27)).toBe('§');
});

test('other fonts and other codes are left alone', () => {
  expect(wordPerfectSymbol('Times-Roman', 0x21)).toBeNull();
  expect(wordPerfectSymbol('WPTypographicSymbols', 0x7e)).toBeNull();
});
