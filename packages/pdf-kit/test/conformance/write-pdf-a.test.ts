import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDict, PDFName } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { writePdfA } from '../../src/conformance.ts';
import { openCff } from '../../src/fonts/refit-cff.ts';
import { openTrueType } from '../../src/fonts/refit-truetype.ts';
import { readSfnt } from '../../src/fonts/sfnt.ts';
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

interface Result {
  readonly isConforming: boolean;
  /** Null where nothing was written. */
  readonly document: OpenedPdf | null;
  readonly warnings: readonly string[];
}

async function convert(objects: Readonly<Record<number, string>>, trailer = ''): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-pdfa-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [source, target] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
  writeFileSync(source, pdfText(objects, trailer));
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

function programOf(font: PDFDict, key: string): Uint8Array {
  const program = streamEntry(dictEntry(font, 'FontDescriptor') ?? font, key);
  return (program === null ? null : decodeData(program, { maxBytes: 1e6 }))?.bytes ?? new Uint8Array();
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
    'CONFORMANCE_NOT_REACHED in.pdf does not conform to PDF/A-2b, and does not claim it: page 1, font Brush (object 5): not embedded',
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
