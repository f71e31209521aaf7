import type { Line, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { inlineLabelCutter } from '../src/analysis/lists/inline-label.ts';

/** A line of one word, its glyphs without gaps. */
function line(text: string, x0 = 50): Line {
  const glyphs = [...text].map((sign, index) => ({
    text: sign,
    box: { x0: x0 + 5 * index, x1: x0 + 5 * index + 5, y0: 0, y1: 10 },
  }));
  const box = { x0, x1: x0 + 5 * text.length, y0: 0, y1: 10 };
  return { words: [{ text, glyphs, box, style: { sizePt: 10 } } as unknown as Word] } as unknown as Line;
}

function cut(lines: readonly Line[]): readonly (readonly string[])[] {
  const labelsApart = inlineLabelCutter(lines);
  return lines.map(({ words }) => labelsApart(words).map(({ text }) => text));
}

test('labels close to their text are words of their own where they count', () => {
  expect(cut([line('9.Bieg'), line('dalej', 50), line('10.W')])).toEqual([['9.', 'Bieg'], ['dalej'], ['10.', 'W']]);
});

test('a list that begins anew at the same edge counts too', () => {
  expect(cut([line('1.Niniejszy'), line('1.W'), line('2.Umowa')])[0]).toEqual(['1.', 'Niniejszy']);
});

test('labels of Chinese and Japanese are words of their own where they count', () => {
  const lines = ['一、说明', '二、“合同”由', '（一）经费', '（二）支付', '1、产品', '2、磁盘', '①总付', '②分期'];
  expect(cut(lines.map((text) => line(text))).map(([label]) => label)).toEqual([
    ...['一、', '二、', '（一）', '（二）', '1、', '2、', '①', '②'],
  ]);
  expect(cut([line('一、说明'), line('三、合同')])[0]).toEqual(['一、说明']);
});

test('a number before a name counts nothing, nor does one at another edge', () => {
  expect(cut([line('1.FC'), line('tekst')])[0]).toEqual(['1.FC']);
  expect(cut([line('1.FC'), line('2.Umowa', 90)])[0]).toEqual(['1.FC']);
});
