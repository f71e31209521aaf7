import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { dingbatSymbol } from '../src/page-model/fonts/dingbat-symbol.ts';
import { openPageModel } from '../src/page-model.ts';
import { writeTestFile } from './draw-pdf.ts';

test('codes of Zapf Dingbats are read as the signs they show', () => {
  expect([...'3458lnuw!~'].map((sign) => dingbatSymbol('ZapfDingbats', sign.charCodeAt(0))).join('')).toBe(
    '✓✔✕✘●■◆◗✁❞',
  );
  expect(dingbatSymbol('ITC Zapf Dingbats', 0xa1)).toBe('❡');
  expect(dingbatSymbol('ZapfDingbats', 0xac)).toBe('①');
  expect(dingbatSymbol('ZapfDingbats', 0xd4)).toBe('➔');
  expect(dingbatSymbol('ZapfDingbats', 0xd5)).toBe('→');
});

test('codes without a sign, and those of other fonts, are left as they are', () => {
  expect(dingbatSymbol('ZapfDingbats', 0xf0)).toBeNull();
  expect(dingbatSymbol('ZapfDingbats', 0x20)).toBeNull();
  expect(dingbatSymbol('Wingdings', 0x34)).toBeNull();
});

test('a check mark of a form is one on the page read', async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.ZapfDingbats);
  document.addPage([200, 200]).drawText('✔ ■', { font, x: 50, y: 100, size: 12 });
  const model = await openPageModel(await writeTestFile('marks.pdf', await document.save()));
  try {
    const { lines } = await model.readPage(1);
    expect(lines.map(({ text }) => text)).toEqual(['✔ ■']);
  } finally {
    await model.close();
  }
});
