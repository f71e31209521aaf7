import type { Font, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { Fragment } from '../src/analysis/types.ts';
import { placedFormat } from './placed-format.ts';

function lineOf(...fonts: readonly string[]): Fragment {
  return lineOfStyles(fonts.map((name) => ({ name, sizePt: 10 })));
}

function lineOfStyles(styles: readonly { name: string; sizePt: number }[]): Fragment {
  const box = { x0: 50, y0: 92, x1: 350, y1: 102 };
  const words = styles.map(({ name, sizePt }, index) => {
    const style = { sizePt, font: { name } as Font } as TextStyle;
    return {
      text: 'word',
      script: 'normal',
      style,
      box: { ...box, x0: 50 + 30 * index, x1: 78 + 30 * index },
    } as unknown as Word;
  });
  return { words, box, baseline: 100, style: words[0]?.style, direction: 'ltr' } as unknown as Fragment;
}

function spacingOf(fragments: readonly [Fragment, ...Fragment[]], pitchPt: number | null) {
  return placedFormat(fragments, { pitchPt }, 'Times New Roman').lineSpacing;
}

test('lines stay as far apart as they were where one has letters of a taller face', () => {
  const plain = lineOf('TimesNewRoman');
  expect(spacingOf([plain, plain], 12)).toMatchObject({ rule: 'multiple' });
  expect(spacingOf([plain, lineOf('TimesNewRoman', 'CourierNew')], 12)).toEqual({ rule: 'exact', value: 12 });
});

test('lines of words of several sizes stay as far apart as they were, whichever word is the largest', () => {
  const plain = lineOf('TimesNewRoman');
  const mixed = lineOfStyles([12, 10].map((sizePt) => ({ name: 'TimesNewRoman', sizePt })));
  expect(spacingOf([mixed, plain], 12)).toEqual({ rule: 'exact', value: 12 });
});

test('lines of a face whose height depends on the machine stay as far apart as they were', () => {
  const standard = lineOf('Times-Roman');
  expect(placedFormat([standard, standard], { pitchPt: 12 }, 'Times').lineSpacing).toEqual({
    rule: 'at-least',
    value: 12,
  });
});

test('a single line of two faces is as high as both need', () => {
  const [plain, mixed] = [
    spacingOf([lineOf('TimesNewRoman')], null),
    spacingOf([lineOf('TimesNewRoman', 'CourierNew')], null),
  ];
  expect(mixed.rule).toBe('multiple');
  expect(mixed.value).toBeLessThan(plain.value);
});

test('a line that is alone begins as far above its baseline as its largest word needs, be that one word of many', () => {
  const [title, ...small] = [26, 10, 10, 10].map((sizePt) => ({ name: 'Arial', sizePt }));
  const before = (...styles: NonNullable<typeof title>[]) => placedFormat([lineOfStyles(styles)]).spaceBeforePt;
  // The ascent of Arial is 0.905 em.
  expect(before(...(title === undefined ? [] : [title]), ...small)).toBeLessThan(100 - 0.9 * 26);
  expect(before(...small)).toBeGreaterThan(100 - 1.2 * 10);
});
