import { expect, test } from 'vitest';
import { createGraphicsState, type GraphicsState } from '../src/page-model/content/graphics-state.ts';
import { textPaint } from '../src/page-model/content/text-paint.ts';
import { identityMatrix, type Matrix, transformBox, unshearedAt } from '../src/page-model/matrix.ts';

const upright: Matrix = [1, 0, 0, -1, 0, 0];

function paintOf(change: Partial<GraphicsState>, toPage = upright) {
  const state = createGraphicsState(identityMatrix, { x0: 0, y0: 0, x1: 100, y1: 100 });
  return textPaint({ ...state, ...change }, toPage, 10, []);
}

test('text is as its fill', () => {
  expect(paintOf({ fillColor: '#ff0000' })).toEqual({ color: '#ff0000', bold: false, italic: false });
});

test('letters filled and stroked in one colour are bold, unless by a hair', () => {
  expect(paintOf({ renderMode: 2, lineWidth: 0.3 }).bold).toBe(true);
  expect(paintOf({ renderMode: 2, lineWidth: 0.05 }).bold).toBe(false);
  expect(paintOf({ renderMode: 2, lineWidth: 0.3, strokeColor: '#00ff00' }).bold).toBe(false);
});

test('letters of which only the outline is drawn have its colour', () => {
  expect(paintOf({ renderMode: 1, strokeColor: '#00ff00' })).toEqual({ color: '#00ff00', bold: false, italic: false });
});

test('white letters with an outline have its colour, as on white paper nothing else is seen of them', () => {
  const white = { renderMode: 2, fillColor: '#ffffff' };
  expect(paintOf({ ...white, strokeColor: '#000000' }).color).toBe('#000000');
  expect(paintOf({ ...white, renderMode: 0 }).color).toBe('#ffffff');
  expect(paintOf({ renderMode: 2, fillColor: '#ff0000', strokeColor: '#000000' }).color).toBe('#ff0000');
});

test('sheared letters are italic, on turned pages too', () => {
  expect(paintOf({}, [1, 0, 0.27, -1, 0, 0]).italic).toBe(true);
  expect(paintOf({}, [0, 1, 1, 0.27, 0, 0]).italic).toBe(true);
  expect(paintOf({}, [0, 1, 1, 0, 0, 0]).italic).toBe(false);
  expect(paintOf({}, [1, 0, -0.27, -1, 0, 0]).italic).toBe(false);
});

test('the box of a sheared letter is as wide as the way to the next one', () => {
  const sheared: Matrix = [10, 0, 2.7, -10, 50, 100];
  expect(transformBox(unshearedAt(sheared, 0), 0, 0, 0.5, 0.7)).toEqual({ x0: 50, y0: 93, x1: 55, y1: 100 });
  const turned: Matrix = [0, 10, 10, 2.7, 50, 100];
  expect(transformBox(unshearedAt(turned, 0), 0, 0, 0.5, 0.7)).toEqual({ x0: 50, y0: 100, x1: 57, y1: 105 });
  expect(unshearedAt(upright, 0)).toBe(upright);
});
