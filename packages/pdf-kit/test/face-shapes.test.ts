import { expect, test } from 'vitest';
import { pathOpcode } from '../src/page-model/content/path-opcode.ts';
import { createFaceShapes } from '../src/page-model/fonts/face-shapes.ts';

const { moveTo, lineTo, closePath } = pathOpcode;

/** The outline of a stem half an em tall, as pdf.js hands it out. */
function stem(widthEm: number, slant = 0): { readonly path: Float32Array } {
  const lean = 0.5 * slant;
  return {
    path: new Float32Array([
      ...[moveTo, 0.1, 0],
      ...[lineTo, 0.1 + lean, 0.5],
      ...[lineTo, 0.1 + widthEm + lean, 0.5],
      ...[lineTo, 0.1 + widthEm, 0],
      closePath,
    ]),
  };
}

function shapeOf(letter: object, count: number) {
  const shapes = createFaceShapes();
  shapes.measure([['f1', {}], ...Array.from({ length: count }, (_, index) => [`f1_path_${index}`, letter])]);
  return shapes.shapeOf('f1');
}

test('letters with wide stems are bold', () => {
  expect(shapeOf(stem(0.14), 8)).toEqual({ bold: true, italic: false });
  expect(shapeOf(stem(0.09), 8)).toEqual({ bold: false, italic: false });
});

test('letters that lean are italic', () => {
  expect(shapeOf(stem(0.09, 0.25), 8)).toEqual({ bold: false, italic: true });
});

test('two letters prove nothing, nor does a font without outlines', () => {
  expect(shapeOf(stem(0.14, 0.25), 2)).toEqual({ bold: false, italic: false });
  expect(createFaceShapes().shapeOf('f2')).toEqual({ bold: false, italic: false });
});

test('letters of later pages are added to what is known of their font', () => {
  const shapes = createFaceShapes();
  shapes.measure([['f1_path_a', stem(0.14)]]);
  expect(shapes.shapeOf('f1').bold).toBe(false);
  shapes.measure([...'abc'].map((letter) => [`f1_path_${letter}`, stem(0.14)]));
  expect(shapes.shapeOf('f1').bold).toBe(true);
});

test('letters of a Type 3 font of outlines are measured in its units', () => {
  const inUnits = (widthEm: number) =>
    stem(widthEm).path.map((value, index) => (index % 3 === 0 ? value : 1000 * value));
  const font = (widthEm: number, unit: number) => {
    const letter = { fnArray: [91], argsArray: [[22, [inUnits(widthEm)]]] };
    return {
      fontMatrix: [unit, 0, 0, -unit, 0, 0],
      charProcOperatorList: new Map([...'abc'].map((key) => [key, letter])),
    };
  };
  const shapes = createFaceShapes();
  shapes.measure([
    ['regular', font(0.07, 0.001)],
    ['bold', font(0.14, 0.001)],
    ['drawn at its size', font(0.14, 1)],
  ]);
  expect(['regular', 'bold', 'drawn at its size'].map((name) => shapes.shapeOf(name).bold)).toEqual([
    false,
    true,
    false,
  ]);
});

test('a glyph without an outline is blank in a font that draws others', () => {
  const shapes = createFaceShapes();
  const nothing = { path: new Float32Array([moveTo]) };
  shapes.measure([
    ['f1_path_a', stem(0.09)],
    ['f1_path_b', nothing],
    ['f2_path_b', nothing],
  ]);
  expect(['a', 'b', 'c'].map((character) => shapes.drawingOf('f1', character).blank)).toEqual([false, true, false]);
  expect(shapes.drawingOf('f2', 'b').blank).toBe(false);
});

test('a letter is drawn from its lowest point, which is not known where there is no outline', () => {
  const shapes = createFaceShapes();
  const high = stem(0.09).path.map((value, index) => (index % 3 === 2 ? value + 0.3 : value));
  shapes.measure([
    ['f1_path_a', stem(0.09)],
    ['f1_path_b', { path: high }],
  ]);
  expect(shapes.drawingOf('f1', 'a').bottomEm).toBe(0);
  expect(shapes.drawingOf('f1', 'b').bottomEm).toBeCloseTo(0.3);
  expect(shapes.drawingOf('f1', 'c').bottomEm).toBeNull();
});
