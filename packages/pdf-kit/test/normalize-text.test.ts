import { expect, test } from 'vitest';
import { normalizeGlyphText } from '../src/page-model/text/normalize-text.ts';

test('a radical that a font is mapped to is the ideograph that it draws', () => {
  expect([...'⽤⼤⾔⼀'].map(normalizeGlyphText).join('')).toBe('用大言一');
  expect(normalizeGlyphText('ﬁ')).toBe('fi');
  expect(normalizeGlyphText('①')).toBe('①');
});
