import { PDFName, type PDFPage, PDFString } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const proses = [
  'Of spring the first page tells,',
  'In summer, says the second,',
  'What autumn brings is on the third:',
].map((start) => `${start} and so it goes on for a while, line by line, until it ends. `.repeat(10).trim());
const size = 8;
const footerY = 480;

/** A page whose footer ends with an underlined address, which leads there. */
function drawPage(page: PDFPage, { regular }: TestFonts, prose: string): void {
  setProse(page, regular, prose, 50, 60, 300);
  write(page, regular, size, 50, footerY, 'Free to use under example.org/terms of 2026');
  const x0 = 50 + regular.widthOfTextAtSize('Free to use under ', size);
  const x1 = x0 + regular.widthOfTextAtSize('example.org/terms', size);
  const y = page.getHeight() - footerY;
  page.drawLine({ start: { x: x0, y: y - 1 }, end: { x: x1, y: y - 1 }, thickness: 0.5 });
  const action = { S: 'URI', URI: PDFString.of('https://example.org/terms') };
  const link = page.doc.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [x0, y - 2, x1, y + size], A: action });
  page.node.set(PDFName.of('Annots'), page.doc.context.obj([link]));
}

test('a footer is underlined where it was, and leads where it led', async () => {
  const { parts, xml } = await convertDrawn(proses.map((prose) => (page, fonts) => drawPage(page, fonts, prose)));
  const footer = parts.get('word/footer1.xml') ?? '';
  expect(xml).not.toContain('Free to use');
  expect(footer).toMatch(
    /<w:hyperlink r:id="(\w+)"[^>]*><w:r><w:rPr>.*?<w:u w:val="single"\/>.*?example\.org\/terms<\/w:t><\/w:r><\/w:hyperlink>/,
  );
  expect(footer.match(/<w:u w:val="single"/g)).toHaveLength(1);
  expect(footer.replace(/<[^>]*>/g, '').trim()).toBe('Free to use under example.org/terms of 2026');
  expect(parts.get('word/_rels/footer1.xml.rels')).toContain(
    'Target="https://example.org/terms" TargetMode="External"',
  );
});

test('a page number and the number of pages in one word are two fields, in this order on the last page, too', async () => {
  const { parts } = await convertDrawn(
    proses.map((prose, index) => (page, fonts) => {
      setProse(page, fonts.regular, prose, 50, 60, 300);
      // The title page has no number.
      if (index > 0) write(page, fonts.regular, size, 50, footerY, `Page ${index + 1}/${proses.length}`);
    }),
  );
  const footers = [...parts].filter(([name]) => name.startsWith('word/footer')).map(([, footer]) => footer);
  const numbered = footers.find((footer) => footer.includes('NUMPAGES')) ?? '';
  expect(numbered.indexOf(' PAGE ')).toBeGreaterThan(0);
  expect(numbered.indexOf(' PAGE ')).toBeLessThan(numbered.indexOf(' NUMPAGES '));
  expect(numbered.match(/fldSimple w:instr/g)).toHaveLength(2);
});
