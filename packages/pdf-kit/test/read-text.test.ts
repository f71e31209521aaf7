import { expect, test } from 'vitest';
import { createGraphicsState } from '../src/page-model/content/graphics-state.ts';
import { createStyleTable, readShownText } from '../src/page-model/content/read-text.ts';
import { readFont } from '../src/page-model/fonts/read-font.ts';
import { identityMatrix } from '../src/page-model/matrix.ts';

test('a control character or private code is a space where its glyph draws nothing, and says nothing new where it draws something', () => {
  const font = readFont({}, undefined, (character) => ({
    blank: character === 'blank',
    outline: null,
    bottomEm: null,
  }));
  const state = createGraphicsState(identityMatrix, { x0: 0, y0: 0, x1: 100, y1: 100 });
  const shown = [
    { unicode: 'a', fontChar: 'a', originalCharCode: 97, width: 500 },
    { unicode: '\u0002', fontChar: 'blank', originalCharCode: 2, width: 226 },
    { unicode: '\u0003', fontChar: 'square', originalCharCode: 3, width: 500 },
    { unicode: '\ue020', fontChar: 'blank', originalCharCode: 4, width: 226 },
    { unicode: '\ue021', fontChar: 'square', originalCharCode: 5, width: 500 },
  ];
  const around = { mcid: null, artifact: false, insideForm: false, invisible: false, run: 1, grounds: [] };
  const glyphs = readShownText({ ...state, fontSize: 10 }, font, shown, around, createStyleTable());
  expect(glyphs.map(({ text }) => text)).toEqual(['a', ' ', '', ' ', '\ue021']);
});

test('a figure that its font draws above the baseline is smaller and raised', () => {
  const font = readFont({}, undefined, (character) => ({
    blank: false,
    outline: null,
    bottomEm: character === 'raised' ? 0.3 : 0,
  }));
  const state = createGraphicsState(identityMatrix, { x0: 0, y0: 0, x1: 100, y1: 100 });
  const shown = [
    { unicode: '1', fontChar: 'usual', originalCharCode: 49, width: 500 },
    { unicode: '1', fontChar: 'raised', originalCharCode: 50, width: 300 },
    { unicode: '-', fontChar: 'raised', originalCharCode: 45, width: 300 },
  ];
  const around = { mcid: null, artifact: false, insideForm: false, invisible: false, run: 1, grounds: [] };
  const glyphs = readShownText({ ...state, fontSize: 10 }, font, shown, around, createStyleTable());
  expect(glyphs.map(({ style, origin }) => [style.sizePt, origin.y])).toEqual([
    [10, 0],
    [6.2, 3],
    [10, 0],
  ]);
});
