import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFName } from 'pdf-lib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assemblePdf, openPdf, type PdfPage, pageWeights, readDocumentStructure } from '../../src/objects.ts';
import { pdfText } from './pdf-text.ts';

/** Pages with these contents that inherit the same resources; objects from 100 on are free. */
function documentOf(contents: readonly string[], resources: string, objects: Readonly<Record<number, string>> = {}) {
  const pages = contents.map((_, index) => `${10 + 2 * index} 0 R`);
  return pdfText({
    1: '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[110 0 R 111 0 R]/D<</ON[110 0 R 111 0 R]>>>>>>',
    2: `<</Type/Pages/Kids[${pages.join(' ')}]/Count ${pages.length}/MediaBox[0 0 9 9]/Resources 3 0 R>>`,
    3: resources,
    ...Object.fromEntries(
      contents.flatMap((content, index) => [
        [10 + 2 * index, `<</Type/Page/Parent 2 0 R/Contents ${11 + 2 * index} 0 R>>`],
        [11 + 2 * index, streamText(content)],
      ]),
    ),
    ...objects,
  });
}

function streamText(content: string, entries = ''): string {
  return `<</Length ${content.length}${entries}>>\nstream\n${content}\nendstream`;
}

/** Some pages of a file as a file of their own. */
async function pagesOf(file: Buffer, places: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'platen-resources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const document = await openPdf(file);
  const source = { document, structure: readDocumentStructure(document), pages: places, title: '' };
  const path = join(folder, 'out.pdf');
  const { sizeBytes } = assemblePdf([source], { headings: false, attachments: true }, path);
  return { sizeBytes, document: await openPdf(path) };
}

/** The names in one category of the resources of a page. */
function namesIn(page: PdfPage | undefined, category: string): readonly string[] | undefined {
  const resources = page?.dict.lookup(PDFName.Resources, PDFDict);
  return resources
    ?.lookupMaybe(PDFName.of(category), PDFDict)
    ?.keys()
    .map((key) => key.decodeText());
}

const fonts = '/Font<</F1 100 0 R/F2 101 0 R/F3 102 0 R>>';
const fontObjects = Object.fromEntries(
  [100, 101, 102].map((number) => [number, `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Number ${number}>>`]),
);

async function fontsOf(contents: readonly string[], resources: string, objects: Readonly<Record<number, string>> = {}) {
  const file = documentOf([...contents, '/F1 1 Tf /F2 1 Tf /F3 1 Tf'], resources, { ...fontObjects, ...objects });
  const { document } = await pagesOf(file, [0]);
  return namesIn(document.pages[0], 'Font');
}

describe('resources that pages inherit or share', () => {
  test('a part carries what its pages use, and nothing of the others', async () => {
    const large = [100, 101, 102].map((number) => [
      number,
      streamText('x'.repeat(50_000), `/Subtype/Image/Number ${number}`),
    ]);
    const file = documentOf(
      ['/I1 Do', '/I2 Do', '/I1 Do /I3 Do'],
      '<</XObject<</I1 100 0 R/I2 101 0 R/I3 102 0 R>>>>',
      Object.fromEntries(large),
    );
    const first = await pagesOf(file, [0]);
    expect(first.sizeBytes).toBeLessThan(55_000);
    expect(namesIn(first.document.pages[0], 'XObject')).toEqual(['I1']);
    const two = await pagesOf(file, [0, 1]);
    expect(two.document.pages.map((page) => namesIn(page, 'XObject'))).toEqual([
      ['I1', 'I2'],
      ['I1', 'I2'],
    ]);
    const [resources, others] = two.document.pages.map(({ dict }) => dict.get(PDFName.Resources));
    expect(resources).toBe(others);
    const document = await openPdf(file);
    const weights = pageWeights(document, readDocumentStructure(document));
    expect([0, 1, 2].map((page) => weights.endWithin(page, 102_000))).toEqual([2, 2, 3]);
  });

  test('a document that is taken whole keeps its resources as they are', async () => {
    const { document } = await pagesOf(documentOf(['/F1 1 Tf'], `<<${fonts}>>`, fontObjects), [0]);
    expect(namesIn(document.pages[0], 'Font')).toEqual(['F1', 'F2', 'F3']);
  });

  test('content without resources of its own uses those of the page', async () => {
    const form = streamText('/F2 1 Tf (a) Tj', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]');
    expect(await fontsOf(['/Fm Do'], `<<${fonts}/XObject<</Fm 103 0 R>>>>`, { 103: form })).toEqual(['F2']);
    const pattern = streamText('/F3 1 Tf (a) Tj', '/PatternType 1');
    expect(await fontsOf(['/Pattern cs /P1 scn'], `<<${fonts}/Pattern<</P1 103 0 R>>>>`, { 103: pattern })).toEqual([
      'F3',
    ]);
    const mask = '<</SMask<</S/Luminosity/G 104 0 R>>>>';
    expect(await fontsOf(['/G1 gs'], `<<${fonts}/ExtGState<</G1 103 0 R>>>>`, { 103: mask, 104: form })).toEqual([
      'F2',
    ]);
    const type3 = { 100: '<</Type/Font/Subtype/Type3/CharProcs<</a 103 0 R>>>>', 103: streamText('/F2 1 Tf (a) Tj') };
    expect(await fontsOf(['/F1 1 Tf'], `<<${fonts}>>`, type3)).toEqual(['F1', 'F2']);
  });

  test('a form with resources of its own uses of the page what they lack', async () => {
    const own = '/Type/XObject/Subtype/Form/Resources<</Font<</F1 100 0 R>>>>';
    const form = streamText('/F1 1 Tf /F3 1 Tf', own);
    expect(await fontsOf(['/Fm Do'], `<<${fonts}/XObject<</Fm 103 0 R>>>>`, { 103: form })).toEqual(['F3']);
  });

  test('appearances of annotations without resources use those of the page', async () => {
    const page = '<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[<</Subtype/Stamp/AP<</N 103 0 R>>>>]>>';
    const form = streamText('/F2 1 Tf (a) Tj', '/Type/XObject/Subtype/Form');
    expect(await fontsOf(['q Q'], `<<${fonts}>>`, { 10: page, 103: form })).toEqual(['F2']);
  });

  test('colour spaces of inline images and those that stand in for devices stay', async () => {
    const spaces = ['C1', 'C2', 'DefaultRGB'].map((name) => `/${name}[/ICCBased 100 0 R]`).join('');
    const file = documentOf(['BI/W 1/H 1/CS/C1/BPC 8 ID x EI', ''], `<</ColorSpace<<${spaces}>>>>`, {
      100: streamText('x', '/N 3'),
    });
    const { document } = await pagesOf(file, [0]);
    expect(namesIn(document.pages[0], 'ColorSpace')).toEqual(['C1', 'DefaultRGB']);
  });

  test('layers of marked content stay listed, those of other pages do not', async () => {
    const file = documentOf(['/OC/L1 BDC EMC', '/OC/L2 BDC EMC'], '<</Properties<</L1 110 0 R/L2 111 0 R>>>>', {
      110: '<</Type/OCG/Name(one)>>',
      111: '<</Type/OCG/Name(two)>>',
    });
    const { document } = await pagesOf(file, [1]);
    expect(namesIn(document.pages[0], 'Properties')).toEqual(['L2']);
    const listed = document.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('OCGs'), PDFArray);
    expect(
      listed.asArray().map((ref) => document.context.lookup(ref, PDFDict).get(PDFName.of('Name'))?.toString()),
    ).toEqual(['(two)']);
  });

  test('nothing is left out where content cannot be read', async () => {
    const damaged = streamText('/F1 1 Tf', '/Filter/FlateDecode');
    expect(await fontsOf(['q Q'], `<<${fonts}>>`, { 11: damaged })).toEqual(['F1', 'F2', 'F3']);
    const form = streamText('/F1 1 Tf', '/Subtype/Form/Filter/FlateDecode');
    expect(await fontsOf(['/Fm Do'], `<<${fonts}/XObject<</Fm 103 0 R>>>>`, { 103: form })).toEqual(['F1', 'F2', 'F3']);
  });

  test('a name counts wherever it is in damaged content', async () => {
    expect(await fontsOf(['(an open string /F2 1 Tf'], `<<${fonts}>>`)).toEqual(['F2']);
    const page = '<</Type/Page/Parent 2 0 R/Contents[11 0 R 103 0 R]>>';
    expect(await fontsOf(['/F'], `<<${fonts}>>`, { 10: page, 103: streamText('3 1 Tf') })).toEqual(['F3']);
  });
});

describe('the default resources of a form', () => {
  const program = streamText('x'.repeat(50_000));
  const embedded = (number: number) => ({
    [number]: `<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor ${number + 1} 0 R>>`,
    [number + 1]: `<</Type/FontDescriptor/FontName/A/FontFile2 ${number + 2} 0 R>>`,
    [number + 2]: program,
  });

  /** A text field on each of two pages, in embedded fonts of their own, and a third font that nothing uses. */
  function formOf(fieldEntries: string, objects: Readonly<Record<number, string>> = {}) {
    const field = (name: string, font: string, page: number, entries: string) =>
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/DA(/${font} 12 Tf)/Rect[0 0 9 9]/P ${page} 0 R${entries}>>`;
    return pdfText({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[6 0 R]>>',
      4: '<</Type/Page/Parent 2 0 R/Annots[7 0 R]>>',
      5: '<</Fields[6 0 R 7 0 R]/DR<</Font<</A 10 0 R/B 20 0 R/C 30 0 R/ZaDb 8 0 R>>/Encoding<</E 9 0 R>>>>>>',
      6: field('a', 'A', 3, fieldEntries),
      7: field('b', 'B', 4, ''),
      8: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
      9: '<</Type/Encoding/Differences[1/a]>>',
      ...embedded(10),
      ...embedded(20),
      ...embedded(30),
      ...objects,
    });
  }

  async function defaultsOf(file: Buffer, places: readonly number[]) {
    const { document, sizeBytes } = await pagesOf(file, places);
    const resources = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('DR'), PDFDict);
    const fonts = resources.lookup(PDFName.Font, PDFDict).keys();
    return { sizeBytes, fonts: fonts.map((key) => key.decodeText()), resources };
  }

  test('a part carries the embedded fonts of its fields, and those that are not embedded', async () => {
    const first = await defaultsOf(formOf(''), [0]);
    expect(first.fonts).toEqual(['A', 'ZaDb']);
    expect(first.sizeBytes).toBeLessThan(55_000);
    expect(first.resources.lookup(PDFName.of('Encoding'), PDFDict).keys()).toHaveLength(1);
    const whole = await defaultsOf(formOf(''), [0, 1]);
    expect(whole.fonts).toEqual(['A', 'B', 'C', 'ZaDb']);
  });

  test('what an appearance without resources of its own names is carried', async () => {
    const appearance = { 40: streamText('/C 1 Tf', '/Subtype/Form/BBox[0 0 9 9]') };
    const { fonts } = await defaultsOf(formOf('/AP<</N 40 0 R>>', appearance), [0]);
    expect(fonts).toEqual(['A', 'C', 'ZaDb']);
  });

  test('a comment in a font of the form keeps it', async () => {
    const comment = '<</Type/Annot/Subtype/FreeText/DA(/C 12 Tf)/Rect[0 0 9 9]>>';
    const page = { 3: `<</Type/Page/Parent 2 0 R/Annots[6 0 R ${comment}]>>` };
    expect((await defaultsOf(formOf('', page), [0])).fonts).toEqual(['A', 'C', 'ZaDb']);
  });

  test('rich text keeps all fonts, which it names by family', async () => {
    expect((await defaultsOf(formOf('/RV(<p/>)'), [0])).fonts).toEqual(['A', 'B', 'C', 'ZaDb']);
  });
});

test('a part carries equal fonts and images once', async () => {
  const image = streamText('x'.repeat(50_000), '/Subtype/Image');
  const file = documentOf(['/I1 Do', '/I2 Do', 'q Q'], '<</XObject<</I1 100 0 R/I2 101 0 R>>>>', {
    100: image,
    101: image,
  });
  expect((await pagesOf(file, [0, 1])).sizeBytes).toBeLessThan(55_000);
});
