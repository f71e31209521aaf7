import { font, many, type Objects, onePage, pdf, scattered, stream } from '../written-pdf.ts';
import { writeTags } from '../written-tiff.ts';

/** A file with `count` of something. */
export interface GrowthFile {
  /** What is counted. */
  readonly thing: string;
  readonly extension: 'pdf' | 'tif';
  /** The least count that is measured; the others are two, four and eight times as many. */
  readonly count: number;
  make(count: number): Buffer;
}

const numbered = (count: number, first: number, text: (index: number) => string): Objects =>
  Object.fromEntries(many(count, (at) => text(at)).map((value, at) => [first + at, value]));
const refs = (count: number, first: number) => many(count, (at) => `${first + at} 0 R`).join(' ');
/** Sixteen thousand places on a page, none upon another. */
const place = (at: number) => `${50 + (at % 100) * 5} ${50 + (Math.floor(at / 100) % 170) * 4}`;
const box = (at: number) => `[${place(at)} ${53 + (at % 100) * 5} ${53 + (Math.floor(at / 100) % 170) * 4}]`;

const pdfThings: readonly Omit<GrowthFile, 'extension'>[] = [
  {
    thing: 'pages',
    count: 250,
    make: (count) =>
      pdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Kids[${refs(count, 10)}]/Count ${count}>>`,
        4: stream('BT /F 9 Tf 50 700 Td (Text of a page) Tj ET'),
        5: font,
        ...numbered(
          count,
          10,
          () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
        ),
      }),
  },
  {
    thing: 'words',
    count: 2_000,
    make: (count) =>
      onePage({
        content: `BT /F 3 Tf ${many(count, (at) => `1 0 0 1 ${place(at)} Tm (w${at % 10}) Tj`).join(' ')} ET`,
      }),
  },
  {
    thing: 'scripts',
    count: 1_000,
    make: (count) =>
      onePage({
        content: `BT ${many(count, (at) => `/F 5 Tf 1 0 0 1 ${place(at)} Tm (w) Tj /F 2.5 Tf 2 Ts (2) Tj 0 Ts`).join(' ')} ET`,
      }),
  },
  {
    thing: 'scattered letters',
    count: 2_500,
    make: (count) => {
      const random = scattered();
      return onePage({
        content: `BT ${many(count, (at) => `/F ${3 + 3 * (at % 2)} Tf 1 0 0 1 ${random(600)} ${random(780)} Tm (${'abcdefg'[at % 7]}) Tj`).join(' ')} ET`,
      });
    },
  },
  {
    thing: 'fills on pictures',
    count: 500,
    make: (count) => {
      const random = scattered();
      return onePage({
        resources: '/XObject<</I 10 0 R>>',
        content: many(
          count,
          () => `q 9 0 0 9 ${random(600)} ${random(780)} cm /I Do Q ${random(600)} ${random(780)} 9 7 re f`,
        ).join(' '),
        objects: {
          10: stream('abcd', '/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray'),
        },
      });
    },
  },
  {
    thing: 'rules',
    count: 3_000,
    make: (count) => onePage({ content: many(count, (at) => `${place(at)} 4 .5 re f`).join(' ') }),
  },
  {
    thing: 'clips',
    count: 1_000,
    make: (count) =>
      onePage({ content: many(count, (at) => `q ${place(at)} 4 3 re W n ${place(at)} 3 2 re f Q`).join(' ') }),
  },
  {
    thing: 'images',
    count: 600,
    make: (count) =>
      onePage({
        resources: `/XObject<<${many(count, (at) => `/I${at} ${10 + at} 0 R`).join('')}>>`,
        content: many(count, (at) => `q 4 0 0 3 ${place(at)} cm /I${at} Do Q`).join(' '),
        objects: numbered(count, 10, (at) =>
          stream(
            String.fromCharCode(at % 250, at >> 8, 9, 7),
            '/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray',
          ),
        ),
      }),
  },
  {
    thing: 'inline images',
    count: 4_000,
    make: (count) =>
      onePage({
        content: many(count, (at) => `q 4 0 0 3 ${place(at)} cm BI /W 1 /H 1 /BPC 8 /CS /G ID ${at % 10} EI Q`).join(
          ' ',
        ),
      }),
  },
  {
    thing: 'fonts',
    count: 100,
    make: (count) =>
      onePage({
        resources: `/Font<<${many(count, (at) => `/F${at} ${10 + at} 0 R`).join('')}>>`,
        content: `BT ${many(count, (at) => `/F${at} 9 Tf 1 0 0 1 ${place(at)} Tm (a) Tj`).join(' ')} ET`,
        objects: numbered(count, 10, (at) => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Name/N${at}>>`),
      }),
  },
  {
    thing: 'links',
    count: 3_000,
    make: (count) =>
      onePage({
        page: `/Annots[${refs(count, 10)}]`,
        objects: numbered(
          count,
          10,
          (at) => `<</Subtype/Link/Rect${box(at)}/A<</S/URI/URI(http://example.com/${at})>>>>`,
        ),
      }),
  },
  {
    thing: 'annotations',
    count: 3_000,
    make: (count) =>
      onePage({
        page: `/Annots[${refs(count, 10)}]`,
        objects: numbered(count, 10, (at) => `<</Subtype/Square/Rect${box(at)}/C[1 0 0]>>`),
      }),
  },
  {
    thing: 'fields',
    count: 1_500,
    make: (count) =>
      onePage({
        catalog: `/AcroForm<</Fields[${refs(count, 10)}]/DA(/F 9 Tf)>>`,
        page: `/Annots[${refs(count, 10)}]`,
        objects: numbered(count, 10, (at) => `<</Subtype/Widget/FT/Tx/T(f${at})/V(${at})/Rect${box(at)}/P 3 0 R>>`),
      }),
  },
  {
    thing: 'outline entries',
    count: 6_000,
    make: (count) =>
      onePage({
        catalog: '/Outlines 6 0 R',
        objects: {
          6: `<</First 10 0 R/Last ${9 + count} 0 R/Count ${count}>>`,
          ...numbered(
            count,
            10,
            (at) => `<</Title(${at})/Parent 6 0 R/Dest[3 0 R/Fit]${at + 1 < count ? `/Next ${11 + at} 0 R` : ''}>>`,
          ),
        },
      }),
  },
  {
    thing: 'destinations',
    count: 6_000,
    make: (count) =>
      onePage({
        catalog: `/Names<</Dests<</Names[${many(count, (at) => `(n${String(at).padStart(6, '0')})[3 0 R/Fit]`).join('')}]>>>>`,
      }),
  },
  {
    thing: 'attachments',
    count: 1_200,
    make: (count) =>
      onePage({
        catalog: `/Names<</EmbeddedFiles<</Names[${many(count, (at) => `(n${String(at).padStart(6, '0')})<</F(${at}.txt)/EF<</F ${10 + at} 0 R>>>>`).join('')}]>>>>`,
        objects: numbered(count, 10, (at) => stream(`text ${at}`, '/Type/EmbeddedFile')),
      }),
  },
  {
    thing: 'layers',
    count: 3_000,
    make: (count) =>
      onePage({
        catalog: `/OCProperties<</OCGs[${refs(count, 10)}]/D<</Order[${refs(count, 10)}]>>>>`,
        objects: numbered(count, 10, (at) => `<</Type/OCG/Name(${at})>>`),
      }),
  },
  {
    thing: 'tags',
    count: 2_000,
    make: (count) =>
      onePage({
        catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R',
        page: '/StructParents 0',
        content: many(count, (at) => `/P<</MCID ${at}>>BDC BT /F 3 Tf ${place(at)} Td (w) Tj ET EMC`).join(' '),
        objects: {
          6: `<</Type/StructTreeRoot/K[${refs(count, 10)}]/ParentTree<</Nums[0[${refs(count, 10)}]]>>>>`,
          ...numbered(count, 10, (at) => `<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K ${at}>>`),
        },
      }),
  },
  {
    thing: 'revisions',
    count: 100,
    make: (count) => {
      let file = onePage({}).toString('latin1');
      for (let revision = 0; revision < count; revision += 1) {
        const before = /startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1] ?? '0';
        const at = file.length;
        const body = `5 0 obj\n${font}\nendobj\n`;
        const table = `xref\n5 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 6/Root 1 0 R/Prev ${before}>>\n`;
        file += `${body}${table}startxref\n${at + body.length}\n%%EOF\n`;
      }
      return Buffer.from(file, 'latin1');
    },
  },
  {
    thing: 'columns',
    count: 16,
    make: (count) => onePage({ content: grid(20, count) }),
  },
  { thing: 'cells', count: 400, make: (count) => onePage({ content: grid(Math.ceil(count / 5), 5) }) },
];

/** Everything in a PDF that there may be many of. */
export const pdfGrowth: readonly GrowthFile[] = pdfThings.map((file) => ({ extension: 'pdf', ...file }));

/** A ruled table of numbers. */
function grid(rows: number, columns: number): string {
  const [width, height] = [500 / columns, 700 / rows];
  const lines = [
    ...many(rows + 1, (row) => `50 ${50 + row * height} m 550 ${50 + row * height} l S`),
    ...many(columns + 1, (column) => `${50 + column * width} 50 m ${50 + column * width} 750 l S`),
  ];
  const size = Math.min(8, height * 0.7, width * 0.3);
  const texts = many(rows * columns, (at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return `1 0 0 1 ${52 + column * width} ${52 + row * height} Tm (${at % 97}) Tj`;
  });
  return `.2 w ${lines.join(' ')} BT /F ${size} Tf ${texts.join(' ')} ET`;
}

/** A TIFF of many pages. */
export const tiffGrowth: GrowthFile = {
  thing: 'TIFF pages',
  extension: 'tif',
  count: 250,
  make(count) {
    const entries = [
      ...[
        [256, 4],
        [257, 4],
        [258, 8],
        [259, 1],
        [262, 1],
      ],
      ...[
        [273, 0],
        [277, 1],
        [278, 4],
        [279, 16],
      ],
    ] as const;
    const pageBytes = 2 + entries.length * 12 + 4 + 16;
    const file = Buffer.alloc(8 + count * pageBytes);
    file.write('II*\0', 0, 'latin1');
    file.writeUInt32LE(8, 4);
    for (let page = 0; page < count; page += 1) {
      const start = 8 + page * pageBytes;
      const placed = entries.map(([tag, value]) => [tag, tag === 273 ? start + pageBytes - 16 : value] as const);
      writeTags(file, start, placed);
      if (page + 1 < count) file.writeUInt32LE(start + pageBytes, start + pageBytes - 20);
      file.writeUInt32LE(page, start + pageBytes - 4);
    }
    return file;
  },
};
