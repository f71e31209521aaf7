import { expect, test } from 'vitest';
import type { DrawnGlyph } from '../src/page-model/content/page-content.ts';
import { nameLeaderDots } from '../src/page-model/text/unnamed-leaders.ts';

const style = { sizePt: 10 };
const glyphsOf = (text: string, advancePt = 3) =>
  [...text].map((letter) => ({ text: letter, style, code: letter.charCodeAt(0), advancePt }) as DrawnGlyph);
const textOf = (glyphs: readonly DrawnGlyph[]) => glyphs.map(({ text }) => text).join('');

test('a narrow glyph without a character, over and over, is a dot of a leader', () => {
  expect(textOf(nameLeaderDots(glyphsOf(`Key${'\ufffd'.repeat(9)}3`)))).toBe('Key.........3');
});

test('a few such glyphs, or wide ones, or different ones stay what they are', () => {
  const texts = ['\ufffd\ufffd', '\ue001\ue002\ue003\ue004\ue005\ue006\ue007\ue008\ue009'];
  expect(texts.map((text) => textOf(nameLeaderDots(glyphsOf(text))))).toEqual(texts);
  expect(textOf(nameLeaderDots(glyphsOf('\ufffd'.repeat(9), 8)))).toBe('\ufffd'.repeat(9));
});
