import { PDFDocument, PDFName, PDFRawStream, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { programGlyphNames } from '../src/page-model/fonts/program-glyph-names.ts';
import { openPageModel } from '../src/page-model.ts';
import { writeTestFile } from './draw-pdf.ts';
import { addTypeOne, type BuiltInEncoding } from './type-one-font.ts';

/** The lines of a page that shows codes of a font with an encoding of its own, and no map to Unicode. */
async function linesIn(encoding: BuiltInEncoding, codes: string, name = 'MSAM10'): Promise<readonly string[]> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 400]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.node.setFontDictionary(PDFName.of('F'), font.ref);
  addTypeOne(pdf, page, name, encoding);
  const content = `BT /Signs 12 Tf 50 300 Td <${codes}> Tj /F 12 Tf ( a point) Tj ET`;
  page.node.set(PDFName.Contents, pdf.context.register(PDFRawStream.of(pdf.context.obj({}), Buffer.from(content))));
  const model = await openPageModel(await writeTestFile('signs.pdf', await pdf.save()));
  try {
    return (await model.readPage(1)).lines.map(({ text }) => text);
  } finally {
    await model.close();
  }
}

test('signs whose codes alone would read as letters are what the font program calls them', async () => {
  expect(await linesIn({ 73: 'trianglerightsld' }, '49')).toEqual(['▶ a point']);
  expect(await linesIn({ 4: 'squaresolid', 73: 'trianglerightsld', 96: 'smile' }, '044960')).toEqual(['■▶⌣ a point']);
  expect(await linesIn({ 35: 'Circle', 50: 'Box' }, '2332', 'wasy10')).toEqual(['○□ a point']);
});

test('a ligature at a code of its own is spelled by its name', async () => {
  expect(await linesIn({ 27: 'ff', 28: 'T_h' }, '1b1c', 'Serif')).toEqual(['ffTh a point']);
});

test('a name that no list has says nothing, and the face of URW for Zapf Dingbats is read by its codes', async () => {
  expect(await linesIn({ 73: 'g73' }, '49')).toEqual(['I a point']);
  expect(await linesIn({ 52: 'a20' }, '34', 'Dingbats')).toEqual(['✔ a point']);
});

test('a program that ends early has no names', () => {
  const data = Uint8Array.from([...Buffer.from('OTTO'), 0, 9, 0, 0, 0, 0, 0, 0, 0x43]);
  expect(programGlyphNames({ data, toFontChar: new Map([[1, 1]]) })(1)).toBeNull();
  expect(programGlyphNames({ data: new Uint8Array(4), toFontChar: new Map([[1, 1]]) })(1)).toBeNull();
});
