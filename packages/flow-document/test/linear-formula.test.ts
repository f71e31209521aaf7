import type { Box, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { linearFormula } from '../src/analysis/formulas/linear-formula.ts';

/** A word whose letters are half an em wide. */
function word(text: string, x: number, y: number, sizePt = 10): Word {
  const style = { font: { name: 'CMMI10' }, sizePt, color: '#000000' };
  const glyphs = [...text].map((letter, index) => {
    const x0 = x + 0.5 * sizePt * index;
    const box: Box = { x0, x1: x0 + 0.5 * sizePt, y0: y - sizePt, y1: y };
    return { text: letter, box, origin: { x: x0, y }, style };
  });
  return { text, glyphs, box: { x0: x, x1: x + 0.5 * sizePt * text.length, y0: y - sizePt, y1: y } } as never;
}

function bar(x0: number, x1: number, y: number): Box {
  return { x0, x1, y0: y - 0.2, y1: y + 0.2 };
}

test('scripts follow what they stand at', () => {
  expect(linearFormula([word('x', 0, 100), word('i', 5, 102, 7), word('2', 5, 96, 7)], [])).toBe('x_i^2');
  expect(linearFormula([word('x', 0, 100), word('i+1', 5, 102, 7)], [])).toBe('x_(i + 1)');
});

test('a fraction inside of a fraction is read inside of it', () => {
  const words = [word('a', 12, 78), word('b', 12, 90), word('c', 12, 103), word('=1', 30, 97)];
  expect(linearFormula(words, [bar(12, 17, 81), bar(8, 22, 94)])).toBe('(a/b)/c = 1');
});

test('what stands under the bar of a root is its root', () => {
  expect(
    linearFormula([word('√', 0, 100), word('a', 6, 100), word('+', 12, 100), word('b', 18, 100)], [bar(5, 24, 91)]),
  ).toBe('sqrt(a + b)');
});

test('the cases behind a bracket are read one after the other', () => {
  const words = [word('f', 0, 100), word('=', 8, 100), word('⎧', 16, 94), word('⎨', 16, 101), word('⎩', 16, 108)];
  expect(linearFormula([...words, word('1', 22, 92), word('0', 22, 108)], [])).toBe('f = { 1; 0');
});

test('an accent is of the letter it stands over', () => {
  expect(linearFormula([word('p', 0, 100), word('¯', 0, 100)], [])).toBe('p̄');
});
