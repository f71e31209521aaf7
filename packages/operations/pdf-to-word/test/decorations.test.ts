import type { Page, Word } from '@platen/pdf-kit/page-model';
import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { findDecorations } from '../../../flow-document/src/analysis/text/decorations.ts';
import { convertDrawn, write } from './docx.ts';

test('a line under a word without the mark after it underlines its letters and is not drawn besides', async () => {
  const { paragraphs, xml } = await convertDrawn([
    (page, { bold, regular }) => {
      write(page, bold, 10, 40, 60, 'World Resources:');
      const width = bold.widthOfTextAtSize('World Resources', 10);
      const y = page.getHeight() - 61.5;
      page.drawLine({ start: { x: 40, y }, end: { x: 40 + width, y }, thickness: 0.7, color: rgb(0, 0, 0) });
      write(page, regular, 10, 40 + width + 10, 60, 'they are rather limited');
    },
  ]);
  expect(paragraphs[0]?.text).toBe('World Resources: they are rather limited');
  const underlined = [...xml.matchAll(/<w:u w:val="single"\/>.*?<w:t[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(underlined.join('')).toBe('World Resources');
  expect(xml).not.toContain('<wps:wsp');
});

test('in text without spaces a line underlines the letters it runs under', () => {
  const style = { sizePt: 10 } as never;
  const text = '写信给sales@x.cn或拨打';
  const glyphs = [...text].map((letter, index) => ({
    text: letter,
    style,
    box: { x0: 10 * index, y0: 90, x1: 10 * index + 10, y1: 102 },
  }));
  const box = { x0: 0, y0: 90, x1: 10 * glyphs.length, y1: 102 };
  const word = { text, glyphs, style, script: 'normal', box } as unknown as Word;
  const line = { angle: 0, style, box, baseline: 100, words: [word] } as unknown as Page['lines'][number];
  const rule = { orientation: 'horizontal', x0: 30, x1: 130, y0: 101, y1: 101, widthPt: 0.7 } as Page['rules'][number];
  const page = { lines: [line], rules: [rule], fills: [] } as unknown as Page;
  const decorationOf = findDecorations(page, []);
  const underlined = glyphs.filter((glyph) => decorationOf(glyph as never)?.underline === true);
  expect(underlined.map((glyph) => glyph.text).join('')).toBe('sales@x.cn');
});
