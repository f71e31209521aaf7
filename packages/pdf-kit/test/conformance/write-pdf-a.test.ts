import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PDFContext, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { writePdfA } from '../../src/conformance.ts';
import { openCff } from '../../src/fonts/refit-cff.ts';
import { openTrueType } from '../../src/fonts/refit-truetype.ts';
import { readSfnt, writeSfnt } from '../../src/fonts/sfnt.ts';
import { readCharacterMaps } from '../../src/fonts/truetype-cmap.ts';
import { decodeData } from '../../src/objects/decode-stream.ts';
import { inspectPdf } from '../../src/objects/inspect-pdf.ts';
import { type OpenedPdf, openPdf } from '../../src/objects/open-pdf.ts';
import {
  arrayEntry,
  dictEntry,
  dictOrStreamEntry,
  nameEntry,
  numberEntry,
  streamEntry,
} from '../../src/objects/typed-entries.ts';
import { onePage, pdfText } from '../objects/pdf-text.ts';
import { addTypeOne } from '../type-one-font.ts';

interface Result {
  readonly isConforming: boolean;
  /** Null where nothing was written. */
  readonly document: OpenedPdf | null;
  readonly warnings: readonly string[];
}

function convert(objects: Readonly<Record<number, string>>, trailer = ''): Promise<Result> {
  return convertFile(pdfText(objects, trailer));
}

async function convertFile(bytes: string | Uint8Array): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-pdfa-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [source, target] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
  writeFileSync(source, bytes);
  const warnings: string[] = [];
  const warn = (code: string, message: string) => warnings.push(`${code} ${message}`);
  const isConforming = await writePdfA(source, target, { fileName: 'in.pdf', limits: {}, warn });
  return { isConforming, document: existsSync(target) ? await openPdf(readFileSync(target)) : null, warnings };
}

function stream(text: string, entries = ''): string {
  return `<<${entries}/Length ${text.length}>>\nstream\n${text}\nendstream`;
}

/** One page whose content is shown in the font F; further entries of page and catalog. */
function page(content: string, font: string, { catalog = '', entries = '' } = {}): Record<number, string> {
  return {
    ...onePage,
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F 5 0 R>>>>>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R${entries}>>`,
    4: stream(content),
    5: font,
  };
}

const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

function fontOf(document: OpenedPdf | null): PDFDict {
  const resources = document?.pages[0] === undefined ? null : dictEntry(document.pages[0].dict, 'Resources');
  const font = resources === null ? null : dictEntry(dictEntry(resources, 'Font') ?? resources, 'F');
  if (font === null) throw new Error('the page has no font of its own');
  return font;
}

/** The dictionary, or that of the stream, at the end of a path. */
function at(dict: PDFDict | undefined, ...path: readonly string[]): PDFDict {
  return path.reduce<PDFDict>((inner, key) => {
    const next = dictOrStreamEntry(inner, key);
    if (next === null) throw new Error(`nothing at ${key}`);
    return next;
  }, dict ?? PDFDict.withContext(PDFContext.create()));
}

function programOf(font: PDFDict, key: string): Uint8Array {
  const program = streamEntry(dictEntry(font, 'FontDescriptor') ?? font, key);
  return (program === null ? null : decodeData(program, { maxBytes: 1e6 }))?.bytes ?? new Uint8Array();
}

/** The glyphs of codes in a symbolic TrueType font. */
function glyphsOf(font: PDFDict, codes: readonly number[]): readonly (number | undefined)[] {
  const [map] = readCharacterMaps(readSfnt(programOf(font, 'FontFile2'))?.get('cmap') ?? new Uint8Array()) ?? [];
  return codes.map((code) => map?.glyphOf(0xf000 + code));
}

test('a standard font is embedded with its widths, and the file claims PDF/A-2b with an output intent', async () => {
  const { isConforming, document, warnings } = await convert(page('BT /F 12 Tf (Hi) Tj ET', helvetica));
  expect([isConforming, warnings]).toEqual([true, []]);
  if (document === null) throw new Error('nothing was written');
  expect(inspectPdf(document).pdfA).toBe('2b');
  const font = fontOf(document);
  expect(arrayEntry(font, 'Widths').map(String)).toEqual(['722.168', ...Array(32).fill('0'), '222.168']);
  const program = openTrueType(readSfnt(programOf(font, 'FontFile2')) ?? new Map());
  expect(program?.glyphCount).toBeGreaterThan(600);
  const [intent] = arrayEntry(document.catalog, 'OutputIntents').map((item) => document.context.lookup(item));
  expect(intent instanceof PDFDict && nameEntry(intent, 'S')).toBe('GTS_PDFA1');
});

test.each(['Helvetica', 'Times-Roman'])('a line end in text shows nothing in the twin of %s either', async (name) => {
  const { document } = await convert(page('BT /F 12 Tf (H\\n i) Tj ET', helvetica.replace('Helvetica', name)));
  const font = fontOf(document);
  const widths = arrayEntry(font, 'Widths').map((width) => Math.round(Number(width)));
  expect(widths.slice(0, 1)).toEqual(widths.slice(32 - 10, 33 - 10));
  if (name === 'Helvetica') expect(glyphsOf(font, [10, 32])).toEqual([3, 3]);
  else expect(String(dictEntry(font, 'Encoding'))).toMatch(/Differences \[ 10 \/space 32 \/space/);
});

test('a font with a bare CFF twin is embedded, too, and codes keep their text', async () => {
  const { document } = await convert(page('BT /F 12 Tf (A) Tj ET', helvetica.replace('Helvetica', 'Times-Roman')));
  const font = fontOf(document);
  expect(openCff(programOf(font, 'FontFile3'))?.width(34)).toBe(722);
  const map = streamEntry(font, 'ToUnicode');
  expect(Buffer.from((map === null ? null : decodeData(map, { maxBytes: 1e5 }))?.bytes ?? []).toString()).toContain(
    '<41> <0041>',
  );
});

test('a font that nothing is known of is named with its page and object, and nothing is written', async () => {
  const { isConforming, document, warnings } = await convert(
    page('BT /F 12 Tf (Hi) Tj ET', helvetica.replace('Helvetica', 'Brush')),
  );
  expect([isConforming, document]).toEqual([false, null]);
  expect(warnings).toEqual([
    'CONFORMANCE_NOT_REACHED in.pdf cannot conform to PDF/A-2b, so it does not claim to: page 1, font Brush (object 5): not embedded',
  ]);
});

test('a font of invisible text need not be embedded', async () => {
  const { isConforming } = await convert(
    page(
      'BT 3 Tr /F 12 Tf (Hi) Tj ET',
      `${helvetica.slice(0, -2)}/FirstChar 72/LastChar 105/Widths[${'500 '.repeat(34)}]/FontDescriptor<</Type/FontDescriptor/FontName/Brush/Flags 32>>>>`.replace(
        'Helvetica',
        'Brush',
      ),
    ),
  );
  expect(isConforming).toBe(true);
});

test('inks are defined by a profile where the output intent is of colours of light, in forms as well', async () => {
  const { document } = await convert({
    ...page('0 0 0 1 k 0 0 9 9 re f /X Do', helvetica, { entries: '/Resources<</XObject<</X 6 0 R>>>>' }),
    6: stream('1 0 0 0 k 0 0 5 5 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
  });
  const resources = document?.pages[0] === undefined ? null : dictEntry(document.pages[0].dict, 'Resources');
  const form = resources === null ? null : streamEntry(dictEntry(resources, 'XObject') ?? resources, 'X');
  for (const owner of [resources, form === null ? null : dictOrStreamEntry(form.dict, 'Resources')]) {
    const spaces = owner === null ? null : dictEntry(owner, 'ColorSpace');
    expect(spaces?.keys()).toEqual([PDFName.of('DefaultCMYK')]);
  }
});

test('scripts, actions and attachments go with a warning, and links stay', async () => {
  const { document, warnings } = await convert({
    ...page('', helvetica, {
      catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>/Names<</EmbeddedFiles<</Names[(a) 7 0 R]>>>>',
      entries: '/Annots[6 0 R]/AA<</O<</S/Named/N/Print>>>>',
    }),
    6: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org)>>>>',
    7: '<</Type/Filespec/F(data.bin)/EF<</F 8 0 R>>>>',
    8: stream('x', '/Type/EmbeddedFile'),
  });
  const text =
    document?.context
      .enumerateIndirectObjects()
      .map(([, object]) => object.toString())
      .join('\n') ?? '';
  expect(['/JS', '/EF', '/AA', 'OpenAction', '/URI'].map((key) => text.includes(key))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(['ACTIVE_CONTENT_REMOVED']);
  expect(warnings[0]).toContain('embedded file data.bin');
});

test('a hidden annotation stays, prints, and draws nothing', async () => {
  const { document } = await convert({
    ...page('', helvetica, { entries: '/Annots[6 0 R]' }),
    6: '<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/F 2/AP<</N 7 0 R/D 7 0 R>>>>',
    7: stream('0 0 9 9 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>'),
  });
  const [item] = document?.pages[0] === undefined ? [] : arrayEntry(document.pages[0].dict, 'Annots');
  const annotation = document?.context.lookup(item);
  if (!(annotation instanceof PDFDict)) throw new Error('the annotation is gone');
  const looks = dictEntry(annotation, 'AP');
  expect([numberEntry(annotation, 'F'), looks?.keys().map(String)]).toEqual([4, ['/N']]);
  const drawn = looks === null ? null : streamEntry(looks, 'N');
  expect(drawn === null ? null : decodeData(drawn, { maxBytes: 1e5 })?.bytes.length).toBe(0);
});

test('a popup has no flags', async () => {
  const entries = '/Annots[<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/F 28>>]';
  const { document } = await convert(page('', helvetica, { entries }));
  const annotations = document?.pages[0]?.dict.lookup(PDFName.of('Annots'));
  expect(String(annotations)).not.toContain('/F ');
});

test('the title of a document is in its metadata', async () => {
  const { document } = await convert(
    { ...page('', helvetica), 9: '<</Title(A & B)/CreationDate(D:20240131120000+01)>>' },
    '/Info 9 0 R',
  );
  const metadata = document === null ? null : streamEntry(document.catalog, 'Metadata');
  const xmp = Buffer.from(metadata?.getContents() ?? []).toString('utf8');
  expect(xmp).toContain('>A &#38; B</rdf:li>');
  expect(xmp).toContain('<xmp:CreateDate>2024-01-31T12:00:00+01:00<');
});

test('an electronic invoice cannot be PDF/A-2b: its data would be lost', async () => {
  const xmp =
    '<rdf:Description xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" fx:DocumentFileName="factur-x.xml"/>';
  const { warnings } = await convert({
    ...page('', helvetica, { catalog: '/Metadata 9 0 R' }),
    9: stream(xmp, '/Type/Metadata'),
  });
  expect(warnings[0]).toContain('the data of an invoice, factur-x.xml');
});

test('names of fonts, structure types and colorants become UTF-8, each by the same rule', async () => {
  const roles = '/StructTreeRoot 6 0 R';
  const { isConforming, document } = await convert({
    ...page('BT /F 12 Tf (Hi) Tj ET /C cs 1 scn 0 0 5 5 re f', helvetica, {
      catalog: roles,
      entries: '/Resources<</Font<</F 5 0 R>>/ColorSpace<</C[/Separation/Gr#FCn/DeviceGray 8 0 R]>>>>',
    }),
    5: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 9 0 R>>/Encoding<</Differences[72/a 105/a]>>/FirstChar 72/LastChar 72/Widths[500]/BaseFont/#CB#CE#CC#E5>>',
    6: '<</Type/StructTreeRoot/RoleMap<</#C4bs/P/#E5#AE#8B/P>>/K 7 0 R>>',
    7: '<</Type/StructElem/S/#C4bs/P 6 0 R>>',
    8: '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>',
    9: stream('500 0 d0'),
  });
  expect(isConforming).toBe(true);
  if (document === null) throw new Error('nothing was written');
  const tree = at(document.catalog, 'StructTreeRoot');
  expect(at(tree, 'RoleMap').keys().map(String)).toEqual(['/xc4bs', '/#E5#AE#8B']);
  expect(nameEntry(at(tree, 'K'), 'S')).toBe('xc4bs');
  const spaces = at(document.pages[0]?.dict, 'Resources', 'ColorSpace');
  expect(arrayEntry(spaces, 'C').slice(0, 2).map(String)).toEqual(['/Separation', '/Grxfcn']);
  expect(nameEntry(fontOf(document), 'BaseFont')).toBe('xcbxcexccxe5');
});

test('a Type 1 font without an encoding in the document gets one, beside that of its program', async () => {
  const source = await PDFDocument.create();
  const sourcePage = source.addPage();
  addTypeOne(source, sourcePage, 'Signs', { 113: 'theta', 114: 'rho' });
  sourcePage.node.addContentStream(source.context.register(source.context.stream('BT /Signs 12 Tf (qr) Tj ET')));
  const { isConforming, document } = await convertFile(await source.save());
  expect(isConforming).toBe(true);
  const encoding = at(document?.pages[0]?.dict, 'Resources', 'Font', 'Signs', 'Encoding');
  expect(arrayEntry(encoding, 'Differences').map(String)).toEqual(['113', '/theta', '114', '/rho']);
});

test('claims of other standards are dropped with a warning each', async () => {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description' +
    ' rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"' +
    ' pdfaid:part="2" pdfaid:conformance="A" pdfuaid:part="1"/></rdf:RDF></x:xmpmeta>';
  const { isConforming, warnings } = await convert({
    ...page('BT /F 12 Tf (Hi) Tj ET', helvetica, { catalog: '/Metadata 6 0 R' }),
    6: stream(xmp, '/Type/Metadata/Subtype/XML'),
  });
  expect(isConforming).toBe(true);
  expect(warnings).toEqual([
    'CLAIM_DROPPED in.pdf now claims PDF/A-2b. It no longer claims PDF/A-2a, because that was not checked',
    'CLAIM_DROPPED in.pdf now claims PDF/A-2b. It no longer claims PDF/UA-1, because that was not checked',
  ]);
});

const spotFunction = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>';
const drawn = (spaces: string, content: string, objects: Readonly<Record<number, string>> = {}) =>
  convert({
    ...page(content, helvetica, { entries: `/Resources<</Font<</F 5 0 R>>/ColorSpace<<${spaces}>>>>` }),
    ...objects,
  });

test.each([
  [
    'a spot colour of DeviceN without a space of its own',
    '/C[/DeviceN[/Gold]/DeviceGray 6 0 R]',
    '/C cs 1 scn 0 0 5 5 re f',
    'not defined',
  ],
  [
    'two meanings of one spot colour',
    '/C[/Separation/Gold/DeviceGray 6 0 R]/D[/Separation/Gold/DeviceGray 7 0 R]',
    '/C cs 1 scn /D cs 1 scn 0 0 5 5 re f',
    'different spot colours',
  ],
  ['a hexadecimal string with half a byte', '', 'BT /F 12 Tf <486> Tj ET', 'hexadecimal'],
  ['a number without digits', '', 'BT /F 12 Tf - 5 Td (Hi) Tj ET', 'an invalid number'],
  ['a point without digits', '', 'BT /F 12 Tf . .5 Td (Hi) Tj ET', 'an invalid number'],
  ['a number with an exponent', '', 'BT /F 12 Tf 1e1 5 Td (Hi) Tj ET', 'an invalid number'],
  ['a number with two points', '', 'BT /F 12 Tf 1.0.5 5 Td (Hi) Tj ET', 'an invalid number'],
])('%s keeps a document from conforming', async (_, spaces, content, reason) => {
  const { isConforming, warnings } = await drawn(spaces, content, {
    6: spotFunction,
    7: '<</FunctionType 2/Domain[0 1]/C0[1]/C1[.5]/N 1>>',
  });
  expect(isConforming).toBe(false);
  expect(warnings[0]).toContain(reason);
});

test('comments and abbreviated filters are not kept, an unknown filter is named', async () => {
  const { document } = await convert({
    ...page('', helvetica),
    4: stream('% f re\nBT /F 12 Tf % font\n(5 % off) Tj ET'),
    6: stream('48656c6c6f>', '/Filter/AHx'),
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/PieceInfo<</X 6 0 R>>>>',
  });
  const contents = streamEntry(at(document?.pages[0]?.dict), 'Contents');
  const text = Buffer.from(
    (contents === null ? null : decodeData(contents, { maxBytes: 1e6 }))?.bytes ?? [],
  ).toString();
  expect(text).not.toContain('font');
  expect(text).toContain('(5 % off)');
  expect(nameEntry(at(document?.pages[0]?.dict, 'PieceInfo', 'X'), 'Filter')).toBe('FlateDecode');
  const damaged = await convert({ ...page('', helvetica), 4: stream('x', '/Filter/Nothing') });
  expect(damaged.isConforming).toBe(false);
});

test('codes of a Type 3 font without a glyph get one that draws nothing', async () => {
  const font =
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 6 0 R/.notdef 6 0 R>>' +
    '/Encoding<</Differences[0/.notdef 97/a]>>/FirstChar 97/LastChar 97/Widths[500]>>';
  const { document } = await convert({
    ...page('BT /F 12 Tf (a b\\000) Tj ET', font),
    6: stream('500 0 d0 0 0 5 5 re f'),
  });
  const type3 = fontOf(document);
  const names = arrayEntry(at(type3, 'Encoding'), 'Differences').map(String);
  expect(names).toEqual(['0', '/blank.0', '32', '/blank.32', '97', '/a', '98', '/blank.98']);
  const glyphs = at(type3, 'CharProcs');
  expect(['blank.0', 'blank.32', 'blank.98'].map((name) => glyphs.has(PDFName.of(name)))).toEqual([true, true, true]);
  expect([numberEntry(type3, 'FirstChar'), numberEntry(type3, 'LastChar')]).toEqual([0, 98]);
});

test('an appearance that takes its font from the resources of the form has it embedded', async () => {
  const { isConforming, document } = await convert({
    ...page('BT /F 12 Tf (Hi) Tj ET', helvetica, {
      catalog: '/AcroForm<</Fields[6 0 R]/DR 8 0 R>>',
      entries: '/Annots[6 0 R]',
    }),
    6: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/Rect[10 10 50 20]/AP<</N 7 0 R>>>>',
    7: stream('BT /H 8 Tf (Hi) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 40 10]/Resources 8 0 R'),
    8: '<</Font 9 0 R>>',
    9: '<</H 10 0 R>>',
    10: helvetica,
  });
  expect(isConforming).toBe(true);
  const [widget] = arrayEntry(at(document?.pages[0]?.dict), 'Annots');
  const annotation = document?.context.lookup(widget);
  const font = at(annotation instanceof PDFDict ? annotation : undefined, 'AP', 'N', 'Resources', 'Font', 'H');
  expect(programOf(font, 'FontFile2').length).toBeGreaterThan(1000);
});

test('annotations without an appearance get each their own, whatever comes before them', async () => {
  const highlight = (color: string, y: number) =>
    `<</Type/Annot/Subtype/Highlight/F 4/C[${color}]/Rect[10 ${y} 50 ${y + 10}]/QuadPoints[10 ${y + 10} 50 ${y + 10} 10 ${y} 50 ${y}]>>`;
  const { document, warnings } = await convert({
    ...page('BT /F 12 Tf (Hi) Tj ET', helvetica, { entries: '/Annots[20 0 R 9 0 R 6 0 R]' }),
    6: highlight('1 0 0', 10),
    9: highlight('0 1 0', 40),
    20: '<</Type/Annot/Subtype/Movie/Rect[0 0 9 9]>>',
  });
  expect(warnings).toEqual([expect.stringContaining('Movie annotations')]);
  const items = arrayEntry(at(document?.pages[0]?.dict), 'Annots').map((item) => document?.context.lookup(item));
  const looks = items.map((item) => (item instanceof PDFDict ? streamEntry(at(item, 'AP'), 'N') : null));
  const fills = looks.map((look) =>
    Buffer.from((look === null ? null : decodeData(look, { maxBytes: 1e5 }))?.bytes ?? []).toString('latin1'),
  );
  expect(fills).toEqual([expect.stringContaining('0 1 0 rg'), expect.stringContaining('1 0 0 rg')]);
});

const liberation = readFileSync(
  join(
    dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
    'standard_fonts/LiberationSans-Regular.ttf',
  ),
);

/** One page that shows `Hi` in a TrueType font with this program. */
async function pageInTrueType(program: Uint8Array): Promise<Uint8Array> {
  const source = await PDFDocument.create();
  const { context } = source;
  const sourcePage = source.addPage();
  const FontDescriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: 'Own',
      Flags: 32,
      FontBBox: [0, 0, 1000, 1000],
      ItalicAngle: 0,
      Ascent: 900,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
      FontFile2: context.register(context.flateStream(program, { Length1: program.length })),
    }),
  );
  const font = { Type: 'Font', Subtype: 'TrueType', BaseFont: 'Own', Encoding: 'WinAnsiEncoding', FontDescriptor };
  sourcePage.node.setFontDictionary(PDFName.of('F'), context.register(context.obj(font)));
  sourcePage.node.addContentStream(context.register(context.stream('BT /F 12 Tf (Hi) Tj ET')));
  return source.save();
}

/** The font as the only one of a collection. */
function asCollection(font: Buffer): Buffer {
  const header = Buffer.from('ttcf\0\u0001\0\0\0\0\0\u0001\0\0\0\u0010', 'latin1');
  const whole = Buffer.concat([header, font]);
  for (let entry = 28; entry < 28 + 16 * font.readUInt16BE(4); entry += 16) {
    whole.writeUInt32BE(whole.readUInt32BE(entry + 8) + header.length, entry + 8);
  }
  return whole;
}

function withTable(tag: string, table: Uint8Array): Uint8Array {
  return writeSfnt(new Map([...(readSfnt(liberation) ?? []), [tag, table]]));
}

/** A Unicode map of format 6, with the glyphs of `H` to `i`. */
function trimmedMap(): Uint8Array {
  const unicode = readCharacterMaps(readSfnt(liberation)?.get('cmap') ?? new Uint8Array())?.find(
    (map) => map.platform === 3,
  );
  const codes = Array.from({ length: 34 }, (_, index) => 72 + index);
  const words = [
    0,
    1,
    3,
    1,
    0,
    12,
    6,
    10 + 2 * codes.length,
    0,
    72,
    codes.length,
    ...codes.map((code) => unicode?.glyphOf(code) ?? 0),
  ];
  const table = Buffer.alloc(2 * words.length);
  for (const [index, word] of words.entries()) table.writeUInt16BE(word, 2 * index);
  return table;
}

test.each([
  ['one of a collection', asCollection(liberation)],
  ['with names of glyphs that are cut off', withTable('post', Uint8Array.from([0, 2, ...new Uint8Array(30)]))],
  ['with a map of another format than 4', withTable('cmap', trimmedMap())],
])('a program that readers of PDF/A do not take is written anew: %s', async (_, program) => {
  const { isConforming, document } = await convertFile(await pageInTrueType(program));
  expect(isConforming).toBe(true);
  const written = programOf(at(document?.pages[0]?.dict, 'Resources', 'Font', 'F'), 'FontFile2');
  expect(Buffer.from(written.subarray(0, 4)).toString('hex')).toBe('00010000');
  const tables = readSfnt(written);
  const post = Buffer.from(tables?.get('post') ?? []);
  expect(post.length > 32 || post.readUInt32BE(0) === 0x00030000).toBe(true);
  expect(readCharacterMaps(tables?.get('cmap') ?? new Uint8Array())?.some(({ format }) => format === 4)).toBe(true);
  expect(openTrueType(tables ?? new Map())?.glyphCount).toBeGreaterThan(600);
});

test('codes of a program without a character map show the glyphs of their names', async () => {
  const tables = new Map(readSfnt(liberation) ?? []);
  tables.delete('cmap');
  const { document } = await convertFile(await pageInTrueType(writeSfnt(tables)));
  const font = at(document?.pages[0]?.dict, 'Resources', 'Font', 'F');
  const named = readCharacterMaps(readSfnt(liberation)?.get('cmap') ?? new Uint8Array())?.find(
    ({ platform }) => platform === 3,
  );
  expect(glyphsOf(font, [72, 105])).toEqual([72, 105].map((code) => named?.glyphOf(code)));
});
