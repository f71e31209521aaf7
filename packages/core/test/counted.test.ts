import { expect, test } from 'vitest';
import { counted } from '../src/counted.ts';

test('one is singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'page'))).toEqual(['0 pages', '1 page', '2 pages']);
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
});
