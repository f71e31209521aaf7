import { numbered, packedPage, refs } from '../written-packed-pdf.ts';
import { many, type Objects, onePage, shownText, stream } from '../written-pdf.ts';
import { subroutineCff } from './font-programs.ts';

type Hostile = { readonly name: string; make(): Buffer };

const compositeFont = (encoding: string, descriptor = '') =>
  `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding ${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${descriptor}>>]>>`;
const withFont = (content: string, objects: Objects) =>
  onePage({ page: '/Resources<</Font<</F 10 0 R>>>>', content, objects });

const form = (content: string) => stream(content, '/Type/XObject/Subtype/Form/BBox[0 0 612 792]');
const axial = (functionObject: string) =>
  `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 612 0]/Extend[true true]/Function ${functionObject}>>`;
const pixel = (colorSpace: string, entries = '') =>
  stream('abcd', `/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace ${colorSpace}${entries}`);

/** Fonts, and the maps of their characters. */
const fonts: readonly Hostile[] = [
  {
    name: 'Type 3 glyphs that show text in each other',
    make: () =>
      withFont(`BT /F 9 Tf (${'a'.repeat(100)}) Tj ET`, {
        ...numbered(
          12,
          10,
          (at) =>
            `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 50 0 R>>/Resources<</Font<</F ${at < 11 ? 11 + at : 5} 0 R>>>>>>`,
        ),
        50: stream(`9 0 d0 BT /F 1 Tf (${'a'.repeat(20)}) Tj ET`),
      }),
  },
  {
    name: 'a character map of 1 000 ranges of 16 000 000 CIDs',
    make: () =>
      withFont('BT /F 9 Tf 50 700 Td <00000001> Tj ET', {
        10: compositeFont('11 0 R'),
        11: stream(
          `begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${'1 begincidrange <00000000> <00fffff0> 1 endcidrange '.repeat(1_000)}endcmap`,
          '/Type/CMap/CMapName/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>',
        ),
      }),
  },
  {
    name: 'character maps that use each other, 300 levels of all codes',
    make: () =>
      withFont('BT /F 9 Tf 50 700 Td <0001> Tj ET', {
        10: compositeFont('11 0 R'),
        ...numbered(300, 11, (at) =>
          stream(
            'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 1 endcidrange endcmap',
            `/Type/CMap/CMapName/A/UseCMap ${at < 299 ? 12 + at : 11} 0 R/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>`,
          ),
        ),
      }),
  },
  {
    name: 'a glyph of more steps than a glyph may have, in 8 000 sizes',
    make: () =>
      withFont(`BT ${many(8_000, (at) => `/F ${5 + at / 999} Tf 1 0 0 1 50 700 Tm <0001> Tj`).join(' ')} ET`, {
        10: compositeFont(
          '/Identity-H',
          '/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 9 9]/FontFile3 11 0 R>>',
        ),
        11: stream(subroutineCff(1, 4, 26), '/Subtype/CIDFontType0C'),
      }),
  },
  {
    name: '1 000 fonts that share a program of 20 000 glyphs',
    make: () =>
      packedPage({
        page: '/Resources<</Font 9 0 R>>',
        content: many(1_000, (at) => `BT /F${at} 9 Tf <0001> Tj ET`).join(' '),
        objects: {
          9: `<<${many(1_000, (at) => `/F${at} ${20 + at} 0 R`).join('')}>>`,
          10: stream(subroutineCff(20_000, 1, 1), '/Subtype/CIDFontType0C'),
          ...numbered(1_000, 20, () =>
            compositeFont('/Identity-H', '/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontFile3 10 0 R>>'),
          ),
        },
      }),
  },
  {
    name: 'a simple font of 3 000 000 widths',
    make: () =>
      packedPage({
        page: '/Resources<</Font<</F 9 0 R>>>>',
        objects: {
          9: `<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar 3000000/Widths[${'9 '.repeat(3_000_000)}]>>`,
        },
      }),
  },
];

/** Colours, functions, patterns and images. */
const colors: readonly Hostile[] = [
  {
    name: 'a program of 1 000 000 operators in a gradient, painted 500 times',
    make: () =>
      onePage({
        resources: '/Shading<</S 10 0 R>>',
        content: `${'/S sh '.repeat(500)}${shownText}`,
        objects: {
          10: axial('11 0 R'),
          11: stream(`{${'dup mul '.repeat(500_000)}dup dup}`, '/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]'),
        },
      }),
  },
  {
    name: 'a table of 1 000 x 1 000 x 1 000 samples that are not there',
    make: () =>
      onePage({
        resources: '/ColorSpace<</C 10 0 R>>',
        content: `/C cs .1 .2 .3 scn 0 0 500 500 re f ${shownText}`,
        objects: {
          10: '[/DeviceN[/A/B/C]/DeviceRGB 11 0 R]',
          11: stream(
            'a',
            '/FunctionType 0/Domain[0 1 0 1 0 1]/Range[0 1 0 1 0 1]/Size[1000 1000 1000]/BitsPerSample 32',
          ),
        },
      }),
  },
  {
    name: 'a function of 26 inputs between samples',
    make: () =>
      onePage({
        resources: '/ColorSpace<</C 10 0 R>>',
        content: `/C cs ${'.5 '.repeat(26)}scn 0 0 500 500 re f ${shownText}`,
        objects: {
          10: `[/DeviceN[${many(26, (at) => `/A${at}`).join('')}]/DeviceGray 11 0 R]`,
          11: stream(
            'a'.repeat(10_000_000),
            `/FunctionType 0/Domain[${'0 1 '.repeat(26)}]/Range[0 1]/Size[${'2 '.repeat(26)}]/BitsPerSample 1`,
          ),
        },
      }),
  },
  {
    name: 'tiles in tiles in tiles, each of a point',
    make: () =>
      onePage({
        resources: '/Pattern<</P 10 0 R>>',
        content: `/Pattern cs /P scn 0 0 612 792 re f ${shownText}`,
        objects: numbered(20, 10, (at) =>
          stream(
            at < 19 ? '/Pattern cs /P scn 0 0 9 9 re f /P scn 0 0 9 9 re f' : '0 0 1 1 re f',
            `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 1/YStep 1/Resources<</Pattern<<${at < 19 ? `/P ${11 + at} 0 R` : ''}>>>>`,
          ),
        ),
      }),
  },
  {
    name: 'masks of masks of masks, 400 levels',
    make: () =>
      onePage({
        resources: '/XObject<</I 10 0 R>>',
        content: `q 500 0 0 700 0 0 cm /I Do Q ${shownText}`,
        objects: numbered(400, 10, (at) =>
          pixel('/DeviceGray', at < 399 ? `/SMask ${11 + at} 0 R` : '').replace(
            '/Width 1/Height 1',
            '/Width 900/Height 900',
          ),
        ),
      }),
  },
  {
    name: 'colour spaces in each other, 400 levels of two',
    make: () =>
      packedPage({
        resources: '/ColorSpace<</C 10 0 R>>/XObject<</I 9 0 R>>',
        content: `/C cs 1 scn 0 0 9 9 re f q 9 0 0 9 0 0 cm /I Do Q ${shownText}`,
        objects: {
          9: pixel('10 0 R'),
          ...numbered(
            400,
            10,
            (at) =>
              `[/Separation/A ${at < 399 ? `${11 + at} 0 R` : '/DeviceGray'}<</FunctionType 2/N 1/Domain[0 1]/C0[0]/C1[1]>><</Colorants<</A ${at < 399 ? 11 + at : 10} 0 R>>>>]`,
          ),
        },
      }),
  },
  {
    name: 'a profile whose tables claim 255 points in four dimensions, on 3 000 images',
    make: () => {
      const u32 = (value: number) =>
        String.fromCharCode(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);
      const table = `mft2\0\0\0\0\x04\x03\xff\0${u32(65_536)}${u32(0).repeat(3)}${u32(65_536)}${u32(0).repeat(3)}${u32(65_536)}\x10\0\x10\0${'\0'.repeat(2_000_000)}`;
      const head =
        `${u32(table.length + 144)}lcms\x04\x20\0\0prtrCMYKLab ${'\0'.repeat(12)}acsp${'\0'.repeat(88)}`.slice(0, 128);
      return packedPage({
        resources: '/XObject 10 0 R',
        content: `${many(3_000, (at) => `q 9 0 0 9 ${at % 600} 9 cm /I${at} Do Q`).join(' ')} ${shownText}`,
        objects: {
          9: stream(`${head}${u32(1)}A2B0${u32(144)}${u32(table.length)}${table}`, '/N 4/Alternate/DeviceCMYK'),
          10: `<<${many(3_000, (at) => `/I${at} 11 0 R`).join('')}>>`,
          11: pixel('[/ICCBased 9 0 R]'),
        },
      });
    },
  },
  {
    name: '10 000 inline images behind five filters',
    make: () =>
      onePage({
        content: `${'q 9 0 0 9 9 9 cm BI /W 1/H 1/BPC 8/CS/G/F[/AHx/AHx/AHx/RL/AHx] ID 33333333303033303330303e> EI Q '.repeat(10_000)}${shownText}`,
      }),
  },
];

/** What stands beside the pages. */
const beside: readonly Hostile[] = [
  {
    name: 'page labels of 2 000 000 000 letters',
    make: () => onePage({ catalog: '/PageLabels<</Nums[0<</S/A/St 2147483647/P(a)>>]>>' }),
  },
  {
    name: 'page labels of 2 000 000 000 in Roman',
    make: () => onePage({ catalog: '/PageLabels<</Nums[0<</S/R/St 2147483647>>]>>' }),
  },
  {
    name: 'metadata of entities in entities',
    make: () =>
      onePage({
        catalog: '/Metadata 10 0 R',
        objects: {
          10: stream(
            `<!DOCTYPE x[<!ENTITY a0 "aaaaaaaaaa">${many(12, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>&a12;</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
            '/Type/Metadata/Subtype/XML',
          ),
        },
      }),
  },
  {
    name: 'metadata of 300 000 levels',
    make: () =>
      onePage({
        catalog: '/Metadata 10 0 R',
        objects: {
          10: stream(
            `<x:xmpmeta>${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}</x:xmpmeta>`,
            '/Type/Metadata/Subtype/XML',
          ),
        },
      }),
  },
  {
    name: '9 000 widgets of one name that no form lists',
    make: () =>
      packedPage({
        catalog: '/AcroForm<</Fields[]/DA(/F 9 Tf)/DR<</Font<</F 5 0 R>>>>>>',
        page: `/Annots[${refs(9_000, 10)}]`,
        objects: numbered(9_000, 10, () => '<</Subtype/Widget/FT/Tx/T(a)/Rect[9 9 99 99]>>'),
      }),
  },
  {
    name: 'a field of 5 MB of text in many lines, and one of 1 000 000 combs',
    make: () =>
      packedPage({
        catalog: '/AcroForm<</Fields[10 0 R 11 0 R]/NeedAppearances true/DA(/F 9 Tf)/DR<</Font<</F 5 0 R>>>>>>',
        page: '/Annots[10 0 R 11 0 R]',
        objects: {
          10: `<</Subtype/Widget/FT/Tx/Ff 4096/T(a)/DA(/F 0 Tf)/Rect[9 9 99 99]/V(${'word '.repeat(1_000_000)})>>`,
          11: `<</Subtype/Widget/FT/Tx/Ff 16777216/MaxLen 1000000/T(b)/DA(/F 0 Tf)/Rect[9 99 500 199]/V(${'a'.repeat(1_000_000)})>>`,
        },
      }),
  },
  {
    name: 'an ink annotation of 2 000 000 points, and a link of as many quadrilaterals',
    make: () =>
      packedPage({
        page: '/Annots[10 0 R 11 0 R]',
        objects: {
          10: `<</Subtype/Ink/Rect[9 9 99 99]/C[1 0 0]/InkList[[${'9 9 99 50 '.repeat(1_000_000)}]]>>`,
          11: `<</Subtype/Link/Rect[9 9 99 99]/A<</S/URI/URI(http://a.b/)>>/QuadPoints[${'9 9 99 9 9 99 99 99 '.repeat(500_000)}]>>`,
        },
      }),
  },
  {
    name: 'actions that lead on to two of each, 60 levels',
    make: () =>
      packedPage({
        catalog: '/OpenAction 10 0 R',
        objects: numbered(
          60,
          10,
          (at) => `<</S/JavaScript/JS(a)${at < 59 ? `/Next[${11 + at} 0 R ${11 + at} 0 R]` : ''}>>`,
        ),
      }),
  },
  {
    name: 'marked content 200 000 levels deep',
    make: () =>
      onePage({ content: `${'/Span<</Lang(en)>>BDC '.repeat(200_000)}${shownText} ${'EMC '.repeat(200_000)}` }),
  },
  {
    name: 'an attachment tree whose branches lead to each other',
    make: () =>
      packedPage({
        catalog: '/Names<</EmbeddedFiles 10 0 R/JavaScript 10 0 R/Dests 10 0 R>>',
        objects: {
          9: stream('a', '/Type/EmbeddedFile'),
          ...numbered(40, 10, (at) => `<</Kids[${at < 39 ? `${11 + at} 0 R ${11 + at} 0 R` : '10 0 R'}]>>`),
        },
      }),
  },
  {
    name: 'forms that show 3 000 layers of membership in all',
    make: () =>
      packedPage({
        catalog: `/OCProperties<</OCGs[${refs(3_000, 100)}]/D<<>>>>`,
        resources: '/XObject<</X 10 0 R>>/Properties<</M 11 0 R>>',
        content: `${'/OC/M BDC /X Do EMC '.repeat(20_000)}${shownText}`,
        objects: {
          10: form('0 0 1 1 re f'),
          11: `<</Type/OCMD/P/AllOff/OCGs 12 0 R>>`,
          12: `[${refs(3_000, 100)}]`,
          ...numbered(3_000, 100, () => '<</Type/OCG/Name(a)>>'),
        },
      }),
  },
];

/** Kinds that reach from one part of a file into another: fonts in fonts, colours in colours, trees beside the pages. */
export const reachingPdfs: readonly Hostile[] = [...fonts, ...colors, ...beside];
