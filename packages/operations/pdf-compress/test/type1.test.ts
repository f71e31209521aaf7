import { convertType1, readCffFont, readType1Font, readType1Glyph } from '@platen/pdf-kit/fonts';
import { describe, expect, test } from 'vitest';
import { makeType1, type Type1Program } from './make-type1.ts';

const box: Type1Program = [
  50,
  600,
  'hsbw',
  0,
  'vmoveto',
  100,
  'hlineto',
  100,
  'vlineto',
  -100,
  'hlineto',
  'closepath',
  'endchar',
];

function glyphOf(program: Type1Program, subroutines: readonly Type1Program[] = []) {
  const font = readType1Font(makeType1({ '.notdef': box, A: program }, subroutines));
  const charString = font?.charStrings.get('A');
  return font && charString ? readType1Glyph(charString, font.subroutines) : null;
}

describe('reading', () => {
  test('the side bearing is where the first contour starts from', () => {
    expect(glyphOf(box)).toMatchObject({
      width: 600,
      steps: [{ kind: 'move', dx: 50, dy: 0 }, { dx: 100, dy: 0 }, { dx: 0, dy: 100 }, {}],
    });
  });

  test('a flex becomes two curves', () => {
    const flex: Type1Program = [
      0,
      500,
      'hsbw',
      10,
      10,
      'rmoveto',
      1,
      'callsubr',
      50,
      5,
      'rmoveto',
      2,
      'callsubr',
      -30,
      -5,
      'rmoveto',
      2,
      'callsubr',
      10,
      3,
      'rmoveto',
      2,
      'callsubr',
      20,
      2,
      'rmoveto',
      2,
      'callsubr',
      20,
      0,
      'rmoveto',
      2,
      'callsubr',
      10,
      -2,
      'rmoveto',
      2,
      'callsubr',
      20,
      -3,
      'rmoveto',
      2,
      'callsubr',
      50,
      110,
      10,
      0,
      'callsubr',
      'endchar',
    ];
    const standard: Type1Program[] = [
      [3, 0, 'callothersubr', 'pop', 'pop', 'setcurrentpoint', 'return'],
      [0, 1, 'callothersubr', 'return'],
      [0, 2, 'callothersubr', 'return'],
      ['return'],
    ];
    expect(glyphOf(flex, standard)?.steps).toEqual([
      { kind: 'move', dx: 10, dy: 10 },
      { kind: 'curve', deltas: [20, 0, 10, 3, 20, 2] },
      { kind: 'curve', deltas: [20, 0, 10, -2, 20, -3] },
    ]);
  });

  test('hint replacement starts a new set of hints', () => {
    const replaced: Type1Program = [
      0,
      500,
      'hsbw',
      0,
      20,
      'hstem',
      10,
      10,
      'rmoveto',
      4,
      1,
      3,
      'callothersubr',
      'pop',
      'callsubr',
      10,
      'hlineto',
      'endchar',
    ];
    const steps = glyphOf(replaced, [
      ['return'],
      ['return'],
      ['return'],
      ['return'],
      [100, 30, 'hstem', 'return'],
    ])?.steps;
    expect(steps?.filter(({ kind }) => kind === 'hints')).toEqual([
      { kind: 'hints', hints: { horizontal: [[0, 20]], vertical: [] } },
      { kind: 'hints', hints: { horizontal: [[100, 30]], vertical: [] } },
    ]);
  });

  test('a quotient is a number', () => {
    expect(glyphOf([0, 500, 'hsbw', 7, 2, 'div', 'hmoveto', 'endchar'])?.steps).toEqual([
      { kind: 'move', dx: 3.5, dy: 0 },
    ]);
  });

  test('a broken charstring is refused', () => {
    expect(glyphOf([0, 500, 'hsbw', 1, 'rlineto', 'endchar'])).toBeNull();
    expect(glyphOf([0, 500, 'hsbw', 9, 'callsubr', 'endchar'])).toBeNull();
    expect(readType1Font(Buffer.from('not a font'))).toBeNull();
  });
});

describe('converting', () => {
  const font = readType1Font(
    makeType1({
      '.notdef': box,
      A: box,
      acute: box,
      Aacute: [50, 600, 'hsbw', 50, 10, 20, 65, 194, 'seac'],
      unused: box,
    }),
  );

  test('the wanted glyphs keep their names, in a font that reads back', () => {
    const cff = font && convertType1(font, ['A', 'not-there']);
    const read = cff && readCffFont(cff);
    expect(read).toMatchObject({ glyphCount: 2, isCid: false });
    expect(read && [0, 1].map(read.glyphName)).toEqual(['.notdef', 'A']);
  });

  test('an accented letter brings the letters it is made of', () => {
    const cff = font && convertType1(font, ['Aacute']);
    const read = cff && readCffFont(cff);
    expect(read && [0, 1, 2, 3].map(read.glyphName)).toEqual(['.notdef', 'A', 'Aacute', 'acute']);
  });
});
