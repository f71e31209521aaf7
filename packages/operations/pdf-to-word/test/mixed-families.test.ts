import type { Font, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { Fragment } from '../src/analysis/types.ts';
import { placedFormat } from './placed-format.ts';

function lineOf(...fonts: readonly string[]): Fragment {
  const box = { x0: 50, y0: 92, x1: 350, y1: 102 };
  const words = fonts.map((name, index) => {
    const style = { sizePt: 10, font: { name } as Font } as TextStyle;
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

test('a single line of two faces is as high as both need', () => {
  const [plain, mixed] = [
    spacingOf([lineOf('TimesNewRoman')], null),
    spacingOf([lineOf('TimesNewRoman', 'CourierNew')], null),
  ];
  expect(mixed.rule).toBe('multiple');
  expect(mixed.value).toBeLessThan(plain.value);
});
