import { expect, test } from 'vitest';
import { isClockText } from '../src/values/clock-text.ts';

test('hours, minutes, seconds and their fractions are times', () => {
  expect(['14:05', '9:30 a.m.', '1:02:03', '2:14.43', '59:07,2', '112:30'].every(isClockText)).toBe(true);
  expect(['14:65', '1:2', '2:1 ratio', '1:100', '2024:05:01', '14.05'].some(isClockText)).toBe(false);
});
