import type { Font, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { Fragment, ParagraphDraft } from '../src/analysis/types.ts';
import { placeParagraph } from '../src/compose/place-paragraph.ts';
import { createSpaceTable } from '../src/compose/space-table.ts';

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

function spacingOf(fragments: readonly Fragment[], pitchPt: number | null) {
  const draft = {
    fragments,
    box: { x0: 50, y0: 92, x1: 350, y1: 102 },
    alignment: 'left',
    direction: 'ltr',
    columnX0: 50,
    columnX1: 350,
    pitchPt,
    label: null,
  } as unknown as ParagraphDraft;
  return placeParagraph(draft, {
    spaces: createSpaceTable(),
    columnX0: 50,
    columnX1: 350,
    cursorY: 0,
    usualPitchPt: 12,
    fit: { spacingsPt: [0], overhangPt: 0, lineCount: fragments.length, lineSqueeze: 1 },
    baseStyle: { fontName: 'Times New Roman', sizePt: 10 } as Parameters<typeof placeParagraph>[1]['baseStyle'],
    inlines: [],
    headingLevel: 0,
    list: null,
    bookmarks: [],
  }).paragraph.format.lineSpacing;
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
