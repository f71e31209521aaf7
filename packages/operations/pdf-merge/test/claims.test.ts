import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeData } from '@platen/pdf-kit/objects';
import type { PDFStream } from 'pdf-lib';
import { PDFArray, PDFDict, PDFName, PDFRef, type PDFString } from 'pdf-lib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { type Merged, merge } from './merged.ts';

interface Claiming {
  /** Properties of the metadata, as attributes. */
  readonly xmp?: string;
  /** The bytes of the output profile. */
  readonly profile?: string;
  /** The bytes of a CMYK profile that colours of the page go by. */
  readonly colors?: string;
  /** Structure types under the root of the tree. */
  readonly tags?: readonly string[];
  readonly roles?: string;
  readonly classes?: string;
  readonly catalog?: string;
  readonly page?: string;
  /** Entries of the document information. */
  readonly info?: string;
  readonly utf16?: boolean;
}

/** One page of a file that claims to conform to something. */
function file({
  xmp = '',
  profile,
  colors = '',
  tags = [],
  roles = '',
  classes = '',
  catalog = '',
  page = '',
  info,
  utf16,
}: Claiming): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-claims-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'claiming.pdf');
  const rdf = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r"><rdf:Description ${xmp}/></rdf:RDF></x:xmpmeta>`;
  const metadata = utf16 === true ? Buffer.from(`\uFEFF${rdf}`, 'utf16le').toString('latin1') : rdf;
  const intent = profile === undefined ? '' : '/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile 6 0 R>>]';
  const tree = tags.length === 0 ? '' : '/StructTreeRoot 7 0 R/MarkInfo<</Marked true>>';
  const elements = Object.fromEntries(
    tags.map((type, index) => [10 + index, `<</Type/StructElem/S/${type}/P 7 0 R/C/note/K[]>>`]),
  );
  writeFileSync(
    path,
    pdfText(
      {
        1: `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R${intent}${tree}${catalog}>>`,
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
        5: `<</Type/Metadata/Subtype/XML/Length ${metadata.length}>>\nstream\n${metadata}\nendstream`,
        6: `<</N 3/Length ${profile?.length ?? 0}>>\nstream\n${profile ?? ''}\nendstream`,
        8: `<</N 4/Length ${colors.length}>>\nstream\n${colors}\nendstream`,
        7: `<</Type/StructTreeRoot/K[${Object.keys(elements)
          .map((number) => `${number} 0 R`)
          .join(' ')}]/RoleMap<<${roles}>>/ClassMap<<${classes}>>>>`,
        ...elements,
        ...(info === undefined ? {} : { 9: `<<${info}>>` }),
      },
      info === undefined ? '' : '/Info 9 0 R',
    ),
  );
  return path;
}

function xmpOf({ document }: Merged): string {
  const stream = document.catalog.lookup(PDFName.of('Metadata')) as PDFStream;
  return Buffer.from(decodeData(stream, { maxBytes: 100_000 })?.bytes ?? []).toString('utf8');
}

const a2b = 'pdfaid:part="2" pdfaid:conformance="B"';
const ua1 = 'pdfuaid:part="1"';

describe('PDF/A', () => {
  test('a claim of all files stays', async () => {
    const merged = await merge([
      file({ xmp: a2b, profile: 'one' }),
      file({ xmp: a2b, profile: 'one' }),
      file({ xmp: a2b }),
    ]);
    expect(xmpOf(merged)).toContain('pdfaid:part="2"');
    expect(merged.warnings).not.toContain('CLAIM_DROPPED');
  });

  test('every sRGB is the same', async () => {
    const profiles = ['one sRGB IEC', 'another s\0R\0G\0B'].map((name) => `${' '.repeat(16)}RGB ${name}`);
    const merged = await merge(profiles.map((profile) => file({ xmp: a2b, profile })));
    expect(merged.warnings).not.toContain('CLAIM_DROPPED');
  });

  test('the only output intent is that of the whole, whichever file has it', async () => {
    const merged = await merge([file({ xmp: a2b }), file({ xmp: a2b, profile: 'one' })]);
    expect(xmpOf(merged)).toContain('pdfaid:part');
    expect(merged.document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).size()).toBe(1);
  });

  test.each([
    ['a file does not make it', [{ xmp: a2b }, { xmp: '' }]],
    ['parts differ', [{ xmp: a2b }, { xmp: 'pdfaid:part="3" pdfaid:conformance="B"' }]],
    [
      'output profiles differ',
      [
        { xmp: a2b, profile: 'one' },
        { xmp: a2b, profile: 'two' },
      ],
    ],
    ['it is written in UTF-16', [{ xmp: a2b, utf16: true }, { xmp: '' }]],
  ])('a claim is dropped with a warning where %s', async (_why, files: readonly Claiming[]) => {
    const merged = await merge(files.map(file));
    expect(xmpOf(merged)).toContain('<rdf:Description');
    expect(xmpOf(merged)).not.toContain('pdfaid:');
    expect(merged.warnings).toContain('CLAIM_DROPPED');
  });

  test('of levels that include each other the weakest is claimed', async () => {
    const merged = await merge([file({ xmp: 'pdfaid:part="2" pdfaid:conformance="A"' }), file({ xmp: a2b })]);
    expect(xmpOf(merged)).toContain('pdfaid:conformance="B"');
    expect(merged.warnings).not.toContain('CLAIM_DROPPED');
  });

  test('colours described by the output profile of another file are not for PDF/A-4', async () => {
    const claims = async (part: number) => {
      const xmp = `pdfaid:part="${part}"${part === 4 ? '' : ' pdfaid:conformance="B"'}`;
      return (await merge([file({ xmp, profile: 'press' }), file({ xmp, colors: 'press' })])).warnings;
    };
    expect(await claims(4)).toContain('CLAIM_DROPPED');
    expect(await claims(3)).not.toContain('CLAIM_DROPPED');
  });

  test('a name of an ink means one colour from PDF/A-2 on', async () => {
    const page = '/Resources<</ColorSpace<</CS[/Separation/Red/DeviceRGB 8 0 R]>>>>';
    const claims = async (part: number, colors: readonly string[]) => {
      const xmp = `pdfaid:part="${part}" pdfaid:conformance="B"`;
      return (await merge(colors.map((each) => file({ xmp, page, colors: each })))).warnings;
    };
    expect(await claims(2, ['red', 'crimson'])).toContain('CLAIM_DROPPED');
    expect(await claims(2, ['red', 'red'])).not.toContain('CLAIM_DROPPED');
    expect(await claims(1, ['red', 'crimson'])).not.toContain('CLAIM_DROPPED');
  });

  test('an empty language stays empty, without a byte order mark', async () => {
    const files = ['', 'en'].map((language) =>
      file({ xmp: 'pdfaid:part="2" pdfaid:conformance="A"', tags: ['Document'], catalog: `/Lang(${language})` }),
    );
    const { document } = await merge(files);
    expect(document.catalog.get(PDFName.of('Lang'))?.toString()).toBe('<>');
    const later = await merge([...files].reverse());
    const parts = kids(kids(later.structure.tags?.root)[0]);
    expect(parts.map((part) => part.get(PDFName.of('Lang'))?.toString())).toEqual([undefined, '<>']);
  });

  test('PDF/A-4 has no document information without the private data that it is for', async () => {
    const info = async (part: number) => {
      const claiming = { xmp: `pdfaid:part="${part}"`, catalog: '/PieceInfo<<>>', info: '/ModDate(D:2020)' };
      const files = [1, 2].map(() => file(claiming));
      return (await merge(files)).document.context.trailerInfo.Info;
    };
    expect(await info(4)).toBeUndefined();
    expect(await info(3)).toBeDefined();
  });

  test('pages of PDF/A-4 have the output intents of their file', async () => {
    const files = ['one', 'two'].map((profile) => file({ xmp: 'pdfaid:part="4"', profile }));
    const { document, warnings } = await merge(files);
    expect(warnings).not.toContain('CLAIM_DROPPED');
    expect(document.pages.map(({ dict }) => dict.has(PDFName.of('OutputIntents')))).toEqual([false, true]);
  });
});

describe('output intents', () => {
  const where = ({ document }: Merged) => {
    return [document.catalog, ...document.pages.map(({ dict }) => dict)].map((dict) =>
      dict.has(PDFName.of('OutputIntents')),
    );
  };

  test.each([
    ['that of all files', [{ profile: 'one' }, { profile: 'one' }], [true, false, false]],
    ['the only one', [{}, { profile: 'one' }], [true, false, false]],
  ])('%s is that of the document', async (_which, files: readonly Claiming[], places) => {
    expect(where(await merge(files.map(file)))).toEqual(places);
  });

  test('another one than that of the document is on the pages of its file', async () => {
    expect(where(await merge([file({ profile: 'one' }), file({ profile: 'two' })]))).toEqual([true, false, true]);
  });
});

describe('PDF/X', () => {
  const x4 = 'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" pdfxid:GTS_PDFXVersion="PDF/X-4"';
  const x1 = '/GTS_PDFXVersion(PDF/X-1:2001)/GTS_PDFXConformance(PDF/X-1a:2001)';
  const infoOf = ({ document: { context } }: Merged) => String(context.lookup(context.trailerInfo.Info));

  test('a claim of all files for the same output stays', async () => {
    const merged = await merge([file({ xmp: x4, profile: 'one' }), file({ xmp: x4, profile: 'one' })]);
    expect(xmpOf(merged)).toContain('PDF/X-4');
    expect(merged.warnings).not.toContain('CLAIM_DROPPED');
    expect(infoOf(await merge([file({ info: x1 }), file({ info: x1 })]))).toContain('PDF/X-1a');
  });

  test.each([
    ['a file does not make it', [{ xmp: x4, info: x1 }, {}]],
    ['versions differ', [{ xmp: x4, info: x1 }, { xmp: x4 }]],
    [
      'output profiles differ',
      [
        { xmp: x4, profile: 'one', info: '' },
        { xmp: x4, profile: 'two' },
      ],
    ],
  ])('a claim is dropped with a warning where %s', async (_why, files: readonly Claiming[]) => {
    const merged = await merge(files.map(file));
    expect(xmpOf(merged) + infoOf(merged)).not.toContain('PDF/X');
    expect(merged.warnings).toContain('CLAIM_DROPPED');
  });

  test('a version of PDF 1.3 has no object streams', async () => {
    const trailer = async (info: string) => {
      const { path } = await merge([file({ info }), file({ info })]);
      return readFileSync(path, 'latin1').includes('/ObjStm');
    };
    expect([await trailer(x1), await trailer('')]).toEqual([false, true]);
  });
});

describe('PDF/UA', () => {
  test.each([
    ['a file is untagged', [{ xmp: ua1, tags: ['P'] }, { xmp: ua1 }]],
    ['a file does not make it', [{ xmp: ua1, tags: ['P'] }, { tags: ['P'] }]],
    [
      'headings are of both kinds',
      [
        { xmp: ua1, tags: ['H'] },
        { xmp: ua1, tags: ['Title'], roles: '/Title/H1' },
      ],
    ],
  ])('a claim is dropped with a warning where %s', async (_why, files: readonly Claiming[]) => {
    const merged = await merge(files.map(file));
    expect(xmpOf(merged)).not.toContain('pdfuaid:');
    expect(merged.warnings).toContain('CLAIM_DROPPED');
  });

  test('a claim of all files stays, and the whole has a language', async () => {
    const merged = await merge([
      file({ xmp: ua1, tags: ['P'] }),
      file({ xmp: ua1, tags: ['P'], catalog: '/Lang(de)' }),
    ]);
    expect(xmpOf(merged)).toContain('pdfuaid:part="1"');
    expect(language(merged.document.catalog)).toBe('de');
  });
});

describe('one structure tree', () => {
  test('is one document of the files’ documents, and of parts made of files without one', async () => {
    const { structure } = await merge([file({ tags: ['Document'] }), file({ tags: ['P', 'P'] })]);
    const [root] = kids(structure.tags?.root);
    expect(kids(structure.tags?.root)).toHaveLength(1);
    expect(types(kids(root))).toEqual(['Document', 'Part']);
    expect(types(kids(kids(root)[1]))).toEqual(['P', 'P']);
    expect(kids(root)[1]?.lookup(PDFName.of('P'))).toBe(root);
  });

  test('a later file keeps its language', async () => {
    const { document, structure } = await merge([
      file({ tags: ['Document'], catalog: '/Lang(en-GB)' }),
      file({ tags: ['Document'], catalog: '/Lang(fr)' }),
    ]);
    expect(language(document.catalog)).toBe('en-GB');
    expect(kids(kids(structure.tags?.root)[0]).map(language)).toEqual([undefined, 'fr']);
  });

  test('a class of attributes that means something else gets another name', async () => {
    const { structure } = await merge([
      file({ tags: ['P'], classes: '/note<</O/Layout/SpaceAfter 1>>' }),
      file({ tags: ['P'], classes: '/note<</O/Layout/SpaceAfter 2>>' }),
      file({ tags: ['P'], classes: '/note<</SpaceAfter 1/O/Layout>>' }),
    ]);
    expect(structure.tags?.root.lookup(PDFName.of('ClassMap'), PDFDict).keys().map(String)).toEqual([
      '/note',
      '/note_2',
    ]);
    const elements = kids(kids(structure.tags?.root)[0]).flatMap(kids);
    expect(elements.map((element) => element.get(PDFName.of('C'))?.toString())).toEqual(['/note', '/note_2', '/note']);
  });

  test('headings in the outline lead to structure elements in PDF 2.0', async () => {
    const two = file({ tags: ['Document'], catalog: '/Version/2.0' });
    const { structure } = await merge([two, two]);
    const action = structure.outline[1]?.dict.lookup(PDFName.of('A'), PDFDict);
    const target = action?.lookup(PDFName.of('SD'), PDFArray).lookup(0, PDFDict);
    expect(target).toBe(kids(kids(structure.tags?.root)[0])[1]);
    expect(structure.outline[1]?.pageIndex).toBe(1);
  });
});

test('relative addresses lead where they led, though files begin them differently', async () => {
  const link = '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(b.html)>>>>]';
  const { document } = await merge([
    file({ page: link, catalog: '/URI<</Base(https://one.example/a/)>>' }),
    file({ page: link }),
    file({ page: link, catalog: '/URI<</Base(https://two.example/)>>' }),
  ]);
  expect(document.catalog.has(PDFName.of('URI'))).toBe(false);
  const addresses = document.pages.map(({ dict }) =>
    dict.lookup(PDFName.Annots, PDFArray).lookup(0, PDFDict).lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI')),
  );
  expect(addresses.map((address) => (address as PDFString).decodeText())).toEqual([
    'https://one.example/a/b.html',
    'b.html',
    'https://two.example/b.html',
  ]);
});

test('a portfolio becomes attachments, with a warning', async () => {
  const portfolio = file({ catalog: '/Collection<</View/T>>' });
  expect((await merge([file({}), portfolio])).warnings).toContain('PORTFOLIO_REMOVED');
});

function kids(element: PDFDict | undefined): readonly PDFDict[] {
  const value = element?.lookup(PDFName.of('K'));
  if (!(value instanceof PDFArray)) return [];
  return value.asArray().flatMap((item, index) => (item instanceof PDFRef ? [value.lookup(index, PDFDict)] : []));
}

function types(elements: readonly PDFDict[]): readonly string[] {
  return elements.map((element) => element.get(PDFName.of('S'))?.toString().slice(1) ?? '');
}

function language(dict: PDFDict): string | undefined {
  return (dict.lookup(PDFName.of('Lang')) as PDFString | undefined)?.decodeText();
}
