import { createCodeReader } from '@platen/pdf-kit/fonts';
import { PDFContext, type PDFDict } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createTestPdf } from './build-pdf.ts';

/** A composite font whose CMap is this text. */
function fontWith(cmap: string): PDFDict {
  const pdf = createTestPdf();
  return PDFContext.prototype.obj.call(pdf.context, {
    Type: 'Font',
    Subtype: 'Type0',
    Encoding: pdf.stream({ Type: 'CMap' }, cmap),
  }) as unknown as PDFDict;
}

const utf8Spaces = '3 begincodespacerange <00> <7F> <C280> <DFBF> <E08080> <EFBFBF> endcodespacerange\n';

function read(cmap: string, hex: string) {
  const found = new Set<number>();
  const known = createCodeReader(fontWith(cmap))?.(Buffer.from(hex, 'hex'), found);
  return { known, ids: [...found] };
}

test('codes of a UTF-8 map are one to three bytes long', () => {
  const cmap = `${utf8Spaces}2 begincidrange <41> <5A> 10 <E282A0> <E282BF> 100 endcidrange 1 begincidchar <C3A9> 7 endcidchar`;
  expect(read(cmap, '42c3a9e282ac')).toEqual({ known: 'known', ids: [11, 7, 112] });
});

test('a code that the map does not name may be any glyph', () => {
  expect(read(`${utf8Spaces}1 begincidrange <41> <5A> 10 endcidrange`, '4130').known).toBe('unknown');
});

test('a code that the map names with another length may be any glyph', () => {
  expect(read(`${utf8Spaces}1 begincidrange <0041> <005A> 10 endcidrange`, '41').known).toBe('unknown');
});
