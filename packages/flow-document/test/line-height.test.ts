import { expect, test } from 'vitest';
import { lineSetting, squeezed, steadyLine } from '../src/compose/line-height.ts';

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

test('lines with room for the tallest face grow with their letters, others keep their height', () => {
  expect(steadyLine(13, 10, metrics)).toEqual({
    spacing: { rule: 'at-least', value: 13 },
    heightPt: 13,
    baselinePt: 11,
  });
  expect(steadyLine(10.5, 10, metrics).spacing).toEqual({ rule: 'exact', value: 10.5 });
  expect(steadyLine(13, 10, null).spacing).toEqual({ rule: 'exact', value: 13 });
});

test('Times may be shown in a face with higher lines than Times New Roman', () => {
  const times = { ...styleOf(10), fontName: 'Times' };
  expect(lineSetting(times, 12).spacing.rule).toBe('at-least');
  expect(lineSetting(times, 11.5).spacing.rule).toBe('exact');
});

test('slanted letters may be shown in a face with higher lines than upright ones', () => {
  const helvetica = { ...styleOf(12), fontName: 'Helvetica' };
  expect(lineSetting(helvetica, 15.9).spacing.rule).toBe('at-least');
  expect(lineSetting({ ...helvetica, italic: true }, 15.9).spacing.rule).toBe('exact');
  expect(lineSetting({ ...helvetica, italic: true }, 16.5).spacing.rule).toBe('at-least');
});

test('lines set closer together stay a multiple of their font', () => {
  const setting = lineSetting(styleOf(10), 11, metrics);
  expect(squeezed(setting, 0.9)).toMatchObject({ spacing: { rule: 'multiple', value: 0.9 }, heightPt: 9.9 });
  expect(squeezed(setting, 0.5).spacing).toEqual({ rule: 'exact', value: 5.5 });
});
