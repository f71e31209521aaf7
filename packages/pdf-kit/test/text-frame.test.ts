import { expect, test } from 'vitest';
import type { DrawnGlyph } from '../src/page-model/content/page-content.ts';
import { buildLines } from '../src/page-model/text/build-lines.ts';
import { plainFont } from './plain-font.ts';

const style = { font: plainFont, sizePt: 10, color: '#000000' };

function glyph(text: string, x: number, width: number): DrawnGlyph {
  const [box, origin] = [
    { x0: x, y0: 92, x1: x + width, y1: 102 },
    { x, y: 100 },
  ];
  const marks = {
    mcid: null,
    artifact: false,
    insideForm: false,
    hidden: false,
    code: -1,
    isCode: false,
    outline: null,
    run: 0,
  };
  return { text, box, origin, style, risePt: 0, angle: 0, advancePt: width, ...marks };
}

test('a letter that reaches into the empty half of a wide bracket is before it', () => {
  const glyphs = [glyph('e', 50, 6), glyph('l', 56, 2.7), glyph('\uff08', 55.3, 10), glyph('\u8239', 65.4, 10)];
  const [line] = buildLines(glyphs, { printedSheet: false });
  expect(line?.text).toBe('el\uff08\u8239');
});
