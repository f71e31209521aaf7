import { expect, test } from 'vitest';
import { lineSetting } from '../src/compose/line-height.ts';

const metrics = { ascent: 0.9, descent: 0.2 };
const styleOf = (sizePt: number) => ({ sizePt, fontName: 'Any' }) as Parameters<typeof lineSetting>[0];

test('letters and lines without height, as damaged files have them, still have one', () => {
  for (const setting of [lineSetting(styleOf(0), 0, metrics), lineSetting(styleOf(0), 0, null)]) {
    expect(setting.heightPt).toBeGreaterThan(1);
    expect(setting.spacing.value).toBeGreaterThan(0);
  }
});

test('a pitch is a multiple of the height of the font', () => {
  expect(lineSetting(styleOf(10), 16.5, metrics).spacing).toEqual({ rule: 'multiple', value: 1.5 });
});
