import { packedPdf } from '../written-packed-pdf.ts';
import { font, many, type Objects, onePage, type PageParts, shownText, stream } from '../written-pdf.ts';
import { jbig2, jpeg2000, progressiveJpeg } from './coded-images.ts';
import { compositeTrueType, subroutineCff } from './font-programs.ts';

type Hostile = { readonly name: string; make(): Buffer };

const numbered = (count: number, first: number, text: (index: number) => string): Objects =>
  Object.fromEntries(many(count, text).map((value, at) => [first + at, value]));
const refs = (count: number, first: number) => many(count, (at) => `${first + at} 0 R`).join(' ');
const form = (content: string, entries = '') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 612 792]${entries}`);

/** A document of so many pages, whose objects are packed. */
function packed({ pages = 1, catalog = '', page = '', resources = '', content = shownText, objects = {} }: Parts) {
  return packedPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Kids[${refs(pages, 6)}]/Count ${pages}/MediaBox[0 0 612 792]>>`,
    4: stream(content),
    5: font,
    ...numbered(
      pages,
      6,
      () => `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>${page}>>`,
    ),
    ...objects,
  });
}
type Parts = PageParts & { readonly pages?: number };

/** Objects by the hundred thousand, in an object stream that deflates to some kilobytes. */
const countless: readonly Hostile[] = [
  {
    name: '1 000 pages that share an array of 1 000 annotations',
    make: () =>
      packed({
        pages: 1_000,
        page: '/Annots 3000 0 R',
        objects: { 3000: `[${'3001 0 R '.repeat(1_000)}]`, 3001: '<</Subtype/Square/Rect[9 9 99 99]/C[1 0 0]>>' },
      }),
  },
  {
    name: 'a page of 1 000 000 annotations that are one',
    make: () =>
      packed({
        page: '/Annots 3000 0 R',
        objects: {
          3000: `[${'9 0 R '.repeat(1_000_000)}]`,
          9: '<</Subtype/Link/Rect[9 9 99 99]/A<</S/URI/URI(http://a.b/)>>>>',
        },
      }),
  },
  {
    name: '9 000 outline entries one after the other',
    make: () =>
      packed({
        catalog: '/Outlines 9 0 R',
        objects: {
          9: '<</First 10 0 R/Last 10 0 R/Count 9000>>',
          ...numbered(
            9_000,
            10,
            (at) => `<</Title(a)/Parent 9 0 R/Dest[6 0 R/Fit]${at < 8_999 ? `/Next ${at + 11} 0 R` : ''}>>`,
          ),
        },
      }),
  },
  {
    name: '7 000 outline entries in each other',
    make: () =>
      packed({
        catalog: '/Outlines 9 0 R',
        objects: numbered(
          7_000,
          9,
          (at) => `<</Title(a)/Dest[6 0 R/Fit]/Count 1/First ${at + 10} 0 R/Last ${at + 10} 0 R>>`,
        ),
      }),
  },
  {
    name: '100 000 names in one leaf, and 2 000 links to names that are not there',
    make: () =>
      packed({
        catalog: '/Names<</Dests<</Names 9 0 R>>>>',
        page: `/Annots[${'10 0 R '.repeat(1_000)}${refs(1_000, 11)}]`,
        objects: {
          9: `[${'(a)[6 0 R/Fit]'.repeat(100_000)}]`,
          ...numbered(1_001, 10, (at) => `<</Subtype/Link/Rect[9 9 99 99]/Dest(b${at})>>`),
        },
      }),
  },
  {
    name: '1 000 pages that share 10 000 resources',
    make: () =>
      packed({
        pages: 1_000,
        page: '/Resources 3000 0 R',
        objects: {
          3000: '<</Font 3001 0 R/XObject 3002 0 R/ExtGState 3001 0 R/ColorSpace 3001 0 R>>',
          3001: `<<${many(5_000, (at) => `/F${at} 5 0 R`).join('')}/F 5 0 R>>`,
          3002: `<<${many(5_000, (at) => `/X${at} 3003 0 R`).join('')}>>`,
          3003: form('0 0 1 1 re f', '/Resources 3000 0 R'),
        },
      }),
  },
  {
    name: '900 levels of a page tree with a page at each',
    make: () =>
      packedPdf({
        1: '<</Type/Catalog/Pages 10 0 R>>',
        4: stream(shownText),
        5: font,
        ...numbered(
          900,
          10,
          (at) =>
            `<</Type/Pages${at > 0 ? `/Parent ${at + 9} 0 R` : '/MediaBox[0 0 612 792]/Resources<</Font<</F 5 0 R>>>>'}/Count ${900 - at}/Kids[${at + 2_000} 0 R ${at < 899 ? `${at + 11} 0 R` : ''}]>>`,
        ),
        ...numbered(900, 2_000, (at) => `<</Type/Page/Parent ${at + 10} 0 R/Contents 4 0 R>>`),
      }),
  },
  {
    name: '2 000 pages whose content is one array of 1 000 streams',
    make: () => packed({ pages: 2_000, page: '/Contents 3000 0 R', objects: { 3000: `[${'4 0 R '.repeat(1_000)}]` } }),
  },
  {
    name: '1 000 choices that share 10 000 options',
    make: () =>
      packed({
        catalog: `/AcroForm<</Fields[${refs(1_000, 10)}]/DA(/F 9 Tf)/NeedAppearances true/DR<</Font<</F 5 0 R>>>>>>`,
        page: `/Annots[${refs(1_000, 10)}]`,
        objects: {
          9: `[${'(abc)'.repeat(10_000)}]`,
          ...numbered(
            1_000,
            10,
            (at) => `<</Subtype/Widget/FT/Ch/Ff 0/T(f${at})/V(abc)/Opt 9 0 R/Rect[9 9 99 99]/P 6 0 R>>`,
          ),
        },
      }),
  },
  {
    name: '500 fonts that share 100 000 differences',
    make: () =>
      packed({
        page: '/Resources<</Font 9 0 R>>',
        content: many(500, (at) => `BT /F${at || ''} 9 Tf (abc) Tj ET`).join(' '),
        objects: {
          9: `<<${many(500, (at) => `/F${at || ''} ${20 + at} 0 R`).join('')}>>`,
          10: `<</Differences[${'65/A/B '.repeat(50_000)}]>>`,
          ...numbered(500, 20, () => '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 10 0 R>>'),
        },
      }),
  },
  {
    name: '6 000 layers in lists of 200 000, and 500 groups of all',
    make: () =>
      packed({
        catalog: `/OCProperties<</OCGs 9 0 R/D<</ON 8 0 R/OFF 8 0 R/Order 9 0 R/Locked 8 0 R/RBGroups[${'9 0 R '.repeat(500)}]/AS[<</Event/View/Category[/View]/OCGs 8 0 R>>]>>/Configs[<</ON 8 0 R/Order 9 0 R>>]>>`,
        objects: {
          8: `[${'10 0 R 11 0 R '.repeat(100_000)}]`,
          9: `[${refs(6_000, 10)}]`,
          ...numbered(6_000, 10, () => '<</Type/OCG/Name(a)>>'),
        },
      }),
  },
  {
    name: '5 000 attachments that share a file of 10 MB',
    make: () =>
      packed({
        catalog: '/Names<</EmbeddedFiles<</Names 9 0 R>>>>',
        objects: {
          8: stream('a'.repeat(10_000_000), '/Type/EmbeddedFile'),
          9: `[${many(5_000, (at) => `(${at})${20 + at} 0 R`).join('')}]`,
          ...numbered(5_000, 20, () => '<</Type/Filespec/F(a)/EF<</F 8 0 R>>>>'),
        },
      }),
  },
  {
    name: 'a role map of 5 000 in a circle, and 3 000 tags',
    make: () =>
      packed({
        catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R',
        page: '/StructParents 0',
        content: `/R0<</MCID 0>>BDC ${shownText} EMC`,
        objects: {
          8: `[${refs(3_000, 20)}]`,
          9: `<</Type/StructTreeRoot/K 8 0 R/RoleMap 10 0 R/ParentTree<</Nums[0 11 0 R]>>>>`,
          10: `<<${many(5_000, (at) => `/R${at}/R${(at + 1) % 5_000}`).join('')}>>`,
          11: `[${refs(3_000, 20)}]`,
          ...numbered(3_000, 20, (at) => `<</Type/StructElem/S/R${at % 9}/P 9 0 R/Pg 6 0 R/K 0>>`),
        },
      }),
  },
  {
    name: 'a parent tree of 1 000 000 entries',
    make: () =>
      packed({
        catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R',
        page: '/StructParents 0',
        content: `/P<</MCID 0>>BDC ${shownText} EMC`,
        objects: {
          9: '<</Type/StructTreeRoot/K 10 0 R/ParentTree<</Nums 11 0 R>>>>',
          10: '<</Type/StructElem/S/P/P 9 0 R/Pg 6 0 R/K 0>>',
          11: `[${'0 12 0 R '.repeat(1_000_000)}]`,
          12: '[10 0 R]',
        },
      }),
  },
  {
    name: 'ranges of a character map, 8 000 times all',
    make: () =>
      packed({
        page: '/Resources<</Font<</F 9 0 R>>>>',
        objects: {
          8: stream(
            `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${'100 beginbfrange <0000> <ffff> <0041> endbfrange '.repeat(8_000)}endcmap`,
          ),
          9: '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 8 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>',
        },
      }),
  },
];

/** What shows, masks, tiles and glyphs are drawn with, in each other. */
const nested: readonly Hostile[] = [
  {
    name: 'luminosity masks of the whole page in each other',
    make: () =>
      onePage({
        resources: '/ExtGState<</G 10 0 R>>',
        content: `/G gs 0 0 600 700 re f ${shownText}`,
        objects: {
          ...numbered(60, 10, (at) => `<</SMask<</S/Luminosity/G ${at + 100} 0 R>>>>`),
          ...numbered(60, 100, (at) =>
            form(
              '/G gs 0 0 600 700 re f /G gs 0 0 600 700 re f',
              `/Group<</S/Transparency/CS/DeviceRGB/I true>>/Resources<</ExtGState<<${at < 59 ? `/G ${at + 11} 0 R` : ''}>>>>`,
            ),
          ),
        },
      }),
  },
  {
    name: 'Type 3 glyphs that paint forms of forms',
    make: () =>
      onePage({
        page: '/Resources<</Font<</F 5 0 R/T 10 0 R>>>>',
        content: `BT /T 9 Tf ${`(${'a'.repeat(500)}) Tj 0 -9 Td `.repeat(40)}ET ${shownText}`,
        objects: {
          10: '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 11 0 R>>/Resources<</XObject<</X 12 0 R>>>>>>',
          11: stream('9 0 d0 /X Do'),
          12: form('/X Do /X Do', '/Resources<</XObject<</X 13 0 R>>>>'),
          13: form('0 0 9 9 re f 0 0 m 9 9 l S '.repeat(100)),
        },
      }),
  },
  {
    name: 'a mesh in tiles in tiles',
    make: () =>
      onePage({
        resources: '/Pattern<</T 10 0 R>>',
        content: `/Pattern cs /T scn ${'0 0 600 700 re f '.repeat(50)}${shownText}`,
        objects: {
          10: stream(
            '/Pattern cs /T scn 0 0 50 50 re f',
            '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 50 50]/XStep 50/YStep 50/Resources<</Pattern<</T 11 0 R>>>>',
          ),
          11: stream(
            '/S sh',
            '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<</Shading<</S 12 0 R>>>>',
          ),
          12: stream(
            '\0\x05\xf5abc\0\xf0\x0adef\0\xa0\xa0ghi'.repeat(50_000),
            '/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 600 0 700 0 1 0 1 0 1]',
          ),
        },
      }),
  },
  {
    name: 'strokes of letters in a shading pattern',
    make: () =>
      onePage({
        resources: '/Pattern<</P 10 0 R>>',
        content: `/Pattern CS /P SCN BT /F 90 Tf 1 Tr ${'1 0 0 1 50 50 Tm (abcdefgh) Tj '.repeat(3_000)}ET ${shownText}`,
        objects: {
          10: '<</PatternType 2/Shading<</ShadingType 3/ColorSpace/DeviceRGB/Coords[300 400 0 300 400 500]/Extend[true true]/Function<</FunctionType 2/N 1/Domain[0 1]/C0[1 0 0]/C1[0 0 1]>>>>>>',
        },
      }),
  },
  {
    name: 'a form of 100 words, shown 5 000 times',
    make: () =>
      onePage({
        resources: '/XObject<</X 10 0 R>>',
        content: `${many(5_000, (at) => `q 1 0 0 1 ${at % 61} ${at % 97} cm /X Do Q`).join(' ')} ${shownText}`,
        objects: {
          10: form(
            `BT /F 9 Tf ${many(100, (at) => `1 0 0 1 ${(at % 10) * 50} ${Math.floor(at / 10) * 60} Tm (w${at}) Tj`).join(' ')} ET`,
            '/Resources<</Font<</F 5 0 R>>>>',
          ),
        },
      }),
  },
  {
    name: '2 000 images of one profile of 8 MB',
    make: () =>
      packed({
        resources: '/XObject 10 0 R',
        content: `${many(2_000, (at) => `q 9 0 0 9 ${at % 600} ${at % 700} cm /I${at} Do Q`).join(' ')} ${shownText}`,
        objects: {
          10: `<<${many(2_000, (at) => `/I${at} 13 0 R`).join('')}>>`,
          11: stream('\0'.repeat(8_000_000), '/N 3/Alternate/DeviceRGB'),
          13: stream('abc', '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/ICCBased 11 0 R]'),
        },
      }),
  },
];

const image = (data: string, filters: string, size: number, entries = '') =>
  onePage({
    resources: '/XObject<</I 10 0 R>>',
    content: `q 500 0 0 700 0 0 cm /I Do Q ${shownText}`,
    objects: {
      10: stream(
        data,
        `/Type/XObject/Subtype/Image/Width ${size}/Height ${size}/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`,
      ).replace('/Filter/FlateDecode', `/Filter[/FlateDecode/${filters}]`),
    },
  });

/** Images whose coding stands for much, and fonts whose programs do. */
const coded: readonly Hostile[] = [
  { name: 'JBIG2 of 20 000 regions', make: () => image(jbig2(8_000, 20_000, 'generic'), 'JBIG2Decode', 8_000) },
  { name: 'JBIG2 of 2 000 refinements', make: () => image(jbig2(8_000, 2_000, 'refinement'), 'JBIG2Decode', 8_000) },
  {
    name: 'JPEG 2000 of 65 535 layers and precincts of one pixel',
    make: () => image(jpeg2000({ layers: 65_535, precincts: '\0\0\0\0\0\0' }), 'JPXDecode', 10_000),
  },
  { name: 'JPEG 2000 of tiles of one pixel', make: () => image(jpeg2000({ tile: 1 }), 'JPXDecode', 10_000) },
  { name: 'a JPEG of 5 000 scans', make: () => image(progressiveJpeg(10_000, 10_000, 5_000), 'DCTDecode', 10_000) },
  {
    name: 'a predictor of 2^31 columns',
    make: () =>
      image(
        '\x02'.repeat(10_000_000),
        'FlateDecode',
        3_000,
        '/DecodeParms[<</Predictor 12/Columns 2147483647/Colors 32>>null]',
      ),
  },
  {
    name: '200 glyphs of subroutines that call 9 levels of others',
    make: () =>
      onePage({
        page: '/Resources<</Font<</F 10 0 R>>>>',
        content: `BT /F 9 Tf 50 700 Td <${many(200, (at) => (at + 1).toString(16).padStart(4, '0')).join('')}> Tj ET`,
        objects: {
          10: '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 9 9]/FontFile3 11 0 R>>>>]>>',
          11: stream(subroutineCff(200, 9, 20), '/Subtype/CIDFontType0C'),
        },
      }),
  },
  {
    name: 'glyphs of glyphs, 30 levels',
    make: () =>
      onePage({
        page: '/Resources<</Font<</F 10 0 R>>>>',
        content: 'BT /F 9 Tf 50 700 Td <0000000100020003> Tj ET',
        objects: {
          10: '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDToGIDMap/Identity/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 9 9]/FontFile2 11 0 R>>>>]>>',
          11: stream(compositeTrueType(30, 12)),
        },
      }),
  },
];

/** An image of zeros. */
const zeros = (side: number, bits: number, space: string, bytes: number, entries = '') =>
  stream(
    '\0'.repeat(bytes),
    `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent ${bits}/ColorSpace${space}${entries}`,
  );
/** Pages of different objects in a short document. */
const differentPages = (count: number, page: (at: number) => string, objects: Objects) =>
  packedPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${refs(count, 1_000)}]/Count ${count}/MediaBox[0 0 612 792]>>`,
    5: font,
    ...numbered(count, 1_000, (at) => `<</Type/Page/Parent 2 0 R${page(at)}>>`),
    ...objects,
  });

/** Pages that share an image or a content, each in a way of its own, so that none is the same as another. */
const alike: readonly Hostile[] = [
  {
    name: '60 pages that each draw a form of 90 transparency groups',
    make: () =>
      differentPages(
        60,
        (at) => `/Contents[${20 + at} 0 R 9 0 R]/Resources<</XObject<</X 10 0 R>>/Font<</F 5 0 R>>>>`,
        {
          ...numbered(60, 20, (at) => stream(`BT /F 9 Tf 50 ${700 - at} Td (${at}) Tj ET`)),
          9: stream('/X Do '.repeat(90)),
          10: stream(
            '.5 g 0 0 612 792 re f 0 0 600 700 re f',
            '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/I true>>',
          ),
        },
      ),
  },
  {
    name: '100 pages with one image of 9 megapixels, turned a little more on each',
    make: () =>
      differentPages(100, (at) => `/Contents ${20 + at} 0 R/Resources<</XObject<</I 10 0 R>>>>`, {
        ...numbered(100, 20, (at) => stream(`q ${500 + at} ${at} -${at} 600 50 50 cm /I Do Q`)),
        10: zeros(3_000, 8, '/DeviceRGB', 27_000_000),
      }),
  },
  {
    name: '400 pages with one scan, shifted a little more on each',
    make: () =>
      differentPages(400, (at) => `/Contents ${500 + at} 0 R/Resources<</XObject<</I 10 0 R>>>>`, {
        ...numbered(400, 500, (at) => stream(`q 612 0 0 792 ${at / 10} 0 cm /I Do Q`)),
        10: zeros(1_450, 1, '/DeviceGray', 264_000),
      }),
  },
  {
    name: '60 pages of 40 000 dashes in other sizes',
    make: () =>
      differentPages(60, (at) => `/MediaBox[0 0 ${612 + at} 792]/Contents[${20 + at} 0 R 9 0 R]`, {
        ...numbered(60, 20, (at) => stream(`${at / 60} g`)),
        9: stream(`[1 1]0 d ${many(200, (at) => `0 ${at} m 612 ${792 - at} l S`).join(' ')}`),
      }),
  },
  {
    name: '60 pages of a photograph under 100 lines of text and 100 fills',
    make: () =>
      differentPages(
        60,
        (at) => `/Contents[${400 + at} 0 R 9 0 R]/Resources<</Font<</F 5 0 R>>/XObject<</I 10 0 R>>>>`,
        {
          ...numbered(60, 400, (at) => stream(`q 612 0 0 792 0 ${at / 9} cm /I Do Q`)),
          9: stream(
            `${many(100, (at) => `${(at % 10) / 10} g ${at * 5} ${at * 7} 60 9 re f`).join(' ')} BT /F 6 Tf 0 g ${many(100, (at) => `1 0 0 1 50 ${770 - at * 7} Tm (a line of text on a photograph ${at}) Tj`).join(' ')} ET`,
          ),
          10: zeros(1_000, 8, '/DeviceRGB', 3_000_000),
        },
      ),
  },
  {
    name: '1 500 pages that inherit 3 000 fonts over 80 levels',
    make: () =>
      packedPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1500/Resources 90 0 R>>',
        ...numbered(
          80,
          3,
          (at) =>
            `<</Type/Pages/Parent ${2 + at} 0 R/Kids[${at < 79 ? `${4 + at} 0 R` : refs(1_500, 100)}]/Count 1500>>`,
        ),
        ...numbered(1_500, 100, (at) => `<</Type/Page/Parent 82 0 R/MediaBox[0 0 ${100 + at} 99]/Contents 91 0 R>>`),
        90: `<</Font<<${many(3_000, (at) => `/F${at} 92 0 R`).join('')}>>>>`,
        91: stream(many(60, (at) => `BT /F${at * 40} 9 Tf 9 9 Td (a) Tj ET`).join(' ')),
        92: font,
      }),
  },
  {
    name: '5 600 links over names in capitals on 400 pages',
    make: () =>
      differentPages(
        400,
        (at) => `/Contents 9 0 R/Annots[${refs(14, 2_000 + at * 14)}]/Resources<</Font<</F 5 0 R>>>>`,
        {
          9: stream(
            `BT /F 9 Tf ${many(30, (at) => `1 0 0 1 50 ${760 - at * 20} Tm (NAME OF SOMETHING) Tj`).join(' ')} ET`,
          ),
          ...numbered(
            5_600,
            2_000,
            (at) =>
              `<</Subtype/Link/Rect[50 ${758 - (at % 14) * 20} 200 ${770 - (at % 14) * 20}]/Dest[${1_000 + (at % 400)} 0 R/XYZ 0 ${at % 700} 0]>>`,
          ),
        },
      ),
  },
  {
    name: '16 images of 2 megapixels in calibrated spaces',
    make: () =>
      packed({
        resources: `/XObject<<${many(16, (at) => `/I${at} ${10 + at} 0 R`).join('')}>>`,
        content: `${many(16, (at) => `q 600 0 0 700 0 0 cm /I${at} Do Q`).join(' ')} ${shownText}`,
        objects: numbered(16, 10, (at) =>
          zeros(
            1_400,
            8,
            at % 2 === 0
              ? '[/CalRGB<</WhitePoint[.95 1 1.08]/Gamma[2.2 2.2 2.2]>>]'
              : '[/Lab<</WhitePoint[.95 1 1.08]/Range[-100 100 -100 100]>>]',
            5_880_000,
          ),
        ),
      }),
  },
];

/** Structure that leads on and on. */
const chains: readonly Hostile[] = [
  {
    name: 'object streams that extend each other, 600',
    make: () =>
      onePage({
        objects: numbered(600, 10, (at) =>
          stream('1 0 null', `/Type/ObjStm/N 1/First 4/Extends ${10 + ((at + 1) % 2_000)} 0 R`),
        ),
      }),
  },
  {
    name: 'cross-reference streams whose entries have no bytes, 500 revisions',
    make: () => emptyRevisions(500),
  },
  {
    name: 'an XFA form of 200 000 levels',
    make: () =>
      onePage({
        catalog: '/AcroForm<</XFA 10 0 R/Fields[]>>',
        objects: {
          10: stream(
            `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.0/">${'<subform>'.repeat(200_000)}${'</subform>'.repeat(200_000)}</template></xdp:xdp>`,
          ),
        },
      }),
  },
];

function emptyRevisions(count: number): Buffer {
  const file = onePage({}).toString('latin1');
  const parts = [file];
  let before = /startxref\n(\d+)/.exec(file)?.[1] ?? '0';
  let length = file.length;
  for (let revision = 0; revision < count; revision += 1) {
    const part = `9 0 obj\n<</Type/XRef/Size 900000/Index[100 900000]/W[0 0 0]/Root 1 0 R/Prev ${before}/Length 0>>\nstream\n\nendstream\nendobj\n`;
    parts.push(part);
    before = String(length);
    length += part.length;
  }
  parts.push(`startxref\n${before}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

export const packedPdfs: readonly Hostile[] = [...countless, ...nested, ...coded, ...alike, ...chains];
