import { expect, test } from 'vitest';
import { standardWidth } from '../src/fonts.ts';

test('widths of Greek and Cyrillic letters are known where the face has them', () => {
  expect(standardWidth('Times New Roman', false, 'A')).toBe(0.722);
  expect(standardWidth('Times New Roman', false, 'Ж')).toBe(0.896);
  expect(standardWidth('Arial', true, 'β')).toBe(0.61);
  expect(standardWidth('Arial Narrow', false, 'Ж')).toBeCloseTo(0.82 * 0.923);
  expect(standardWidth('Cambria', false, 'Ж')).toBeNull();
  expect(standardWidth('Times New Roman', false, '”')).toBeNull();
});
