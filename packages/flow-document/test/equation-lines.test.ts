import type { Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { areEquations } from '../src/analysis/formulas/equation-lines.ts';
import type { Fragment } from '../src/analysis/types.ts';

function line(text: string, fontName: string): Fragment {
  const style = { font: { name: fontName }, sizePt: 10, color: '#000000' };
  const words = text.split(' ').map((word): Word => {
    return { text: word, style, script: 'normal', glyphs: [...word].map((sign) => ({ text: sign, style })) } as never;
  });
  return { words, style } as never;
}

test('equations one below the other are paragraphs of their own', () => {
  expect(areEquations(line('x = a + b', 'CMMI10'), line('y = c', 'CMMI10'), 60)).toBe(true);
});

test('lines that fill their column run on, whatever signs are in them', () => {
  expect(areEquations(line('x = a + b', 'CMMI10'), line('y = c', 'CMMI10'), 5)).toBe(false);
});

test('lines of words are no equations', () => {
  expect(areEquations(line('price = tax + fee', 'Times'), line('sum = all of it', 'Times'), 60)).toBe(false);
});
