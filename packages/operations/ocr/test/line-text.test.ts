import { isSpaced } from '@platen/pdf-kit/ocr';
import { expect, test } from 'vitest';

test.each([
  ['two', 'words', true],
  ['中文', '文本', false],
  ['コンピューター', '用', false],
  ['𠮷', '野', false],
  ['한국어', '문장', true],
  ['中文', 'Word', true],
])('whether a space is between %s and %s: %s', (text, next, spaced) => {
  expect(isSpaced(text, next)).toBe(spaced);
});

test('nothing follows the last word of a line', () => {
  expect(isSpaced('中文', undefined)).toBe(false);
});
