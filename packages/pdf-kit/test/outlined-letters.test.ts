import {
  closePath,
  fill,
  lineTo,
  moveTo,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { readFirst } from './read-first.ts';

/** Unseen text, 24 pt high, under a visible line. */
function unseen(pen: Pen, text: string): void {
  pen.text('All that is written on this page can be seen.', 72, 60);
  pen.page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
  pen.text(text, 72, 100, { size: 24 });
  pen.page.pushOperators(popGraphicsState());
}

/** A shape where each letter of `text` is. */
function shapes(pen: Pen, count: number): void {
  for (let index = 0; index < count; index++) {
    const x = 76 + 16 * index;
    pen.page.pushOperators(moveTo(x, 742), lineTo(x + 5, 758), lineTo(x + 9, 744), closePath(), fill());
  }
}

test('unseen text over shapes of its letters is text, and the shapes are not drawings', async () => {
  const page = await readFirst((pen) => {
    unseen(pen, 'HUNGA');
    shapes(pen, 5);
  });
  expect(page.lines.map(({ text }) => text)).toContain('HUNGA');
  expect(page.drawings).toEqual([]);
});

test('unseen text with a shape under one letter only stays unseen', async () => {
  const page = await readFirst((pen) => {
    unseen(pen, 'HUNGA');
    shapes(pen, 1);
  });
  expect(page.lines.map(({ text }) => text)).not.toContain('HUNGA');
  expect(page.drawings).toHaveLength(1);
});

test('a letter that is a rectangle is text beside letters of its colour', async () => {
  const page = await readFirst((pen) => {
    pen.text('All that is written on this page can be seen.', 72, 60);
    pen.page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
    pen.text('HUNGA', 72, 100, { size: 24 });
    pen.text('I', 160, 100, { size: 24 });
    pen.page.pushOperators(popGraphicsState());
    shapes(pen, 5);
    pen.page.pushOperators(rectangle(162, 742, 2.5, 17), fill());
  });
  expect(page.lines.map(({ text }) => text)).toContain('HUNGAI');
  expect(page.rules).toEqual([]);
});
