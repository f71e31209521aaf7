import type { Word } from '@platen/pdf-kit/page-model';
import { describe, expect, test } from 'vitest';
import { continues, labelOf, readLabel } from '../src/analysis/lists/list-labels.ts';
import type { ListLabel } from '../src/analysis/types.ts';

const letter = (value: number, ...others: ListLabel['readings']): ListLabel => ({
  kind: 'number',
  text: '',
  wordCount: 1,
  prefix: '(',
  suffix: ')',
  readings: [{ format: 'lower-letter', value }, ...others],
});

describe('labels that count', () => {
  test('an i after an h is a letter', () => {
    const next = continues(letter(8), letter(9, { format: 'lower-roman', value: 1 }));
    expect(next).toEqual({ format: 'lower-letter', value: 9 });
  });

  test('a label with other marks around it is of another list', () => {
    expect(continues(letter(1), { ...letter(2), suffix: '.' })).toBeNull();
  });

  test('a number that skips one does not go on', () => {
    expect(continues(letter(1), letter(3))).toBeNull();
  });
});

test('Chinese numerals and numbers in circles count', () => {
  const values = ['一、', '十、', '十三、', '三十、', '（四十二）', '①', '⑳'].map((text) => labelOf(text)?.readings[0]);
  expect(values.map((reading) => reading?.value)).toEqual([1, 10, 13, 30, 42, 1, 20]);
  expect(new Set(values.map((reading) => reading?.format))).toEqual(new Set(['chinese', 'circled']));
});

test('numbers in square brackets count, as those of a bibliography', () => {
  const [first, second] = [labelOf('[9]'), labelOf('[10]')];
  expect(first).toMatchObject({ prefix: '[', suffix: ']' });
  expect(first !== null && second !== null && continues(first, second)).toMatchObject({ value: 10 });
  expect(labelOf('[a]')).toBeNull();
});

describe('labels as they are read', () => {
  const style = { font: { symbolic: false }, sizePt: 10 } as Word['style'];
  const word = (text: string, x0: number): Word =>
    ({ text, box: { x0, x1: x0 + 5, y0: 0, y1: 10 }, style, script: 'normal' }) as Word;

  test('the point that stands left of a number in right-to-left text follows it', () => {
    const words = [word('.2.1', 90), word('\u05d0', 40)];
    expect(readLabel({ words, direction: 'rtl' })).toMatchObject({ prefix: '2.', suffix: '.' });
    expect(readLabel({ words, direction: 'ltr' })).toBeNull();
  });

  test('ticks, crosses and arrows are bullets', () => {
    for (const sign of ['✓', '✗', '√', '→', '➔']) {
      expect(readLabel({ words: [word(sign, 40), word('text', 60)], direction: 'ltr' })?.kind).toBe('bullet');
    }
  });
});
