import { expect, test } from 'vitest';
import type { DrawnGlyph } from '../src/page-model/content/page-content.ts';
import { readUnderscores } from '../src/page-model/text/drawn-underscores.ts';
import type { Rule } from '../src/page-model/types.ts';
import { plainFont } from './plain-font.ts';

const style = { font: plainFont, sizePt: 10, color: '#000000' };

function letter(text: string, x: number): DrawnGlyph {
  const [box, origin] = [
    { x0: x, y0: 92, x1: x + 5, y1: 102 },
    { x, y: 100 },
  ];
  const marks = { mcid: null, artifact: false, insideForm: false, hidden: false, code: -1, isCode: false, run: 0 };
  return { text, box, origin, style, risePt: 0, angle: 0, advancePt: 5, outline: null, ...marks };
}

function level(x0: number, x1: number, y = 99.8): Rule {
  return { orientation: 'horizontal', x0, x1, y0: y, y1: y, widthPt: 0.4, color: '#000000', dashed: false };
}

/** The text from left to right, and how many rules are left. */
function read(glyphs: readonly DrawnGlyph[], rules: readonly Rule[]): readonly [string, number] {
  const { glyphs: all, rules: left } = readUnderscores(glyphs, rules);
  const ordered = all.toSorted((a, b) => a.box.x0 - b.box.x0);
  return [ordered.map(({ text }) => text).join(''), left.length];
}

test('a short rule on the baseline between letters is an underscore', () => {
  expect(read([letter('a', 50), letter('b', 59.2)], [level(55.6, 58.6)])).toEqual(['a_b', 0]);
});

test('several in a row are underscores, before and after the letters', () => {
  const rules = [level(42.8, 45.8), level(46.4, 49.4), level(55.6, 58.6), level(59.2, 62.2)];
  expect(read([letter('a', 50)], rules)).toEqual(['__a__', 0]);
});

test('a rule below a letter, at the height of a fraction, or far from letters stays a rule', () => {
  expect(read([letter('a', 50)], [level(51, 54, 101)])).toEqual(['a', 1]);
  expect(read([letter('a', 50)], [level(55.6, 58.6, 97.5)])).toEqual(['a', 1]);
  expect(read([letter('a', 50)], [level(60, 63)])).toEqual(['a', 1]);
});

test('a long rule is a blank to fill in', () => {
  expect(read([letter('a', 50)], [level(55.6, 95)])).toEqual(['a', 1]);
});
