import type { Font, Word } from '@platen/pdf-kit/page-model';
import { describe, expect, test } from 'vitest';
import { createStandInCounter } from '../../../flow-document/src/analysis/fonts/stand-in-fit.ts';
import { createRunStyles } from '../../../flow-document/src/analysis/text/run-styles.ts';
import { runPropertiesXml } from '../src/emit/run-xml.ts';

function fontNamed(name: string): Font {
  return { name, bold: false, italic: false, serif: false, monospace: false } as Font;
}

const textStyle = (font: Font) => ({ font, sizePt: 10, color: '#000000' });

/** Letters of 10 pt as wide as those of Arial times `scale`: each of "neon" is 0.556 em there. */
function wordOf(font: Font, scale: number): Word {
  const width = 5.56 * scale;
  const glyphs = [...'neonneon'].map((text, index) => ({
    text,
    style: textStyle(font),
    box: { x0: index * width, y0: 0, x1: (index + 1) * width, y1: 10 },
  }));
  return { text: 'neonneon', glyphs, style: textStyle(font), script: 'normal', confidence: null } as unknown as Word;
}

function fitAfter(font: Font, scale: number) {
  const counter = createStandInCounter();
  counter.count(wordOf(font, scale));
  return counter.fitOf(font);
}

describe('fitting a stand-in', () => {
  const unnamed = fontNamed('CIDFont+F1');

  test('a face a little narrower than its stand-in stands a little closer', () => {
    const fit = fitAfter(unnamed, 0.95);
    expect(fit.widthScale).toBe(1);
    expect(fit.letterSpacingEm).toBeCloseTo(-0.0278);
  });

  test('a recognised word is measured as a whole, and the white around letters that stand alone not at all', () => {
    const recognized = (text: string, x1: number) =>
      ({
        ...wordOf(unnamed, 1),
        text,
        confidence: 1,
        glyphs: [{ text, style: textStyle(unnamed), box: { x0: 0, x1 } }],
      }) as unknown as Word;
    const counter = createStandInCounter();
    for (const word of [recognized('neonneon', 43.3), recognized('n', 4), recognized('o', 4)]) counter.count(word);
    expect(counter.fitOf(unnamed).widthScale).toBe(1);
    expect(counter.fitOf(unnamed).letterSpacingEm).toBeCloseTo(0, 2);
  });

  test('a condensed face has narrow letters, not close ones', () => {
    const fit = fitAfter(unnamed, 0.8);
    expect(fit.widthScale).toBeCloseTo(0.8);
    expect(fit.letterSpacingEm).toBe(0);
  });

  test('a wider face is spaced', () => {
    expect(fitAfter(unnamed, 1.2).widthScale).toBe(1);
    expect(fitAfter(unnamed, 1.2).letterSpacingEm).toBeCloseTo(0.1112);
  });

  test('a face that is not replaced is left as it is', () => {
    expect(fitAfter(fontNamed('ArialMT'), 0.8)).toEqual({ letterSpacingEm: 0, widthScale: 1 });
  });

  test('narrow letters are written as a scale of characters', () => {
    const styles = createRunStyles(() => fitAfter(unnamed, 0.8));
    const plain = createRunStyles(() => fitAfter(unnamed, 1)).styleOf(textStyle(unnamed));
    expect(runPropertiesXml(styles.styleOf(textStyle(unnamed)), plain)).toBe('<w:rPr><w:w w:val="80"/></w:rPr>');
  });
});
