import { PDFDocument, PDFName, PDFRawStream, PDFString, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { readActualTexts } from '../src/page-model/content/marked-properties.ts';
import { openPageModel } from '../src/page-model.ts';
import { writeTestFile } from './draw-pdf.ts';

/** The lines of a page with this content, which may use the font `/F` and the property list `/Named`. */
async function linesOf(content: string): Promise<readonly string[]> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 400]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.node.setFontDictionary(PDFName.of('F'), font.ref);
  page.node.Resources()?.set(PDFName.of('Properties'), pdf.context.obj({ Named: { ActualText: PDFString.of('ffi') } }));
  const stream = PDFRawStream.of(pdf.context.obj({}), Buffer.from(`BT /F 12 Tf 50 300 Td ${content} ET`, 'latin1'));
  page.node.set(PDFName.Contents, pdf.context.register(stream));
  const model = await openPageModel(await writeTestFile('actual.pdf', await pdf.save()));
  try {
    return (await model.readPage(1)).lines.map(({ text }) => text);
  } finally {
    await model.close();
  }
}

test('glyphs stand for what the file says: a ligature, a hyphen, a name of the resources', async () => {
  expect(await linesOf('(So) Tj /Span <</ActualText (ft)>> BDC (H) Tj EMC (ware) Tj')).toEqual(['Software']);
  expect(await linesOf('(re) Tj /Span <</ActualText <FEFF002D>>> BDC (!) Tj EMC (do) Tj')).toEqual(['re-do']);
  expect(await linesOf('/Span /Named BDC (?) Tj EMC')).toEqual(['ffi']);
});

test('a joiner that is drawn as a space is a joiner', async () => {
  expect(await linesOf('(a) Tj /Span <</ActualText <FEFF200C>>> BDC -3.336 Tc ( ) Tj 0 Tc EMC (b) Tj')).toEqual([
    'a\u200cb',
  ]);
});

test('white space and small capitals stay as they are drawn, and long pieces too', async () => {
  expect(await linesOf('(a) Tj /Span <</ActualText <FEFF0009>>> BDC ( ) Tj EMC (b) Tj')).toEqual(['a b']);
  expect(await linesOf('/Span <</ActualText (small)>> BDC (SMALL) Tj EMC')).toEqual(['SMALL']);
  expect(await linesOf('/Figure <</ActualText (what it shows)>> BDC (the labels of it) Tj EMC')).toEqual([
    'the labels of it',
  ]);
});

test('an icon stands for what the file says before the text that follows it, in the size of that text', async () => {
  expect(
    await linesOf('/Span <</ActualText (tel:\\(02\\) 55-19)>> BDC /F 24 Tf (!) Tj /F 12 Tf (\\(02\\) 55-19) Tj EMC'),
  ).toEqual(['tel:(02) 55-19']);
  expect(await linesOf('/Span <</ActualText (homepage: www.x.org)>> BDC (!www.x.org) Tj EMC')).toEqual([
    'homepage: www.x.org',
  ]);
  expect(await linesOf('/Span <</ActualText (what it shows)>> BDC (!the labels of it) Tj EMC')).toEqual([
    '!the labels of it',
  ]);
});

test('marks are counted past strings, images and dictionaries that look like them', () => {
  const content =
    '(BDC /Span <</ActualText (no)>> BDC) Tj /A <</MCID 1>> BDC BI /W 1 ID BDC EI /B /Named BDC /C <</X <</ActualText (no)>> /ActualText (yes)>> BDC';
  expect(readActualTexts(Buffer.from(content), (name) => `of ${name}`)).toEqual([null, 'of Named', 'yes']);
});

test('a text that describes what is drawn is not put in its place: the name of an icon, a rating in dots', async () => {
  expect(await linesOf('/Span <</ActualText (\\\\faTrophy )>> BDC (T) Tj EMC ( Prizes) Tj')).toEqual(['T Prizes']);
  expect(await linesOf('/Span <</ActualText (Trophy)>> BDC (T) Tj EMC ( Prizes) Tj')).toEqual(['T Prizes']);
  expect(await linesOf('/Span <</ActualText (3.5)>> BDC (\\225\\225\\225\\225\\225) Tj EMC')).toEqual(['•••••']);
  expect(await linesOf('/Span <</ActualText (3.5)>> BDC (lllmm) Tj EMC')).toEqual(['lllmm']);
  expect(await linesOf('/Span <</ActualText (\\\\faPhone 555-19)>> BDC (!555-19) Tj EMC')).toEqual(['!555-19']);
});

test('the address behind a text is not put in its place', async () => {
  expect(await linesOf('/Span <</ActualText (mailto:ada@x.org)>> BDC (ada@x.org) Tj EMC')).toEqual(['ada@x.org']);
  expect(await linesOf('/Span <</ActualText (https://x.org/in/ada)>> BDC (ada) Tj EMC')).toEqual(['ada']);
});
