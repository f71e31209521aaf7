import { expect, test } from 'vitest';
import { unbrokenWidth, type Word } from '../src/page-model.ts';

/** Words with letters that are ten points wide. */
function words(...texts: readonly string[]): readonly Word[] {
  let x = 0;
  return texts.map((text, index) => {
    const glyphs = [...text].map((letter) => {
      x += 10;
      return { text: letter, box: { x0: x - 10, y0: 0, x1: x, y1: 10 } };
    });
    const box = { x0: x - 10 * glyphs.length, y0: 0, x1: x, y1: 10 };
    x += 10;
    return { text, box, glyphs, spaceAfter: index < texts.length - 1 } as unknown as Word;
  });
}

test('a line may end behind a word, and not before a mark that French has a space before', () => {
  expect(unbrokenWidth(words('tutoriels', 'et'))).toBe(90);
  expect(unbrokenWidth(words('articles)', ':'))).toBe(110);
  expect(unbrokenWidth(words('«', 'Art', '»),', 'est'))).toBe(90);
});

test('a line of Chinese or Japanese may end behind most characters', () => {
  expect(unbrokenWidth(words('なかなかこの'))).toBe(10);
  expect(unbrokenWidth(words('は、上下'))).toBe(20);
  expect(unbrokenWidth(words('「上下」と'))).toBe(20);
  expect(unbrokenWidth(words('DXを活用'))).toBe(20);
  expect(unbrokenWidth(words('○委員長'))).toBe(10);
});
