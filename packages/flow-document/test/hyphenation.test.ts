import type { Line, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { createHyphenationCounter } from '../src/analysis/text/hyphenation.ts';

const style = { sizePt: 10 } as TextStyle;

function lines(...texts: readonly string[]): readonly Line[] {
  return texts.map((text, index) => {
    const baseline = 100 + 12 * index;
    const words = text.split(' ').map((word) => ({ text: word }) as Word);
    return {
      text,
      words,
      baseline,
      style,
      box: { x0: 72, y0: baseline - 8, x1: 300, y1: baseline + 2 },
    } as unknown as Line;
  });
}

const prose = Array.from({ length: 50 }, () => 'one line of five words');

function breaksWords(texts: readonly string[], ...known: string[]): boolean {
  const counter = createHyphenationCounter();
  counter.count(lines(...texts));
  return counter.breaksWords((word) => known.includes(word));
}

test('a document breaks words where one of them is known in one piece', () => {
  expect(breaksWords([...prose, 'this is called a docu-', 'ment in all that follows'], 'document')).toBe(true);
});

test('a document whose lines end with compounds only breaks none', () => {
  expect(breaksWords([...prose, 'as some of the bank-', 'advised lines of this business'], 'document')).toBe(false);
});

test('a few lines do not tell', () => {
  expect(breaksWords(['as some of the bank-', 'advised lines of this business'])).toBe(true);
});

test('a document that ends line after line inside a word breaks them, though none is known', () => {
  const broken = [
    'this is called a docu-',
    'ment of four lines that',
    'are all about an assump-',
    'tion and of an acknowledge-',
    'ment',
  ];
  expect(breaksWords([...prose, ...broken])).toBe(true);
  expect(breaksWords([...prose, ...prose, ...broken])).toBe(false);
});
