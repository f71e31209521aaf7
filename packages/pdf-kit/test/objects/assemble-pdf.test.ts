import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream } from 'pdf-lib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assemblePdf, type OpenedPdf, openPdf, readDocumentStructure } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

/** Assembles pages of files and opens the result; without `pages`, all of them. */
async function assemble(files: readonly Buffer[], pages?: readonly number[]): Promise<OpenedPdf> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-assemble-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sources = [];
  for (const file of files) {
    const document = await openPdf(file);
    const structure = readDocumentStructure(document);
    sources.push({ document, structure, pages: pages ?? document.pages.map((_, index) => index), title: 'file' });
  }
  const path = join(folder, 'out.pdf');
  assemblePdf(sources, { headings: false, attachments: true }, path);
  return openPdf(path);
}

describe('pages', () => {
  test('many pages stand in a tree whose nodes are short', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [10 + index, `<</Type/Page/Parent 2 0 R/Rotate ${90 * (index % 4)}>>`]),
    );
    const kids = Object.keys(pages).map((number) => `${number} 0 R`);
    const tree = `<</Type/Pages/Kids[${kids.join(' ')}]/Count 300/MediaBox[0 0 9 9]>>`;
    const document = await assemble([pdfText({ 1: onePage[1], 2: tree, ...pages })]);
    expect(document.pages.map(({ dict }) => dict.lookup(PDFName.Rotate, PDFNumber).asNumber())).toEqual(
      Array.from({ length: 300 }, (_, index) => 90 * (index % 4)),
    );
    const root = document.catalog.lookup(PDFName.of('Pages'), PDFDict);
    expect(root.lookup(PDFName.of('Kids'), PDFArray).size()).toBe(5);
    expect(root.lookup(PDFName.of('Count'), PDFNumber).asNumber()).toBe(300);
  });

  test('a page that is listed twice becomes two pages', async () => {
    const document = await assemble([pdfText({ ...onePage, 2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>' })]);
    expect(new Set(document.pages.map(({ ref }) => ref)).size).toBe(2);
  });

  test('pages come in the order asked for', async () => {
    const two = {
      ...onePage,
      2: '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>',
      5: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 7 7]>>',
    };
    const document = await assemble([pdfText(two)], [1, 0]);
    expect(document.pages.map(({ dict }) => dict.lookup(PDFName.MediaBox)?.toString())).toEqual([
      '[ 0 0 7 7 ]',
      '[ 0 0 200 100 ]',
    ]);
  });
});

test('data that no filter packs is deflated, but for metadata', async () => {
  const content = 'q Q '.repeat(200);
  const stream = (entries: string) => `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
  const file = pdfText({
    ...onePage,
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>',
    4: stream(''),
    5: stream('/Type/Metadata/Subtype/XML'),
  });
  const { catalog, pages } = await assemble([file]);
  const contents = pages[0]?.dict.lookup(PDFName.of('Contents'), PDFStream);
  expect(contents?.dict.get(PDFName.of('Filter'))).toBe(PDFName.of('FlateDecode'));
  expect(contents === undefined ? '' : inflateSync(contents.getContents()).toString('latin1')).toBe(content);
  const metadata = catalog.lookup(PDFName.of('Metadata'), PDFStream);
  expect(Buffer.from(metadata.getContents()).toString('latin1')).toBe(content);
});

describe('fields and layers', () => {
  test('of a field with widgets on several pages, a part has the widgets of its own', async () => {
    const file = pdfText({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
      2: '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[7 0 R]>>',
      5: '<</Type/Page/Parent 2 0 R/Annots[8 0 R]>>',
      6: '<</FT/Tx/T(total)/V(42)/Kids[7 0 R 8 0 R]>>',
      7: '<</Type/Annot/Subtype/Widget/Parent 6 0 R/Rect[0 0 1 1]>>',
      8: '<</Type/Annot/Subtype/Widget/Parent 6 0 R/Rect[0 0 2 2]>>',
    });
    const document = await assemble([file], [1]);
    const field = document.catalog
      .lookup(PDFName.of('AcroForm'), PDFDict)
      .lookup(PDFName.of('Fields'), PDFArray)
      .lookup(0, PDFDict);
    const kids = field.lookup(PDFName.of('Kids'), PDFArray);
    expect(kids.size()).toBe(1);
    expect(kids.lookup(0, PDFDict).lookup(PDFName.of('Rect'))?.toString()).toBe('[ 0 0 2 2 ]');
    expect(
      document.context
        .enumerateIndirectObjects()
        .filter(([, object]) => object instanceof PDFDict && object.has(PDFName.of('Subtype'))),
    ).toHaveLength(1);
  });

  test('layers that are off unless they are on stay off', async () => {
    const file = pdfText({
      ...onePage,
      1: '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R]/D<</BaseState/OFF/ON[6 0 R]>>>>>>',
      5: '<</Type/OCG/Name(off)>>',
      6: '<</Type/OCG/Name(on)>>',
    });
    const document = await assemble([file, file]);
    const config = document.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('D'), PDFDict);
    const off = config.lookup(PDFName.of('OFF'), PDFArray);
    expect(off.asArray().map((_, index) => off.lookup(index, PDFDict).get(PDFName.of('Name'))?.toString())).toEqual([
      '(off)',
      '(off)',
    ]);
  });
});

describe('what never ends elsewhere', () => {
  test.each([
    [
      'an outline',
      '/Outlines 6 0 R',
      {
        6: '<</First 7 0 R/Last 8 0 R>>',
        7: '<</Title(a)/Next 8 0 R/Dest[3 0 R/Fit]>>',
        8: '<</Title(b)/Next 7 0 R/First 7 0 R>>',
      },
    ],
    ['a name tree', '/Names<</Dests 6 0 R/EmbeddedFiles 6 0 R>>', { 6: '<</Kids[6 0 R 6 0 R]>>' }],
    [
      'a form',
      '/AcroForm<</Fields[6 0 R]>>',
      { 6: '<</T(a)/Kids[7 0 R 6 0 R]/Parent 7 0 R>>', 7: '<</Subtype/Widget/T(b)/Parent 6 0 R/Kids[6 0 R]>>' },
    ],
    ['an article', '/Threads[6 0 R]', { 6: '<</F 7 0 R>>', 7: '<</N 8 0 R/P 3 0 R>>', 8: '<</N 8 0 R/P 3 0 R>>' }],
    [
      'a structure tree',
      '/StructTreeRoot 6 0 R',
      { 6: '<</K 7 0 R/ParentTree<</Nums[0[7 0 R]]>>>>', 7: '<</S/P/P 7 0 R/K[7 0 R]>>' },
    ],
    ['a layer order', '/OCProperties<</OCGs[7 0 R]/D<</Order 6 0 R>>>>', { 6: '[6 0 R]', 7: '<</Type/OCG/Name(a)>>' }],
  ])('%s that contains itself', async (_, entry, objects) => {
    const file = pdfText({
      ...onePage,
      ...objects,
      1: `<</Type/Catalog/Pages 2 0 R${entry}>>`,
      2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>',
    });
    expect((await assemble([file, file])).pages).toHaveLength(4);
    expect((await assemble([file], [0])).pages).toHaveLength(1);
  });

  test('forms nested ten thousand deep', async () => {
    const depth = 10_000;
    const form = (next: string) =>
      `<</Subtype/Form/Resources<</XObject<</X ${next}>>>>/Length 0>>\nstream\n\nendstream`;
    const forms = Object.fromEntries(
      Array.from({ length: depth }, (_, index) => [
        10 + index,
        form(index === depth - 1 ? 'null' : `${11 + index} 0 R`),
      ]),
    );
    const file = pdfText({ ...onePage, ...forms, 3: '<</Type/Page/Parent 2 0 R/Resources<</XObject<</X 10 0 R>>>>>>' });
    expect((await assemble([file, file])).pages).toHaveLength(2);
  });
});
