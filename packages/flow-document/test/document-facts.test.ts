import type { Font, Page, TextStyle } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { createFactCounter } from '../src/analysis/document-facts.ts';

const font = { name: 'Calibri-Light', bold: false, italic: false } as Font;
const plain: TextStyle = { font, sizePt: 11, color: '#000000' };
/** The same face drawn bolder. */
const bold: TextStyle = { ...plain, font: { ...font, bold: true } };

function lineOf(style: TextStyle, text: string, row: number): Page['lines'][number] {
  const box = { x0: 50, y0: 12 * row, x1: 50 + 5 * text.length, y1: 12 * row + 10 };
  const word = { text, box, style, confidence: null, glyphs: [], script: 'normal', spaceAfter: false };
  return {
    text,
    box,
    words: [word],
    style,
    baseline: box.y1,
    angle: 0,
    direction: 'ltr',
  } as unknown as Page['lines'][number];
}

test('a face that is drawn bolder for the title is not the one of the text', () => {
  const counter = createFactCounter();
  const lines = [lineOf(bold, 'Title', 0), lineOf(plain, 'and the text below it', 2)];
  counter.count({ lines } as unknown as Page);
  expect(counter.facts().bodyStyle?.font.bold).toBe(false);
});
