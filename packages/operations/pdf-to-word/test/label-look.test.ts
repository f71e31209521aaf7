import type { Font, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { describe, expect, test } from 'vitest';
import { bulletOf, labelStyleOf, textBullet } from '../../../flow-document/src/analysis/lists/label-look.ts';
import { convertDrawn, write } from './docx.ts';

function styleOf(name: string, changes: Partial<TextStyle> = {}): TextStyle {
  const font = { name, bold: false, italic: false, serif: false, monospace: false } as Font;
  return { font, sizePt: 10, color: '#000000', ...changes };
}

const text = styleOf('ArialMT');

describe('bullets', () => {
  test('a bullet of a symbol font is written by its code in that font', () => {
    expect(bulletOf('•', styleOf('Symbol'), text)).toEqual({ text: '\uf0b7', fontName: 'Symbol' });
    expect(bulletOf('\uf0a7', styleOf('Wingdings-Regular'), text)).toEqual({ text: '\uf0a7', fontName: 'Wingdings' });
    expect(bulletOf('Ø', styleOf('Wingdings'), text)).toEqual({ text: '\uf0d8', fontName: 'Wingdings' });
    expect(bulletOf('✓', styleOf('Wingdings'), text)).toEqual({ text: '\uf0fc', fontName: 'Wingdings' });
  });

  test('the bullets LibreOffice prints are those of Symbol', () => {
    expect(bulletOf('•', styleOf('BAAAAA+OpenSymbol'), text)).toEqual({ text: '\uf0b7', fontName: 'Symbol' });
  });

  test('a bullet of a text font stays what it is', () => {
    expect(bulletOf('o', styleOf('CourierNewPSMT'), text)).toEqual({ text: 'o', fontName: 'Courier New' });
    expect(bulletOf('·', styleOf('ArialMT'), text)).toEqual({ text: '•', fontName: 'Arial' });
  });

  test('a plain bullet of a family whose lines may be higher is of the family of the text', () => {
    expect(bulletOf('•', styleOf('SegoeUI'), text)).toEqual({ text: '•', fontName: 'Arial' });
    expect(bulletOf('★', styleOf('SegoeUI'), text).fontName).toBe('Segoe UI');
  });

  test('a private code of a font nobody has becomes a bullet that every font has', () => {
    expect(bulletOf('\uf0d8', styleOf('AcmeDingbats'), text).text).toBe('➢');
    expect(bulletOf('\ue123', styleOf('AcmeDingbats'), text).text).toBe('•');
  });
});

test('a bullet of a symbol font that stays text is a character of the font beside it, one of no known look stays', () => {
  const word = (own: string, style: TextStyle) =>
    ({ text: own, style, glyphs: [{ text: own, style }] }) as unknown as Word;
  const bullet = textBullet(word('\uf0b7', styleOf('SymbolMT', { color: '#0066cc' })), text);
  expect(bullet).toMatchObject({ text: '•', style: { font: text.font, color: '#0066cc' } });
  expect(bullet.glyphs).toMatchObject([{ text: '•', style: { font: text.font } }]);
  expect(textBullet(word('Ø', styleOf('Wingdings')), text).text).toBe('➢');
  expect(textBullet(word('\uf04a', styleOf('Wingdings')), text).text).toBe('\uf04a');
  expect(textBullet(word('•', styleOf('SegoeUI')), text).style.font.name).toBe('SegoeUI');
});

describe('looks of labels', () => {
  test('a label that looks as its text has no looks of its own', () => {
    expect(labelStyleOf(styleOf('ArialMT'), styleOf('ArialMT'), 'Arial')).toBeNull();
  });

  test('what a label has of its own is kept, and the rest is that of its text', () => {
    const label = styleOf('Arial-BoldMT', { color: '#0066cc' });
    const bold = labelStyleOf({ ...label, font: { ...label.font, bold: true } }, styleOf('ArialMT'), 'Arial');
    expect(bold).toEqual({ color: '#0066cc', bold: true, italic: false });
  });
});

test('a label looks as it did, whatever its text begins and ends with and the first label looks like', async () => {
  const { paragraphs, parts } = await convertDrawn([
    (page, { regular, bold }) => {
      const items = [
        [regular, 'first'],
        [bold, 'second'],
        [regular, 'third'],
      ] as const;
      for (const [index, [font, text]] of items.entries()) {
        const y = 80 + 14 * index;
        write(page, font, 10, 60, y, `${index + 1}.`);
        write(page, regular, 10, 80, y, `${text} of three, which ends in`);
        write(page, bold, 10, 200, y, 'bold');
      }
    },
  ]);
  expect(parts.get('word/numbering.xml')).not.toContain('<w:b');
  const marks = paragraphs.map(({ xml }) => xml.split('</w:pPr>')[0]?.includes('<w:b/>'));
  expect(marks).toEqual([false, true, false]);
});
