import { numbered, packedPage, packedPdf, refs } from '../written-packed-pdf.ts';
import { font, many, type Objects, onePage, pdf, scattered, shownText, stream } from '../written-pdf.ts';

type Hostile = { readonly name: string; make(): Buffer };

const form = (content: string, resources = '') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<${resources}>>`);
const type3 = (charProc: string, resources: string) =>
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a ${charProc}>>/Resources<<${resources}>>>>`;
const tile = (content: string, resources: string) =>
  stream(
    content,
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 90 90]/XStep 90/YStep 90/Resources<<${resources}>>`,
  );
const composite = (encoding: string, program = '') =>
  `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding ${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 500/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${program}>>]>>`;
const cmap = (body: string) =>
  stream(
    `begincmap ${body} endcmap`,
    '/Type/CMap/CMapName/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>',
  );
const inFont = (content: string, objects: Objects) =>
  onePage({ page: '/Resources<</Font<</F 10 0 R>>>>', content, objects });
const hex = (value: number, bytes = 2) => value.toString(16).padStart(bytes * 2, '0');

/** A classic file in which so many objects, each behind a comment in the one before, end in the same text. */
function overlapping(count: number, shared: string, objects: Objects): Buffer {
  const head = pdf(objects).toString('latin1').split('\nxref')[0] ?? '';
  const offsets = new Map<number, number>();
  for (const [text, number] of head.matchAll(/(?<=\n)(\d+) 0 obj/g))
    offsets.set(Number(number), head.indexOf(`\n${text}`) + 1);
  let body = `${head}\n`;
  for (let at = 0; at < count; at += 1) {
    offsets.set(100 + at, body.length);
    body += `${100 + at} 0 obj%`;
  }
  body += `\n${shared}\nendobj\n`;
  const rows = many(100 + count, (number) => {
    const offset = offsets.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return Buffer.from(
    `${body}xref\n0 ${100 + count}\n${rows.join('')}trailer\n<</Size ${100 + count}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

const skeleton = (page: string, catalog = '', content = shownText): Objects => ({
  1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${page}>>`,
  4: stream(content),
  5: font,
});

/** Objects that are in each other's bytes, and cross-references that lead to them. */
const places: readonly Hostile[] = [
  {
    name: '1 400 objects that share an array of 40 KB',
    make: () => overlapping(1_400, `[${'0 '.repeat(20_000)}]`, skeleton(`/A[${refs(1_400, 100)}]`)),
  },
  {
    name: '1 500 contents that share a stream of 3 MB',
    make: () =>
      overlapping(1_500, stream('1 0 0 1 0 0 cm '.repeat(200_000)), skeleton(`/Contents[${refs(1_500, 100)}]`)),
  },
  {
    name: '1 500 forms that share a stream of 300 KB',
    make: () =>
      overlapping(
        1_500,
        stream('0 0 1 1 re f '.repeat(25_000), '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
        skeleton(
          `/Resources<</XObject<<${many(1_500, (at) => `/X${at} ${100 + at} 0 R`).join('')}>>>>`,
          '',
          many(1_500, (at) => `/X${at} Do`).join(' '),
        ),
      ),
  },
  {
    name: 'an object stream of 15 000 objects that begin at the same dictionary of 1 MB',
    make: () => {
      const first = `${many(15_000, (at) => `${at + 10} 0`).join(' ')} `;
      const body = `<<${'/A 1 '.repeat(200_000)}>>`;
      const container = stream(`${first}${body}`, `/Type/ObjStm/N 15000/First ${first.length}`);
      const head =
        pdf(skeleton(`/A[${refs(3_000, 10)}]`))
          .toString('latin1')
          .split('\nxref')[0] ?? '';
      const at = head.length + 1;
      const objectStream = `\n15010 0 obj\n${container}\nendobj`;
      const rows = Buffer.alloc(15_012 * 8);
      const entry = (number: number, type: number, offset: number, index: number) => {
        rows.writeUInt8(type, number * 8);
        rows.writeUInt32BE(offset, number * 8 + 1);
        rows.writeUIntBE(index, number * 8 + 5, 3);
      };
      for (const number of [1, 2, 3, 4, 5]) entry(number, 1, head.indexOf(`\n${number} 0 obj`) + 1, 0);
      for (let index = 0; index < 15_000; index += 1) entry(index + 10, 2, 15_010, index);
      entry(15_010, 1, at, 0);
      const start = head.length + objectStream.length + 1;
      entry(15_011, 1, start, 0);
      const table = stream(rows.toString('latin1'), '/Type/XRef/Size 15012/W[1 4 3]/Root 1 0 R');
      return Buffer.from(
        `${head}${objectStream}\n15011 0 obj\n${table}\nendobj\nstartxref\n${start}\n%%EOF\n`,
        'latin1',
      );
    },
  },
  {
    name: 'a cross-reference whose 4 000 entries all lead to one object of another number',
    make: () => {
      const head =
        pdf(skeleton(`/A[${refs(2_000, 100)}]`))
          .toString('latin1')
          .split('\nxref')[0] ?? '';
      const offset = (number: number) => head.indexOf(`\n${number} 0 obj`) + 1;
      const rows = many(4_000, (at) => `${String(offset(at > 0 && at < 6 ? at : 4)).padStart(10, '0')} 00000 n \n`);
      return Buffer.from(
        `${head}\nxref\n0 4000\n${rows.join('')}trailer\n<</Size 4000/Root 1 0 R>>\nstartxref\n${head.length + 1}\n%%EOF\n`,
        'latin1',
      );
    },
  },
  {
    name: '15 000 sections of a cross-reference without entries',
    make: () => {
      const text = pdf(skeleton('')).toString('latin1');
      return Buffer.from(text.replace('trailer', `${'9 0\n'.repeat(22_000)}trailer`), 'latin1');
    },
  },
  {
    name: '5 000 ends of the file and starts of cross-references',
    make: () => Buffer.concat([pdf(skeleton('')), Buffer.from('startxref\n9\n%%EOF\n'.repeat(5_000))]),
  },
  {
    name: 'a broken file of streams in streams without length',
    make: () =>
      Buffer.from(
        `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 9 9]/Contents[${refs(2_000, 10)}]>>endobj ${many(2_000, (at) => `${at + 10} 0 obj<<>>stream\n`).join('')}`,
      ),
  },
];

/** Patterns, glyphs, masks and shadings that paint each other. */
const painting: readonly Hostile[] = [
  {
    name: 'glyphs that paint tiles that show glyphs, 8 levels',
    make: () =>
      packedPage({
        page: '/Resources<</Font<</F 5 0 R/T 10 0 R>>>>',
        content: `BT /T 90 Tf 50 50 Td (aaaa) Tj ET ${shownText}`,
        objects: Object.fromEntries(
          Array.from({ length: 8 }, (_, at): [number, string][] => {
            const base = 10 + at * 3;
            const inner = at < 7 ? `/Font<</T ${base + 3} 0 R>>` : '/Font<</T 5 0 R>>';
            return [
              [base, type3(`${base + 1} 0 R`, `/Pattern<</P ${base + 2} 0 R>>`)],
              [base + 1, stream('9 0 d0 /Pattern cs /P scn 0 0 9 9 re f 0 0 8 8 re f')],
              [base + 2, tile('BT /T 20 Tf (aaaa) Tj 0 30 Td (aaaa) Tj ET', inner)],
            ];
          }).flat(),
        ),
      }),
  },
  {
    name: 'luminosity masks whose groups are painted with tiles under masks, 8 levels',
    make: () =>
      packedPage({
        resources: '/ExtGState<</G 10 0 R>>',
        content: `/G gs 0 0 600 700 re f ${shownText}`,
        objects: Object.fromEntries(
          Array.from({ length: 8 }, (_, at): [number, string][] => {
            const base = 10 + at * 3;
            const state = at < 7 ? `/ExtGState<</G ${base + 3} 0 R>>` : '';
            return [
              [base, `<</SMask<</S/Luminosity/G ${base + 1} 0 R/BC[0 0 0]>>>>`],
              [
                base + 1,
                stream(
                  '/Pattern cs /P scn 0 0 600 700 re f 0 0 500 600 re f',
                  `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceRGB>>/Resources<</Pattern<</P ${base + 2} 0 R>>>>`,
                ),
              ],
              [base + 2, tile(`${at < 7 ? '/G gs ' : ''}0 0 80 80 re f`, state)],
            ];
          }).flat(),
        ),
      }),
  },
  {
    name: 'a shading of functions over all of 10^9 units',
    make: () =>
      onePage({
        resources:
          '/Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 1e9 0 1e9]/Matrix[1e-6 0 0 1e-6 0 0]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>/R<</ShadingType 3/ColorSpace/DeviceGray/Coords[0 0 0 1e9 1e9 1e9]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>>>',
        content: `${'/S sh /R sh q 1e-9 0 0 1e-9 0 0 cm /S sh Q '.repeat(300)} ${shownText}`,
      }),
  },
  {
    name: 'a lattice of triangles with rows of 2^31, and one of two',
    make: () => {
      const mesh = (perRow: number) =>
        stream(
          '\0\0\0\0\x7f\xff\xff'.repeat(300_000),
          `/ShadingType 5/ColorSpace/DeviceGray/BitsPerCoordinate 8/BitsPerComponent 8/VerticesPerRow ${perRow}/Decode[0 600 0 700 0 1]`,
        );
      return onePage({
        resources: '/Shading<</S 10 0 R/T 11 0 R>>',
        content: `/S sh /T sh ${shownText}`,
        objects: { 10: mesh(2), 11: mesh(2_147_483_647) },
      });
    },
  },
  {
    name: 'images of a million rows of a pixel, drawn 500 times',
    make: () =>
      onePage({
        resources: '/XObject<</I 10 0 R/J 11 0 R>>',
        content: `${'q 90 30 -30 90 200 200 cm /I Do /J Do Q '.repeat(500)} ${shownText}`,
        objects: {
          10: stream(
            '\0'.repeat(1_000_000),
            '/Subtype/Image/Width 1/Height 1000000/BitsPerComponent 8/ColorSpace/DeviceGray',
          ),
          11: stream('\0'.repeat(125_000), '/Subtype/Image/Width 1000000/Height 1/BitsPerComponent 1/ImageMask true'),
        },
      }),
  },
  {
    name: '90 images with 90 colour key masks and mattes at 16 bits',
    make: () =>
      packedPage({
        resources: `/XObject<<${many(90, (at) => `/I${at} ${10 + at} 0 R`).join('')}>>`,
        content: `${many(90, (at) => `q 600 0 0 700 0 0 cm /I${at} Do Q`).join(' ')} ${shownText}`,
        objects: {
          ...numbered(90, 10, () =>
            stream(
              '\0'.repeat(600_000),
              '/Subtype/Image/Width 300/Height 330/BitsPerComponent 16/ColorSpace/DeviceRGB/Interpolate true/SMask 500 0 R',
            ),
          ),
          500: stream(
            '\0'.repeat(1_000_000),
            '/Subtype/Image/Width 1000/Height 1000/BitsPerComponent 8/ColorSpace/DeviceGray/Matte[.5 .5 .5]',
          ),
        },
      }),
  },
  ...['SMask', 'Mask'].map((key) => ({
    name: `200 images of a pixel that share a ${key} of 9 000 x 9 000`,
    make: () =>
      packedPage({
        resources: `/XObject<<${many(200, (at) => `/I${at} ${10 + at} 0 R`).join('')}>>`,
        content: `${many(200, (at) => `q 9 0 0 9 ${at} ${at} cm /I${at} Do Q`).join(' ')} ${shownText}`,
        objects: {
          ...numbered(200, 10, () =>
            stream('abc', `/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/${key} 500 0 R`),
          ),
          500: stream(
            '\0'.repeat(10_125_000),
            `/Subtype/Image/Width 9000/Height 9000/BitsPerComponent 1${key === 'Mask' ? '/ImageMask true' : '/ColorSpace/DeviceGray'}`,
          ),
        },
      }),
  })),
  {
    name: '100 000 inline images that do not end',
    make: () => onePage({ content: `${shownText} ${'BI /W 1 /H 1 /BPC 8 /CS /G ID a '.repeat(100_000)}` }),
  },
  {
    name: '400 forms that each end in an inline image without an end',
    make: () =>
      packedPage({
        resources: `/XObject<<${many(400, (at) => `/X${at} ${10 + at} 0 R`).join('')}>>`,
        content: `${many(400, (at) => `/X${at} Do`).join(' ')} ${shownText}`,
        objects: { ...numbered(400, 10, () => form(`BI /W 9000 /H 9000 /BPC 8 /CS /G ID ${'a'.repeat(3_000)}`)) },
      }),
  },
  {
    name: 'dashes of 100 000 lengths on 10 000 lines',
    make: () =>
      onePage({ content: `[${'1 2 '.repeat(50_000)}]0 d ${'9 9 m 600 700 l S '.repeat(10_000)} ${shownText}` }),
  },
  {
    name: 'boxes and matrices of 10^38 in each other',
    make: () =>
      onePage({
        page: '/MediaBox[-1e38 -1e38 1e38 1e38]/CropBox[1e30 1e30 1e37 1e37]/Rotate 45',
        resources: '/XObject<</X 10 0 R>>',
        content: `${'1e30 0 0 1e30 1e30 1e30 cm 1e-30 0 0 1e-30 0 0 cm /X Do '.repeat(300)} ${shownText}`,
        objects: {
          10: stream('0 0 9 9 re f', '/Subtype/Form/BBox[-1e38 -1e38 1e38 1e38]/Matrix[1e38 1e38 1e38 1e38 1e38 1e38]'),
        },
      }),
  },
  {
    name: 'filters of 90 000 z, of spaces, and of an early LZW table',
    make: () => {
      const coded = (data: string, filter: string) =>
        `<</Filter[${filter}]/Length ${data.length}>>\nstream\n${data}\nendstream`;
      return onePage({
        page: '/Contents[10 0 R 11 0 R 12 0 R 4 0 R]',
        objects: {
          10: coded('z'.repeat(30_000), '/ASCII85Decode/RunLengthDecode/LZWDecode'),
          11: coded(' '.repeat(30_000), '/ASCIIHexDecode/ASCII85Decode'),
          12: coded('\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01'.repeat(3_000), '/LZWDecode'),
        },
      });
    },
  },
];

/** Fonts and codes of text. */
const characters: readonly Hostile[] = [
  {
    name: '10 000 code spaces for 30 000 codes',
    make: () =>
      inFont(`BT /F 5 Tf 50 700 Td ${many(300, () => `<${'8fff'.repeat(100)}> Tj 0 -2 Td`).join(' ')} ET`, {
        10: composite('11 0 R'),
        11: cmap(
          `${many(10_000, (at) => `1 begincodespacerange <${hex(at % 128, 1)}${hex(at % 256, 1)}> <${hex(at % 128, 1)}ff> endcodespacerange`).join(' ')} 1 begincidrange <0000> <ffff> 0 endcidrange`,
        ),
      }),
  },
  {
    name: 'a font program whose table says all characters up to 2^32',
    make: () => {
      const group = Buffer.alloc(28);
      group.writeUInt16BE(12, 0);
      group.writeUInt32BE(28, 4);
      group.writeUInt32BE(1, 12);
      group.writeUInt32BE(0, 16);
      group.writeUInt32BE(0xff_ff_ff_ff, 20);
      return inFont('BT /F 9 Tf 50 700 Td <0001> Tj ET', {
        10: composite('/Identity-H', '/FontDescriptor<</FontName/A/Flags 4/FontFile2 11 0 R>>'),
        11: stream(sfnt({ ...plainTables(2), cmap: `\0\0\0\x01\0\x03\0\x0a\0\0\0\x0c${group.toString('latin1')}` })),
      });
    },
  },
  {
    name: 'a simple font whose table says all characters, in 8 000 segments that overlap',
    make: () =>
      onePage({
        page: '/Resources<</Font<</F 10 0 R>>>>',
        content: 'BT /F 9 Tf 50 700 Td (Text) Tj ET',
        objects: {
          10: '<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar 255/FontDescriptor<</FontName/A/Flags 4/FontFile2 11 0 R>>>>',
          11: stream(sfnt({ ...plainTables(2), cmap: segmentedCmap(4_000) })),
        },
      }),
  },
  {
    name: 'programs of glyphs that jump back for ever',
    make: () => {
      // PUSHW -3, JMPR: back onto itself.
      const loop = '\xb8\xff\xfd\x1c';
      return onePage({
        page: '/Resources<</Font<</F 10 0 R>>>>',
        content: `BT ${many(300, (at) => `/F ${at + 1} Tf 50 ${at} Td (Text) Tj`).join(' ')} ET`,
        objects: {
          10: '<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar 255/FontDescriptor<</FontName/A/Flags 4/FontFile2 11 0 R>>>>',
          11: stream(sfnt({ ...plainTables(2), fpgm: loop, prep: loop, 'cvt ': '\0\0' })),
        },
      });
    },
  },
  {
    name: 'a table of 65 535 names of 60 KB each',
    make: () => {
      const records = '\0\x03\0\x01\x04\x09\0\x01\xea\x60\0\0'.repeat(65_000);
      return inFont('BT /F 9 Tf 50 700 Td <0001> Tj ET', {
        10: composite('/Identity-H', '/FontDescriptor<</FontName/A/Flags 4/FontFile2 11 0 R>>'),
        11: stream(sfnt({ ...plainTables(2), name: `\0\0\xfd\xe8\xff\xff${records}${'\0a'.repeat(30_000)}` })),
      });
    },
  },
  {
    name: '2 000 fonts of one map of 60 000 characters',
    make: () =>
      packedPage({
        page: `/Resources<</Font<</F 5 0 R${many(2_000, (at) => `/F${at} ${100 + at} 0 R`).join('')}>>>>`,
        content: `BT 50 700 Td ${many(2_000, (at) => `/F${at} 2 Tf <0001> Tj`).join(' ')} ET`,
        objects: {
          ...numbered(
            2_000,
            100,
            () =>
              '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 90 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 500/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>',
          ),
          90: cmap(
            `1 begincodespacerange <0000> <ffff> endcodespacerange ${many(600, (at) => `1 beginbfrange <${hex(at * 100)}> <${hex(at * 100 + 99)}> <0041> endbfrange`).join(' ')}`,
          ),
        },
      }),
  },
  {
    name: 'words pushed 10^9 apart by 30 000 distances',
    make: () =>
      onePage({
        content: `BT /F 5 Tf 50 700 Td ${many(300, (at) => `[${'(a)-90000000000'.repeat(50)}(b)${'90000000000(c)'.repeat(50)}] TJ 0 -${at % 9} Td`).join(' ')} ET`,
      }),
  },
  {
    name: 'a line of 30 000 words on a page of 14 400 points',
    make: () => {
      const line = (from: number) =>
        many(250, (at) => `BT /F .3 Tf ${(at * 0.45).toFixed(2)} ${from} Td (w${at % 7}) Tj ET`).join(' ');
      return onePage({
        page: '/MediaBox[0 0 14400 900]',
        resources: '/XObject<</X 10 0 R>>',
        content: many(120, (at) => `q 1 0 0 1 ${at * 119} 500 cm /X Do Q`).join(' '),
        objects: { 10: stream(line(0), '/Subtype/Form/BBox[0 -9 900 9]/Resources<</Font<</F 5 0 R>>>>') },
      });
    },
  },
];

function sfnt(tables: Readonly<Record<string, string>>): string {
  const u16 = (value: number) => String.fromCharCode((value >> 8) & 255, value & 255);
  const u32 = (value: number) => u16(value >>> 16) + u16(value & 65_535);
  const names = Object.keys(tables).sort();
  let offset = 12 + names.length * 16;
  let rows = '';
  let bodies = '';
  for (const name of names) {
    const data = tables[name] ?? '';
    rows += `${name}${u32(0)}${u32(offset)}${u32(data.length)}`;
    const padded = data.padEnd(Math.ceil(data.length / 4) * 4, '\0');
    bodies += padded;
    offset += padded.length;
  }
  return `${u32(65_536)}${u16(names.length)}${'\0'.repeat(6)}${rows}${bodies}`;
}

/** The tables of a font whose glyphs are triangles. */
function plainTables(glyphs: number): Readonly<Record<string, string>> {
  const u16 = (value: number) => String.fromCharCode((value >> 8) & 255, value & 255);
  const u32 = (value: number) => u16(value >>> 16) + u16(value & 65_535);
  // A contour of three points, with a program of four bytes: it jumps back to itself.
  const glyph = `${u16(1)}${u16(0)}${u16(0)}${u16(500)}${u16(500)}${u16(2)}${u16(4)}\xb8\xff\xfd\x1c\x01\x01\x01${u16(0)}${u16(500)}${u16(0)}${u16(0)}${u16(0)}${u16(500)}\0`;
  return {
    cmap: `${u16(0)}${u16(1)}${u16(1)}${u16(0)}${u32(12)}${u16(0)}${u16(262)}${u16(0)}${'\x01'.repeat(256)}`,
    glyf: glyph.repeat(glyphs),
    head: `${u32(65_536)}${u32(65_536)}${u32(0)}${u32(0x5f_0f_3c_f5)}${u16(0)}${u16(1_000)}${'\0'.repeat(16)}${u16(0)}${u16(0)}${u16(1_000)}${u16(1_000)}${u16(0)}${u16(8)}${u16(2)}${u16(1)}${u16(0)}`,
    hhea: `${u32(65_536)}${u16(800)}${u16(200)}${'\0'.repeat(26)}${u16(1)}`,
    hmtx: `${u16(500)}${u16(0)}${u16(0).repeat(glyphs - 1)}`,
    loca: many(glyphs + 1, (at) => u32(at * glyph.length)).join(''),
    maxp: `${u32(65_536)}${u16(glyphs)}${u16(9)}${u16(9)}${u16(9)}${u16(9)}${u16(2)}${u16(9)}${u16(9)}${u16(9)}${u16(9)}${u16(99)}${u16(99)}${u16(0)}${u16(0)}`,
  };
}

/** Segments that each hold every character. */
function segmentedCmap(segments: number): string {
  const u16 = (value: number) => String.fromCharCode((value >> 8) & 255, value & 255);
  const body = `${u16(segments * 2)}${u16(0)}${u16(0)}${u16(0)}${u16(65_535).repeat(segments)}${u16(0)}${u16(0).repeat(segments)}${u16(1).repeat(segments)}${u16(0).repeat(segments)}`;
  return `${u16(0)}${u16(1)}${u16(3)}${u16(0)}\0\0\0\x0c${u16(4)}${u16(Math.min(65_535, body.length + 6))}${u16(0)}${body}`;
}

const tagged = (structure: string, content: string, objects: Objects = {}) =>
  packedPage({
    catalog: `/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/K ${structure}/ParentTree<</Nums[0[6 0 R]]>>>>`,
    page: '/StructParents 0',
    content,
    objects,
  });
const pageOf = (mcid: number) => `<</Type/MCR/Pg 6 0 R/MCID ${mcid}>>`;
const marked = (count: number) =>
  `BT /F 4 Tf ${many(count, (at) => `/P<</MCID ${at}>>BDC 1 0 0 1 ${50 + (at % 40) * 12} ${50 + Math.floor(at / 40) * 5} Tm (w${at % 9}) Tj EMC`).join(' ')} ET`;

/** Tags, layers, fields, annotations and other entries that concern the page. */
const entries: readonly Hostile[] = [
  {
    name: 'a tagged table whose cells span 2^31 rows and columns',
    make: () =>
      tagged(
        `<</S/Table/Pg 6 0 R/K[${many(40, (row) => `<</S/TR/Pg 6 0 R/K[${many(40, (column) => `<</S/TD/Pg 6 0 R/A<</O/Table/RowSpan 2147483647/ColSpan 2147483647>>/K ${row * 40 + column}>>`).join('')}]>>`).join('')}]>>`,
        marked(1_600),
      ),
  },
  {
    name: 'a tagged table of 5 000 rows whose cells span 3 000 columns',
    make: () =>
      tagged(
        `<</S/Table/Pg 6 0 R/K[${many(1_600, (row) => `<</S/TR/Pg 6 0 R/K[<</S/TD/Pg 6 0 R/A<</O/Table/ColSpan 3000/RowSpan 3000>>/K ${row}>>]>>`).join('')}]>>`,
        marked(1_600),
      ),
  },
  {
    name: 'tagged tables in cells of each other, 300 levels',
    make: () =>
      tagged(
        '10 0 R',
        marked(600),
        numbered(
          300,
          10,
          (at) =>
            `<</S/Table/Pg 6 0 R/K[<</S/TR/Pg 6 0 R/K[<</S/TD/Pg 6 0 R/K[${at * 2}${at < 299 ? ` ${11 + at} 0 R` : ''}]>><</S/TD/Pg 6 0 R/K ${at * 2 + 1}>>]>>]>>`,
        ),
      ),
  },
  {
    name: 'cells that each name 3 000 headers',
    make: () =>
      tagged(
        `<</S/Table/Pg 6 0 R/K[${many(1_000, (row) => `<</S/TR/Pg 6 0 R/K[<</S/TH/ID(h${row})/Pg 6 0 R/K ${row}>><</S/TD/A<</O/Table/Headers 10 0 R>>/Pg 6 0 R/K ${row + 1_000}>>]>>`).join('')}]>>`,
        marked(2_000),
        { 10: `[${many(3_000, (at) => `(h${at % 1_000})`).join('')}]` },
      ),
  },
  {
    name: 'lists of tags in each other, 3 000 levels',
    make: () =>
      tagged(
        '10 0 R',
        marked(2_000),
        numbered(
          400,
          10,
          (at) =>
            `<</S/L/Pg 6 0 R/K[<</S/LI/Pg 6 0 R/K[<</S/Lbl/Pg 6 0 R/K ${at * 2}>><</S/LBody/Pg 6 0 R/K[${at * 2 + 1}${at < 399 ? ` ${11 + at} 0 R` : ''}]>>]>>]>>`,
        ),
      ),
  },
  {
    name: 'one mark that 1 000 tags replace by their own text of 3 KB',
    make: () =>
      tagged(
        `[${many(1_000, (at) => `<</S/Span/Pg 6 0 R/ActualText(${String(at).repeat(300)})/Alt 10 0 R/K[${pageOf(0)}${pageOf(at)}]>>`).join('')}]`,
        marked(1_000),
        { 10: `(${'alternative '.repeat(250)})` },
      ),
  },
  {
    name: '20 000 properties of marks that are in each other',
    make: () =>
      packedPage({
        resources: '/Properties<</L 10 0 R/M 11 0 R>>',
        content: `${'/OC /L BDC /Span<</ActualText(a)/Lang(en)>>BDC /OC /M BDC '.repeat(7_000)}${shownText}${'EMC '.repeat(21_000)}`,
        catalog: '/OCProperties<</OCGs[11 0 R]/D<</OFF[11 0 R]/BaseState/ON>>>>',
        objects: { 10: '<</Type/OCMD/OCGs[11 0 R 11 0 R]/P/AnyOn>>', 11: '<</Type/OCG/Name(a)/Usage 11 0 R>>' },
      }),
  },
  {
    name: 'replies to replies, in a chain of 5 000 and in a circle',
    make: () =>
      packedPage({
        page: `/Annots[${refs(5_000, 10)}]`,
        objects: numbered(
          5_000,
          10,
          (at) =>
            `<</Subtype/Text/Rect[9 9 29 29]/Contents(a)/NM(n)/Popup ${10 + ((at + 7) % 5_000)} 0 R/Parent ${10 + ((at + 1) % 5_000)} 0 R/IRT ${10 + ((at + 1) % 5_000)} 0 R>>`,
        ),
      }),
  },
  {
    name: 'notes with rich text of 200 000 levels and styles of 2 MB',
    make: () =>
      packedPage({
        page: `/Annots[${many(300, () => '10 0 R').join(' ')}]`,
        objects: {
          10: '<</Subtype/FreeText/Rect[9 9 99 99]/Contents(note)/DA(/F 9 Tf)/RC 11 0 R/DS 12 0 R>>',
          11: stream(`<body>${'<p>'.repeat(200_000)}text`),
          12: `(${'font:bold; '.repeat(180_000)})`,
        },
      }),
  },
  {
    name: 'fields that compute the size of their text from 100 000 letters',
    make: () =>
      packedPage({
        catalog: `/AcroForm<</NeedAppearances true/DA(/F 0 Tf)/DR<</Font<</F 5 0 R>>>>/Fields[${refs(20, 10)}]>>`,
        page: `/Annots[${refs(20, 10)}]`,
        objects: {
          ...numbered(
            20,
            10,
            (at) =>
              `<</Subtype/Widget/FT/Tx/T(t${at})/Ff ${at % 2 === 0 ? 4_096 : 0}/DA(/F 0 Tf)/Rect[9 ${at * 20} 99 ${at * 20 + 15}]/V 90 0 R/MaxLen 2147483647/MK<</R 45/CA 90 0 R>>>>`,
          ),
          90: `(${'word '.repeat(1_000)})`,
        },
      }),
  },
  {
    name: 'a choice of 100 options that says it is at the 2^31st, with 200 000 chosen',
    make: () =>
      packedPage({
        catalog: '/AcroForm<</NeedAppearances true/DA(/F 9 Tf)/DR<</Font<</F 5 0 R>>>>/Fields[10 0 R]>>',
        page: '/Annots[10 0 R]',
        objects: {
          10: `<</Subtype/Widget/FT/Ch/T(t)/Ff 2097152/DA(/F 9 Tf)/Rect[9 9 99 99]/TI 2147483647/Opt[${'(a)'.repeat(100)}]/I[${'7 '.repeat(200_000)}]/V[${'(a)'.repeat(200_000)}]>>`,
        },
      }),
  },
  {
    name: '3 000 attachments of one name, in 3 000 notes',
    make: () =>
      packedPage({
        catalog: `/Names<</EmbeddedFiles<</Names[${many(3_000, () => '(same.txt)10 0 R').join('')}]>>>>`,
        page: `/Annots[${many(3_000, () => '<</Subtype/FileAttachment/Rect[9 9 19 19]/FS 10 0 R>>').join('')}]`,
        objects: {
          10: `<</Type/Filespec/F(../../${'same'.repeat(60)}.txt)/UF(same.txt)/EF<</F 11 0 R/UF 11 0 R>>/RF<</F[${'(same.txt)11 0 R'.repeat(3_000)}]>>>>`,
          11: stream('attached', '/Type/EmbeddedFile'),
        },
      }),
  },
  {
    name: '8 000 outline entries and destinations of one name, and layers and fields that have it too',
    make: () =>
      packedPage({
        catalog: `/Names<</Dests<</Names[${many(8_000, () => '(same)[6 0 R/Fit]').join('')}]>>>>/Outlines<</First 10 0 R/Last 4009 0 R/Count 4000>>/OCProperties<</OCGs[${refs(2_000, 5_000)}]/D<</Order[${refs(2_000, 5_000)}]>>>>`,
        objects: {
          ...numbered(
            4_000,
            10,
            (at) => `<</Title(same)/Parent 1 0 R/Dest(same)${at < 3_999 ? `/Next ${at + 11} 0 R` : ''}>>`,
          ),
          ...numbered(2_000, 5_000, () => '<</Type/OCG/Name(same)>>'),
        },
      }),
  },
  {
    name: 'destinations by name that lead from name to name, 8 000 times',
    make: () =>
      packedPage({
        catalog: `/Names<</Dests<</Names[${many(8_000, (at) => `(n${String(at).padStart(5, '0')})<</D(n${String((at + 1) % 8_000).padStart(5, '0')})>>`).join('')}]>>>>/OpenAction<</S/GoTo/D(n00000)>>`,
        page: `/Annots[${many(2_000, (at) => `<</Subtype/Link/Rect[9 9 19 19]/Dest(n${String(at).padStart(5, '0')})>>`).join('')}]`,
      }),
  },
  {
    name: 'pages whose thumbnails, presentations and measures lead to each other',
    make: () =>
      packedPdf({
        1: '<</Type/Catalog/Pages 2 0 R/PieceInfo 3000 0 R/DSS<</Certs 3001 0 R/CRLs 3001 0 R/VRI 3000 0 R>>/OutputIntents 3001 0 R/Perms 3000 0 R/Legal 3000 0 R>>',
        2: `<</Type/Pages/Kids[${refs(1_500, 10)}]/Count 1500/MediaBox[0 0 9 9]>>`,
        ...numbered(
          1_500,
          10,
          (at) =>
            `<</Type/Page/Parent 2 0 R/Thumb 3002 0 R/PresSteps 3000 0 R/VP 3001 0 R/PieceInfo 3000 0 R/SeparationInfo<</Pages[${refs(9, 10)}]>>/AA 3000 0 R/Next ${10 + ((at + 1) % 1_500)} 0 R>>`,
        ),
        3000: `<</NA 3003 0 R/PA 3000 0 R/Private 3000 0 R/A${'/A 3000 0 R'.repeat(900)}>>`,
        3001: `[${'3000 0 R '.repeat(3_000)}]`,
        3002: stream('\0'.repeat(3_000_000), '/Width 1000/Height 3000/BitsPerComponent 8/ColorSpace/DeviceGray'),
        3003: '<</NA 3000 0 R/Dur 1e38/S 3003 0 R>>',
      }),
  },
  {
    name: 'metadata of 400 000 attributes, and 50 000 namespaces in each other',
    make: () =>
      onePage({
        catalog: '/Metadata 10 0 R',
        objects: {
          10: stream(
            `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" ${'dc:a="b" '.repeat(400_000)}>${'<dc:b xmlns:dc="a">'.repeat(50_000)}${'</dc:b>'.repeat(50_000)}</rdf:Description></rdf:RDF></x:xmpmeta>`,
            '/Type/Metadata/Subtype/XML',
          ),
        },
      }),
  },
  {
    name: 'metadata of 900 000 attributes of PDF/A, and marks that do not end',
    make: () =>
      onePage({
        catalog: '/Metadata 10 0 R',
        objects: {
          10: stream(
            `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${'<rdf:Description pdfaid:part="1"/>'.repeat(150_000)}<rdf:Description ${'pdfaid:part="1" '.repeat(300_000)}/></rdf:RDF></x:xmpmeta>${'<!--'.repeat(300_000)}`,
            '/Type/Metadata/Subtype/XML',
          ),
        },
      }),
  },
];

/** Layouts that nobody prints, which stages of reading go through. */
const layouts: readonly Hostile[] = [
  {
    name: '20 000 copies of a word, each a tenth of a point beside the last',
    make: () =>
      onePage({
        content: `BT /F 9 Tf ${many(20_000, (at) => `1 0 0 1 ${(50 + (at % 200) / 10).toFixed(1)} ${(400 + Math.floor(at / 200) / 10).toFixed(1)} Tm (shadow) Tj`).join(' ')} ET`,
      }),
  },
  {
    name: '5 000 rules below, through and above one line of 500 words',
    make: () =>
      onePage({
        content: `BT /F 1 Tf 20 400 Td (${'word '.repeat(220)}) Tj ET ${many(15_000, (at) => `20 ${(399 + (at % 30) / 10).toFixed(1)} ${(at % 570) + 1} .05 re f`).join(' ')}`,
      }),
  },
  {
    name: '10 000 numbers above and below bars of fractions',
    make: () =>
      onePage({
        content: many(3_000, (at) => {
          const [x, y] = [20 + (at % 60) * 9.6, 20 + Math.floor(at / 60) * 15];
          return `BT /F 5 Tf ${x} ${y + 3} Td (${at % 9}) Tj ET ${x} ${y + 1} 5 .3 re f BT /F 5 Tf ${x} ${y - 5} Td (x) Tj ET`;
        }).join(' '),
      }),
  },
  {
    name: '2 000 frames in each other, with a word in each',
    make: () =>
      onePage({
        content: many(2_000, (at) => {
          const inset = at * 0.14;
          return `${inset} ${inset} ${612 - 2 * inset} ${792 - 2 * inset} re S BT /F .1 Tf ${inset} ${792 - inset - 0.12} Td (w${at}) Tj ET`;
        }).join(' '),
      }),
  },
  {
    name: '300 columns of 100 rows between rules, cells merged like a chessboard',
    make: () =>
      onePage({
        content: many(12_000, (at) => {
          const [x, y] = [(at % 150) * 4 + (Math.floor(at / 150) % 2) * 2, 20 + Math.floor(at / 150) * 9];
          return `.1 w ${x} ${y} 4 9 re S BT /F 2 Tf ${x + 1} ${y + 2} Td (${at % 100}) Tj ET`;
        }).join(' '),
      }),
  },
  {
    name: '6 000 entries of a list in 60 levels of indents',
    make: () =>
      onePage({
        content: `BT /F 1.5 Tf ${many(480 * 4, (at) => `1 0 0 1 ${10 + (at % 60) * 2 + Math.floor(at / 480) * 150} ${780 - (at % 480) * 1.6} Tm (${at}.${at % 60}.${at % 7}. entry) Tj`).join(' ')} ET`,
      }),
  },
  {
    name: '3 000 marks of notes and 3 000 notes at the foot',
    make: () =>
      onePage({
        content: `BT ${many(1_500, (at) => `/F 3 Tf 1 0 0 1 ${20 + (at % 60) * 9.6} ${400 + Math.floor(at / 60) * 12} Tm (word) Tj /F 1.8 Tf 1.2 Ts (${at + 1}) Tj 0 Ts`).join(' ')} ${many(1_500, (at) => `/F 1.2 Tf 1 0 0 1 ${20 + (at % 5) * 115} ${20 + Math.floor(at / 5) * 1.2} Tm (${at + 1} note) Tj`).join(' ')} ET`,
      }),
  },
  {
    name: '3 000 entries of contents with leaders, each a link to itself',
    make: () =>
      packedPage({
        page: `/Annots[${many(1_500, (at) => `<</Subtype/Link/Rect[20 ${20 + (at % 500) * 1.5} 590 ${21 + (at % 500) * 1.5}]/Dest[6 0 R/Fit]>>`).join('')}]`,
        content: `BT /F 1.4 Tf ${many(1_500, (at) => `1 0 0 1 ${20 + Math.floor(at / 500) * 190} ${20 + (at % 500) * 1.5} Tm (Chapter ${at} ${'.'.repeat(90)} ${at}) Tj`).join(' ')} ET`,
      }),
  },
  {
    name: 'turned lines of 90 degrees at 15 000 places',
    make: () => {
      const random = scattered();
      return onePage({
        content: `BT /F 3 Tf ${many(15_000, () => `0 1 -1 0 ${random(600)} ${random(780)} Tm (up) Tj`).join(' ')} ET`,
      });
    },
  },
  {
    name: 'letters of 3 000 sizes, colours and fonts on one page',
    make: () => {
      const random = scattered();
      return onePage({
        content: `BT ${many(5_000, (at) => `${random(1)} ${random(1)} ${random(1)} rg /F ${((at % 3_000) / 200 + 1).toFixed(3)} Tf 1 0 0 1 ${20 + (at % 80) * 7} ${20 + Math.floor(at / 80) * 12} Tm (ab) Tj`).join(' ')} ET`,
      });
    },
  },
  {
    name: '2 000 pages with another size, rotation and unit each',
    make: () =>
      packedPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Kids[${refs(1_990, 10)}]/Count 1990>>`,
        4: stream(shownText),
        5: font,
        ...numbered(
          1_990,
          10,
          (at) =>
            `<</Type/Page/Parent 2 0 R/MediaBox[${at} ${at} ${600 + at} ${700 + (at % 700)}]/CropBox[${at} 0 ${at + 300} 9000]/Rotate ${(at % 4) * 90}/UserUnit ${1 + (at % 9) / 10}/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
        ),
      }),
  },
];

/** Kinds that are entangled: bytes that are several objects, paint that paints itself, tags and entries across each other. */
export const entangledPdfs: readonly Hostile[] = [...places, ...painting, ...characters, ...entries, ...layouts];
