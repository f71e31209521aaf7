import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import type { ResolvedPdfToWordOptions } from '../src/operation.ts';
import { convertBytes, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say.';

interface FormulaFonts {
  readonly regular: PDFFont;
  readonly italic: PDFFont;
  readonly symbol: PDFFont;
}

/** Converts a page with a formula between two paragraphs; the formula is drawn from the y given on. */
async function convertFormula(
  draw: (page: PDFPage, fonts: FormulaFonts, y: number) => void,
  options: Partial<ResolvedPdfToWordOptions> = {},
) {
  const document = await PDFDocument.create();
  const fonts = {
    regular: await document.embedFont(StandardFonts.TimesRoman),
    italic: await document.embedFont(StandardFonts.TimesRomanItalic),
    symbol: await document.embedFont(StandardFonts.Symbol),
  };
  const page = document.addPage([400, 500]);
  const y = setProse(page, fonts.regular, prose, 50, 80, 300);
  draw(page, fonts, y);
  setProse(page, fonts.regular, prose, 50, y + 90, 300);
  return convertBytes(await document.save(), options);
}

/** `λ = (α + β)/γ` with its fraction set in two rows, and the number of the equation. */
function drawFraction(page: PDFPage, { regular, symbol }: FormulaFonts, y: number): void {
  write(page, symbol, 10, 150, y + 40, 'λ =');
  write(page, symbol, 10, 180, y + 33, 'α + β');
  page.drawLine({ start: { x: 178, y: 500 - y - 37 }, end: { x: 208, y: 500 - y - 37 }, thickness: 0.5 });
  write(page, symbol, 10, 190, y + 46, 'γ');
  write(page, regular, 10, 338, y + 40, '(4)');
}

test('a displayed fraction becomes a picture that is read as a line, and its number stays text', async () => {
  const { xml, paragraphs } = await convertFormula(drawFraction);
  expect(xml).toContain('descr="λ = (α + β)/γ"');
  const [before, formula, after] = paragraphs;
  expect([before?.text, formula?.text.trim(), after?.text]).toEqual([prose, '(4)', prose]);
  expect(formula?.xml).toContain('<wp:inline');
  expect(formula?.xml).toContain('<w:textAlignment w:val="center"/>');
  expect(formula?.xml).toMatch(/<w:tab w:val="right" [^>]*w:pos="6000"/);
});

test('in exact places the formula stands where it stood, and its number in a frame', async () => {
  const { xml, paragraphs } = await convertFormula(drawFraction, { layout: 'exact' });
  expect(xml).toMatch(/<wp:anchor .*descr="λ = \(α \+ β\)\/γ"/);
  expect(paragraphs.find(({ text }) => text === '(4)')?.xml).toContain('<w:framePr');
});

test('rows that begin one below the other are of one formula', async () => {
  const { xml, paragraphs } = await convertFormula((page, { italic, symbol }, y) => {
    write(page, symbol, 10, 150, y + 40, 'φ = {');
    for (const [row, [value, condition]] of [
      ['α', 'ξ > 0'],
      ['β', 'ξ = 0'],
      ['γ', 'ξ < 0'],
    ].entries()) {
      write(page, symbol, 10, 182, y + 23 + 17 * row, value ?? '');
      write(page, italic, 10, 200, y + 23 + 17 * row, 'if');
      write(page, symbol, 10, 212, y + 23 + 17 * row, condition ?? '');
    }
    // The limit that makes it two-dimensional.
    write(page, italic, 6, 182, y + 46, 'n');
  });
  expect([...xml.matchAll(/<a:blip /g)]).toHaveLength(1);
  expect(paragraphs.filter(({ text }) => text !== '').map(({ text }) => text)).toEqual([prose, prose]);
});

test('a sum with its limits is read from one to the other', async () => {
  const { xml } = await convertFormula((page, { italic, symbol }, y) => {
    write(page, symbol, 10, 150, y + 40, 'σ =');
    write(page, symbol, 16, 176, y + 42, '∑');
    write(page, italic, 7, 180, y + 27, 'n');
    write(page, italic, 7, 176, y + 52, 'i=1');
    write(page, symbol, 10, 192, y + 40, 'ξ');
    write(page, italic, 7, 197, y + 42, 'i');
  });
  expect(xml).toContain('descr="σ = sum from i = 1 to n of ξ_i"');
});

test('an equation that reads right as a line stays text', async () => {
  const { xml, paragraphs } = await convertFormula((page, { regular, symbol }, y) => {
    write(page, symbol, 10, 180, y + 40, 'ε = μγ');
    write(page, regular, 6, 205, y + 36, '2');
    write(page, regular, 10, 338, y + 40, '(4)');
  });
  expect(xml).not.toContain('<w:drawing>');
  expect(paragraphs[1]?.text).toMatch(/^ε = \u00b5γ2/);
});

test('a fraction inside of a line stays text', async () => {
  const { xml } = await convertFormula((page, { regular, symbol }, y) => {
    write(page, regular, 10, 50, y + 40, 'of which there are');
    write(page, symbol, 8, 132, y + 35, 'α');
    page.drawLine({ start: { x: 131, y: 500 - y - 37 }, end: { x: 139, y: 500 - y - 37 }, thickness: 0.5 });
    write(page, symbol, 8, 132, y + 45, 'β');
    write(page, regular, 10, 142, y + 40, 'in each of the lines of this page');
  });
  expect(xml).not.toContain('<w:drawing>');
});

test('words and numbers over and under a rule are no formula', async () => {
  const { xml } = await convertFormula((page, { regular }, y) => {
    write(page, regular, 10, 180, y + 33, 'Total 2019');
    page.drawLine({ start: { x: 178, y: 500 - y - 37 }, end: { x: 230, y: 500 - y - 37 }, thickness: 0.5 });
    write(page, regular, 10, 180, y + 47, '1 234.50');
  });
  expect(xml).not.toContain('<w:drawing>');
});

test('a rule over an equation of one line makes it no fraction', async () => {
  const { xml } = await convertFormula((page, { regular, symbol }, y) => {
    page.drawLine({ start: { x: 150, y: 500 - y - 30 }, end: { x: 230, y: 500 - y - 30 }, thickness: 0.5 });
    write(page, symbol, 10, 160, y + 40, 'χ = ξ, π < α');
    write(page, regular, 6, 166, y + 36, '2');
  });
  expect(xml).not.toContain('<a:blip ');
});
