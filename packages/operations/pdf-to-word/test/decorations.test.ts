import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
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
