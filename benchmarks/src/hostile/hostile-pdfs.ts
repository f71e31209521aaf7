import { font, many, type Objects, onePage, type PageParts, pdf, shownText, stream } from '../written-pdf.ts';
import { crowdedPdfs } from './crowded-pdfs.ts';
import { entangledPdfs } from './entangled-pdfs.ts';
import { packedPdfs } from './packed-pdfs.ts';
import { reachingPdfs } from './reaching-pdfs.ts';

/** A file under 100 KB that aims at one thing that is followed, expanded or drawn. */
export interface HostileFile {
  readonly name: string;
  readonly extension: 'pdf' | 'svg' | 'png' | 'tif' | 'gif' | 'jpg' | 'jp2';
  make(): Buffer;
}

type Hostile = Omit<HostileFile, 'extension'>;
const plain = (data: string, entries = '') => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;

const numbered = (count: number, first: number, text: (index: number) => string): Objects =>
  Object.fromEntries(many(count, (at) => text(at)).map((value, at) => [first + at, value]));
const refs = (count: number, first: number) => many(count, (at) => `${first + at} 0 R`).join(' ');

/** Levels that each refer to the next so many times: `breadth ** depth` paths in a few objects. */
const laughs = (
  first: number,
  depth: number,
  breadth: number,
  text: (next: string, level: number) => string,
): Objects =>
  numbered(depth, first, (level) => text(level + 1 < depth ? `${first + level + 1} 0 R `.repeat(breadth) : '', level));
/** One after the other; the last refers to the first if they go in a circle. */
const chain = (
  first: number,
  count: number,
  circle: boolean,
  text: (next: string | null, at: number) => string,
): Objects =>
  numbered(count, first, (at) => text(at + 1 < count ? `${first + at + 1} 0 R` : circle ? `${first} 0 R` : null, at));
const entry = (key: string, value: string | null) => (value === null || value === '' ? '' : `/${key} ${value}`);
const form = (content: string, entries = '') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 612 792]${entries}`);
const named = (text: string) =>
  text
    .trim()
    .split(/ 0 R ?/)
    .filter(Boolean);
const namesOf = (next: string) =>
  named(next)
    .map((number, at) => `/X${at} ${number} 0 R`)
    .join('');

/** The tree that many keys have in common, as laughs, as a circle and as a long chain. */
function shapes(
  name: string,
  at: (objects: Objects, root: string) => Buffer,
  node: (next: string, leaf: boolean) => string,
): Hostile[] {
  return [
    {
      name: `${name}: shared`,
      make: () =>
        at(
          laughs(10, 12, 12, (next) => node(next, next === '')),
          '10 0 R',
        ),
    },
    {
      name: `${name}: circle`,
      make: () =>
        at(
          chain(10, 40, true, (next) => node(`${next ?? ''} ${next ?? ''}`, next === null)),
          '10 0 R',
        ),
    },
    {
      name: `${name}: chain`,
      make: () =>
        at(
          chain(10, 380, false, (next) => node(next ?? '', next === null)),
          '10 0 R',
        ),
    },
  ];
}

const megabytes = (count: number, text: string) => text.repeat(Math.ceil((count * 2 ** 20) / text.length));

const trees: readonly Hostile[] = [
  ...shapes(
    'page tree',
    (objects) => pdf({ 1: '<</Type/Catalog/Pages 10 0 R>>', ...objects }),
    (next, leaf) => (leaf ? '<</Type/Page/MediaBox[0 0 9 9]>>' : `<</Type/Pages/Kids[${next}]/Count 9>>`),
  ),
  ...shapes(
    'contents',
    (objects, root) => onePage({ page: `/Contents ${root}`, objects }),
    (next, leaf) => (leaf ? plain('0 0 1 1 re f') : `[${next}]`),
  ),
  ...shapes(
    'outline',
    (objects, root) => onePage({ catalog: `/Outlines ${root}`, objects }),
    (next) => {
      const [first, second = first] = named(next).map((number) => `${number} 0 R`);
      return `<</Title(a)${entry('First', first ?? null)}${entry('Last', first ?? null)}${entry('Next', second ?? null)}/Dest[3 0 R/Fit]/Count 1>>`;
    },
  ),
  ...shapes(
    'names',
    (objects, root) =>
      onePage({ catalog: `/Names<</Dests ${root}/EmbeddedFiles ${root}/JavaScript ${root}>>`, objects }),
    (next, leaf) => (leaf ? '<</Names[(a)[3 0 R/Fit]]>>' : `<</Kids[${next}]>>`),
  ),
  ...shapes(
    'page labels',
    (objects, root) => onePage({ catalog: `/PageLabels ${root}`, objects }),
    (next, leaf) => (leaf ? '<</Nums[0<</S/D>>]>>' : `<</Kids[${next}]>>`),
  ),
  ...shapes(
    'tags',
    (objects, root) =>
      onePage({ catalog: `/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/K ${root}>>`, objects }),
    (next, leaf) => `<</Type/StructElem/S/P/Pg 3 0 R/K[${leaf ? '0' : next}]>>`,
  ),
  ...shapes(
    'parent tree',
    (objects, root) =>
      onePage({
        page: '/StructParents 0',
        catalog: `/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/ParentTree ${root}>>`,
        objects,
      }),
    (next, leaf) => (leaf ? '<</Nums[0[3 0 R]]>>' : `<</Kids[${next}]/Limits[0 9]>>`),
  ),
  ...shapes(
    'class map',
    (objects, root) =>
      onePage({
        catalog: `/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/ClassMap<</C ${root}>>/K<</S/P/C/C/A ${root}/Pg 3 0 R/K 0>>>>`,
        objects,
      }),
    (next, leaf) => (leaf ? '<</O/Layout/Width 1>>' : `[${next}]`),
  ),
  ...shapes(
    'layers order',
    (objects, root) =>
      onePage({
        catalog: `/OCProperties<</OCGs[5 0 R]/D<</Order ${root}/ON ${root}/AS ${root}>>/Configs[<</Order ${root}>>]>>`,
        objects,
      }),
    (next) => `[${next}]`,
  ),
  ...shapes(
    'visibility',
    (objects, root) =>
      onePage({
        resources: `/Properties<</L<</Type/OCMD/VE ${root}>>>>`,
        content: `${'/OC /L BDC 0 0 1 1 re f EMC '.repeat(100)}${shownText}`,
        objects,
      }),
    (next, leaf) => (leaf ? '<</Type/OCG/Name(a)>>' : `[/And ${next}]`),
  ),
  ...shapes(
    'fields',
    (objects, root) =>
      onePage({ catalog: `/AcroForm<</Fields[${root}]/DA(/F 9 Tf)>>`, page: `/Annots[${root}]`, objects }),
    (next) => `<</Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(a)/V(b)/Kids[${next}]>>`,
  ),
  ...shapes(
    'next actions',
    (objects, root) =>
      onePage({
        catalog: `/OpenAction ${root}/AA<</WC ${root}>>`,
        page: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A ${root}>>]`,
        objects,
      }),
    (next) => `<</S/URI/URI(http://example.com/)${next === '' ? '' : `/Next[${next}]`}>>`,
  ),
  ...shapes(
    'appearances',
    (objects, root) =>
      onePage({
        page: `/Annots[${many(50, () => `<</Subtype/Stamp/Rect[0 0 9 9]/AS/X0/AP<</N ${root}/D ${root}/R ${root}>>>>`).join('')}]`,
        objects,
      }),
    (next, leaf) => (leaf ? form('0 0 1 1 re f') : `<<${namesOf(next)}>>`),
  ),
  ...shapes(
    'forms',
    (objects, root) => onePage({ resources: `/XObject<</X ${root}>>`, content: `/X Do ${shownText}`, objects }),
    (next) =>
      form(
        `${named(next)
          .map((_, at) => `/X${at} Do`)
          .join(' ')} 0 0 1 1 re f`,
        `/Resources<</XObject<<${namesOf(next)}>>>>`,
      ),
  ),
  ...shapes(
    'groups',
    (objects, root) => onePage({ resources: `/XObject<</X ${root}>>`, content: `/X Do ${shownText}`, objects }),
    (next) =>
      form(
        `${named(next)
          .slice(0, 1)
          .map((_, at) => `/X${at} Do`)
          .join(' ')} 0 0 1 1 re f`,
        `/Group<</S/Transparency/I true/K true>>/Resources<</XObject<<${namesOf(next)}>>>>`,
      ),
  ),
  ...shapes(
    'soft masks',
    (objects, root) =>
      onePage({ resources: `/ExtGState<</X0 ${root}>>`, content: `/X0 gs 0 0 600 700 re f ${shownText}`, objects }),
    (next) => {
      const states = named(next)
        .map((number, at) => `/X${at} ${number} 0 R`)
        .join('');
      return `<</SMask<</S/Luminosity/G<</Subtype/Form>>>>${states === '' ? '' : `/Font[5 0 R 9]/States<<${states}>>`}>>`;
    },
  ),
  ...shapes(
    'patterns',
    (objects, root) =>
      onePage({
        resources: `/Pattern<</X0 ${root}>>`,
        content: `/Pattern cs /X0 scn 0 0 600 700 re f ${shownText}`,
        objects,
      }),
    (next) =>
      stream(
        `${named(next)
          .map((_, at) => `/Pattern cs /X${at} scn 0 0 90 90 re f`)
          .join(' ')} 0 0 1 1 re f`,
        `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 90 90]/XStep 90/YStep 90/Resources<</Pattern<<${namesOf(next)}>>>>`,
      ),
  ),
  ...shapes(
    'colour spaces',
    (objects, root) =>
      onePage({ resources: `/ColorSpace<</C ${root}>>`, content: `/C cs .5 scn 0 0 90 90 re f ${shownText}`, objects }),
    (next, leaf) =>
      leaf
        ? '/DeviceRGB'
        : `[/Separation/S${next.length} ${named(next)[0]} 0 R<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[1 1 1]>>]`,
  ),
  ...shapes(
    'DeviceN colorants',
    (objects, root) =>
      onePage({ resources: `/ColorSpace<</C ${root}>>`, content: `/C cs .5 scn 0 0 90 90 re f ${shownText}`, objects }),
    (next, leaf) =>
      leaf
        ? '/DeviceRGB'
        : `[/DeviceN[/S]/DeviceRGB<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[1 1 1]>><</Colorants<<${namesOf(next)}>>>>]`,
  ),
  ...shapes(
    'functions',
    (objects, root) =>
      onePage({
        resources: `/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 700]/Function ${root}>>>>`,
        content: `/S sh ${shownText}`,
        objects,
      }),
    (next, leaf) => {
      const count = named(next).length;
      return leaf
        ? '<</FunctionType 2/Domain[0 1]/N 1>>'
        : `<</FunctionType 3/Domain[0 1]/Functions[${next}]/Bounds[${many(count - 1, (at) => `${(at + 1) / count}`).join(' ')}]/Encode[${'0 1 '.repeat(count)}]>>`;
    },
  ),
  ...shapes(
    'Type 3 glyphs',
    (objects, root) =>
      onePage({
        resources: '',
        page: `/Resources<</Font<</F 5 0 R/T ${root}>>>>`,
        content: `BT /T 9 Tf (${'a'.repeat(200)}) Tj ET ${shownText}`,
        objects: { 8: stream('9 0 d0 BT /X0 9 Tf (aa) Tj ET BT /X1 9 Tf (aa) Tj ET 0 0 9 9 re f'), ...objects },
      }),
    (next) =>
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 8 0 R>>/Resources<</Font<<${namesOf(next)}>>>>>>`,
  ),
  ...shapes(
    'image masks',
    (objects, root) =>
      onePage({ resources: `/XObject<</I ${root}>>`, content: `q 90 0 0 90 0 0 cm /I Do Q ${shownText}`, objects }),
    (next) =>
      stream(
        '\0',
        `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${
          next === ''
            ? ''
            : `/SMask ${named(next)[0]} 0 R/Alternates[${named(next)
                .map((number) => `<</Image ${number} 0 R>>`)
                .join('')}]`
        }`,
      ),
  ),
  ...shapes(
    'article threads',
    (objects, root) => onePage({ catalog: `/Threads[${root} <</F ${root}>>]`, page: `/B[${root}]`, objects }),
    (next) => {
      const [first = null, second = first] = named(next).map((number) => `${number} 0 R`);
      return `<</F ${first ?? '3 0 R'}${entry('N', second)}${entry('V', first)}/P 3 0 R/R[0 0 9 9]/T ${first ?? 'null'}>>`;
    },
  ),
  ...shapes(
    'length',
    (objects, root) =>
      pdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
        4: `<</Length ${root}>>\nstream\nq Q\nendstream`,
        ...objects,
      }),
    (next, leaf) => (leaf ? '3' : `${named(next)[0]} 0 R`),
  ),
  ...shapes(
    'page parents',
    (objects, root) => onePage({ page: `/Parent ${root}`, objects }),
    (next) => `<</Type/Pages${next === '' ? '' : `/Parent ${named(next)[0]} 0 R/Kids[${next}]`}/Count 1>>`,
  ),
  ...shapes(
    'CMaps',
    (objects, root) =>
      onePage({
        page: '/Resources<</Font<</F 9 0 R>>>>',
        objects: {
          9: `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding ${root}/ToUnicode ${root}/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>`,
          ...objects,
        },
      }),
    (next) =>
      plain(
        'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 0 endcidrange endcmap',
        `/Type/CMap/CMapName/A${next === '' ? '' : `/UseCMap ${named(next)[0]} 0 R`}`,
      ),
  ),
];

const image = (width: number, height: number, entries: string, data: string, times = 1) =>
  stream(data, `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${entries}`, times);
const drawn = (objects: Objects, count = 1): Buffer =>
  onePage({
    resources: '/XObject<</I 10 0 R>>',
    content: `${many(count, (at) => `q ${500 - (at % 90)} 0 0 700 0 0 cm /I Do Q`).join(' ')} ${shownText}`,
    objects,
  });

/** Content of 15 MB that repeats a piece, which deflates to some tens of kilobytes. */
const filled = (name: string, text: string, parts: PageParts = {}): Hostile => ({
  name: `content of 15 MB: ${name}`,
  make: () => onePage({ ...parts, content: `${parts.content ?? ''} ${megabytes(15, text)}` }),
});

const expanding: readonly Hostile[] = [
  filled('nothing', ' '),
  filled('numbers', '1 '),
  filled('operators that nobody knows', 'xx '),
  filled('saved states', 'q Q '),
  filled('open states', 'q '),
  filled('points of one path', '9 9 l ', { content: '0 0 m' }),
  filled('curves of one path', '1 2 3 4 5 6 c ', { content: '0 0 m' }),
  filled('rectangles', '10 10 9 9 re f '),
  filled('rectangles of one path', '10 10 9 9 re '),
  filled('lines', '0 0 m 600 700 l S '),
  filled('clips', '0 0 600 700 re W n '),
  filled('marks', '/P<</MCID 1>>BDC EMC '),
  filled('open marks', '/P BMC '),
  filled('words', '(a) Tj ', { content: 'BT /F 9 Tf 50 700 Td' }),
  filled('words at places', '1 0 0 1 50 50 Tm (word) Tj ', { content: 'BT /F 9 Tf' }),
  filled('lines of words', "(word) ' ", { content: 'BT /F 9 Tf 1 TL 50 700 Td' }),
  filled('one long word', 'a', { content: 'BT /F 9 Tf 50 700 Td (' }),
  filled('one long array of text', '(a)-9', { content: 'BT /F 9 Tf 50 700 Td [' }),
  filled('text objects', 'BT ET '),
  filled('fonts', '/F 9 Tf '),
  filled('inline images', 'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI '),
  filled('forms', '/X Do ', { resources: '/XObject<</X 10 0 R>>', objects: { 10: form('0 0 1 1 re f') } }),
  filled('images', '/X Do ', {
    resources: '/XObject<</X 10 0 R>>',
    objects: { 10: image(1, 1, '/BitsPerComponent 8/ColorSpace/DeviceGray', 'a') },
  }),
  filled('shadings', '/S sh ', {
    resources:
      '/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 700]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>>>',
  }),
  filled('tiles', '/Pattern cs /T scn 0 0 600 700 re f ', {
    resources: '/Pattern<</T 10 0 R>>',
    objects: { 10: stream('0 0 1 1 re f', '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 2 2]/XStep 2/YStep 2') },
  }),
  filled('graphics states', '/G gs ', { resources: '/ExtGState<</G<</ca .5/BM/Multiply>>>>' }),
  filled('blended rectangles', '/G gs 0 0 600 700 re f ', { resources: '/ExtGState<</G<</ca .5/BM/Luminosity>>>>' }),
  filled('dashes', '[1 1]0 d '),
  filled('nested arrays', '['),
  filled('nested dictionaries', '<</A'),
  filled('a name', 'a', { content: '/' }),
  filled('a number', '9'),
  filled('a comment', 'a', { content: '%' }),
  {
    name: 'content deflated three times, 64 MB',
    make: () =>
      pdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
        4: stream(megabytes(64, ' '), '', 3),
      }),
  },
  {
    name: 'filters in a row',
    make: () =>
      pdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
        4: plain('00'.repeat(20_000), `/Filter[${'/ASCIIHexDecode'.repeat(3_000)}]`),
      }),
  },
  {
    name: 'run lengths in a row',
    make: () =>
      drawn({
        10: plain(
          '\x81\x81'.repeat(20_000),
          `/Type/XObject/Subtype/Image/Width 10000/Height 10000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter[${'/RunLengthDecode'.repeat(4)}]`,
        ),
      }),
  },
  {
    name: 'an image of 100 megapixels',
    make: () =>
      drawn({
        10: image(10_000, 10_000, '/BitsPerComponent 8/ColorSpace/DeviceGray', megabytes(96, '\0'), 2),
      }).subarray(0),
  },
  {
    name: 'an image of 100 megapixels in CMYK without data',
    make: () => drawn({ 10: image(10_000, 10_000, '/BitsPerComponent 8/ColorSpace/DeviceCMYK', 'a') }),
  },
  {
    name: 'images of 100 megapixels drawn 200 times',
    make: () => drawn({ 10: image(10_000, 10_000, '/BitsPerComponent 1/ColorSpace/DeviceGray', 'a') }, 200),
  },
  {
    name: 'an image with a soft mask of 100 megapixels',
    make: () =>
      drawn(
        {
          10: image(1, 1, '/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 11 0 R', 'a'),
          11: image(10_000, 10_000, '/BitsPerComponent 8/ColorSpace/DeviceGray', 'a'),
        },
        20,
      ),
  },
  {
    name: 'a CCITT image of 10 000 columns',
    make: () =>
      drawn({
        10: plain(
          '\xff'.repeat(50_000),
          '/Type/XObject/Subtype/Image/Width 10000/Height 10000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 10000/Rows 10000>>',
        ),
      }),
  },
  {
    name: 'JBIG2 of nothing',
    make: () =>
      drawn({
        10: plain(
          '\0\0\0\0\x30\0\x01\0\0\0\x13\0\0\x27\x10\0\0\x27\x10\0\0\0\0\0\0\0\0\0\0\0',
          '/Type/XObject/Subtype/Image/Width 10000/Height 10000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode',
        ),
      }),
  },
  {
    name: '400 pages of one image of 9 megapixels',
    make: () =>
      manyPages(400, '/XObject<</I 10 0 R>>', 'q 500 0 0 700 0 0 cm /I Do Q', {
        10: image(3_000, 3_000, '/BitsPerComponent 8/ColorSpace/DeviceGray', 'a'),
      }),
  },
  {
    name: '1 000 pages of one page of words',
    make: () =>
      manyPages(
        1_000,
        '',
        `BT /F 9 Tf ${many(300, (at) => `1 0 0 1 ${50 + (at % 10) * 50} ${700 - Math.floor(at / 10) * 20} Tm (w${at}) Tj`).join(' ')} ET`,
        {},
      ),
  },
  {
    name: '1 000 pages of a table',
    make: () =>
      manyPages(
        1_000,
        '',
        `${many(30, (row) => `50 ${50 + row * 20} 500 .5 re f`).join(' ')} BT /F 9 Tf ${many(300, (at) => `1 0 0 1 ${50 + (at % 10) * 50} ${700 - Math.floor(at / 10) * 20} Tm (${at}.00) Tj`).join(' ')} ET`,
        {},
      ),
  },
  {
    name: '100 pages of 1 MB of words',
    make: () => manyPages(100, '', `BT /F 9 Tf ${megabytes(1, '1 0 0 1 50 50 Tm (word) Tj ')} ET`, {}),
  },
];

function manyPages(count: number, resources: string, content: string, objects: Objects): Buffer {
  const first = 100;
  return pdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${refs(count, first)}]/Count ${count}/MediaBox[0 0 612 792]/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
    4: stream(content),
    5: font,
    ...objects,
    ...numbered(count, first, () => '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>'),
  });
}

const drawing: readonly Hostile[] = [
  {
    name: 'a dash of nothing',
    make: () => onePage({ content: `[.00001 .00001]0 d 9 w 0 0 m 100000 100000 l S ${shownText}` }),
  },
  {
    name: 'a dash of nothing on curves',
    make: () => onePage({ content: `[.001]0 d .001 w ${'0 0 m 9000 1 1 9000 600 700 c S '.repeat(500)}${shownText}` }),
  },
  {
    name: 'tiles of nothing',
    make: () =>
      onePage({
        resources: '/Pattern<</T 10 0 R>>',
        content: `/Pattern cs /T scn 0 0 600 700 re f ${shownText}`,
        objects: {
          10: stream('0 0 1 1 re f', '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .0001/YStep .0001'),
        },
      }),
  },
  {
    name: 'tiles that are large and close',
    make: () =>
      onePage({
        resources: '/Pattern<</T 10 0 R>>',
        content: `/Pattern cs /T scn 0 0 600 700 re f ${shownText}`,
        objects: {
          10: stream(
            '0 0 600 700 re f '.repeat(50),
            '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 700]/XStep 1/YStep 1',
          ),
        },
      }),
  },
  {
    name: 'shadings over everything',
    make: () =>
      onePage({
        resources: '/Shading<</S 10 0 R>>',
        content: `${'/S sh '.repeat(3_000)}${shownText}`,
        objects: {
          10: `<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 612 0 792]/Function 11 0 R>>`,
          11: stream(`{${' dup mul sin'.repeat(3_000)} 0 }`, '/FunctionType 4/Domain[0 612 0 792]/Range[0 1 0 1 0 1]'),
        },
      }),
  },
  {
    name: 'a calculator that takes long',
    make: () =>
      onePage({
        resources: '/Shading<</S 10 0 R>>',
        content: `/S sh ${shownText}`,
        objects: {
          10: `<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 612 0 792]/Function 11 0 R>>`,
          11: stream(
            `{ ${'2 copy add sin '.repeat(30)}${'dup mul cos '.repeat(60_000)} 0 }`,
            '/FunctionType 4/Domain[0 612 0 792]/Range[0 1 0 1 0 1]',
          ),
        },
      }),
  },
  {
    name: 'calculators in a separation',
    make: () =>
      onePage({
        resources: '/ColorSpace<</C 10 0 R>>/XObject<</I 12 0 R>>',
        content: `q 500 0 0 700 0 0 cm /I Do Q ${shownText}`,
        objects: {
          10: '[/Separation/S/DeviceRGB 11 0 R]',
          11: stream(`{ ${'dup mul cos '.repeat(20_000)} dup dup }`, '/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]'),
          12: image(3_000, 3_000, '/BitsPerComponent 8/ColorSpace 10 0 R', megabytes(9, 'abc'), 2),
        },
      }),
  },
  {
    name: 'a sampled function of many inputs',
    make: () =>
      onePage({
        resources: '/ColorSpace<</C 10 0 R>>',
        content: `/C cs ${'.5 '.repeat(20)} scn ${'0 0 600 700 re f '.repeat(2_000)}${shownText}`,
        objects: {
          10: `[/DeviceN[${many(20, (at) => `/N${at}`).join('')}]/DeviceRGB 11 0 R]`,
          11: stream(
            'a',
            `/FunctionType 0/Domain[${'0 1 '.repeat(20)}]/Range[0 1 0 1 0 1]/Size[${'2 '.repeat(20)}]/BitsPerSample 8`,
          ),
        },
      }),
  },
  {
    name: 'a mesh of many patches',
    make: () =>
      onePage({
        resources: '/Shading<</S 10 0 R>>',
        content: `/S sh ${shownText}`,
        objects: {
          10: stream(
            megabytes(4, many(29, (at) => String.fromCharCode((at * 37) % 256)).join('')).replaceAll(/^./g, '\0'),
            '/ShadingType 6/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 600 0 700 0 1 0 1 0 1]',
          ),
        },
      }),
  },
  {
    name: 'a mesh of many triangles',
    make: () =>
      onePage({
        resources: '/Shading<</S 10 0 R>>',
        content: `/S sh ${shownText}`,
        objects: {
          10: stream(
            megabytes(8, '\0\x05\xf5abc\0\xf0\x0adef\0\xa0\xa0ghi'),
            '/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 600 0 700 0 1 0 1 0 1]',
          ),
        },
      }),
  },
  {
    name: 'transparency groups of the whole page',
    make: () =>
      onePage({
        resources: '/XObject<</X 10 0 R>>/ExtGState<</G<</ca .5/SMask<</S/Luminosity/G 10 0 R>>>>>>',
        content: `${'q /G gs /X Do Q '.repeat(3_000)}${shownText}`,
        objects: { 10: form('0 0 600 700 re f', '/Group<</S/Transparency/CS/DeviceRGB/I true>>') },
      }),
  },
  {
    name: 'one heavy appearance under many annotations',
    make: () =>
      onePage({
        page: `/Annots[${many(1_000, () => '<</Subtype/Stamp/Rect[0 0 600 700]/AP<</N 10 0 R>>>>').join('')}]`,
        objects: { 10: form('0 0 600 700 re f 0 0 m 600 700 l S '.repeat(5_000)) },
      }),
  },
  {
    name: 'a page of 14 400 points with wide strokes',
    make: () =>
      onePage({
        page: '/MediaBox[0 0 14400 14400]',
        content: `9000 w 1 j 1 J ${many(4_000, (at) => `${at} 0 m ${14_000 - at} 14400 l S`).join(' ')} ${shownText}`,
      }),
  },
  {
    name: 'a path of many crossings',
    make: () =>
      onePage({
        content: `0 0 m ${many(200_000, (at) => `${(at * 7919) % 612} ${(at * 104_729) % 792} l`)
          .join(' ')
          .slice(0, 190_000)} f* ${shownText}`,
      }),
  },
  {
    name: 'text that clips',
    make: () => onePage({ content: `BT /F 90 Tf 7 Tr 50 50 Td ${'(abcdefgh) Tj '.repeat(3_000)} ET 0 0 600 700 re f` }),
  },
  {
    name: 'a glyph of large size',
    make: () => onePage({ content: `BT /F 30000 Tf 2 Tr 900 w 0 0 Td (${'@&%'.repeat(5_000)}) Tj ET` }),
  },
];

const structures: readonly Hostile[] = [
  {
    name: 'arrays 90 000 deep',
    make: () => onePage({ objects: { 10: `${'['.repeat(45_000)}${']'.repeat(45_000)}` } }),
  },
  {
    name: 'dictionaries 10 000 deep',
    make: () =>
      onePage({ catalog: '/PieceInfo 10 0 R', objects: { 10: `${'<</A'.repeat(10_000)} 1 ${'>>'.repeat(10_000)}` } }),
  },
  { name: 'strings 90 000 deep', make: () => onePage({ catalog: `/Lang${'('.repeat(45_000)}${')'.repeat(45_000)}` }) },
  {
    name: 'revisions that go in a circle',
    make: () => Buffer.from(onePage({}).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R/Prev 600'), 'latin1'),
  },
  { name: '500 revisions', make: () => revisions(500) },
  {
    name: 'an object stream that extends itself',
    make: () =>
      onePage({ objects: { 10: stream('11 0 <</Type/ObjStm>>', '/Type/ObjStm/N 1/First 5/Extends 10 0 R') } }),
  },
  {
    name: 'a cross-reference stream of 10^9 entries',
    make: () => crossReferenceStream('/Size 1000000000/Index[0 1000000000]/W[1 2 1]', 'a'),
  },
  {
    name: 'a cross-reference stream of 15 MB',
    make: () => crossReferenceStream('/Size 3900000/W[1 2 1]', megabytes(15, '\x01\0\x09\0')),
  },
  {
    name: 'a broken file of many headers of objects',
    make: () =>
      Buffer.from(`%PDF-1.4\n${many(7_000, (at) => `${at} 0 obj<<`).join('\n')}\ntrailer<</Root 1 0 R>>`, 'latin1'),
  },
  {
    name: 'a broken file of many trailers',
    make: () => Buffer.from(`%PDF-1.4\n${'trailer<</Root 1 0 R/Prev 9>>\n'.repeat(3_000)}`, 'latin1'),
  },
  {
    name: 'a broken file of many streams without end',
    make: () =>
      Buffer.from(
        `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page>>endobj\n${many(2_500, (at) => `${at + 4} 0 obj<</Length 9>>stream\n`).join('')}trailer<</Root 1 0 R>>`,
        'latin1',
      ),
  },
  {
    name: '1 000 fields of one name',
    make: () =>
      onePage({
        catalog: `/AcroForm<</Fields[${refs(1_000, 10)}]/DA(/F 9 Tf)>>`,
        page: `/Annots[${refs(1_000, 10)}]`,
        objects: numbered(1_000, 10, () => '<</Subtype/Widget/FT/Tx/T(f)/Rect[0 0 9 9]>>'),
      }),
  },
  {
    name: '13 000 squares that are one',
    make: () =>
      onePage({
        page: `/Annots[${'10 0 R '.repeat(13_000)}]`,
        objects: { 10: '<</Subtype/Square/Rect[0 0 600 700]/C[1 0 0]/IC[0 1 0]>>' },
      }),
  },
  {
    name: '13 000 links that are one',
    make: () =>
      onePage({
        page: `/Annots[${'10 0 R '.repeat(13_000)}]`,
        objects: { 10: '<</Subtype/Link/Rect[0 0 600 700]/Dest[3 0 R/Fit]>>' },
      }),
  },
  {
    name: '1 900 times the same page',
    make: () =>
      pdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Kids[${'3 0 R '.repeat(1_900)}]/Count 1900>>`,
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
        4: stream(megabytes(1, '1 1 3 3 re f ')),
      }),
  },
  {
    name: 'widths of 13 000 ranges',
    make: () =>
      onePage({
        page: '/Resources<</Font<</F 9 0 R>>>>',
        objects: {
          9: `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[${'0 65535 500 '.repeat(900)}]>>]>>`,
        },
      }),
  },
  {
    name: 'fonts with a program of 15 MB',
    make: () =>
      onePage({
        page: `/Resources<</Font<<${many(40, (at) => `/F${at || ''} ${20 + at} 0 R`).join('')}>>>>`,
        content: many(40, (at) => `BT /F${at || ''} 9 Tf (abc) Tj ET`).join(' '),
        objects: {
          10: stream(`\0\x01\0\0\0\x01\0\0\0\0\0\0glyf${'\0'.repeat(20)}${megabytes(8, 'abcd')}`),
          ...numbered(
            40,
            20,
            () =>
              '<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 97/LastChar 99/Widths[500 500 500]/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 10 0 R>>>>',
          ),
        },
      }),
  },
  {
    name: 'a Type 1 program that calls itself',
    make: () =>
      onePage({
        page: '/Resources<</Font<</F 9 0 R>>>>',
        objects: {
          9: '<</Type/Font/Subtype/Type1/BaseFont/A/FirstChar 97/LastChar 97/Widths[500]/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontFile 10 0 R>>>>',
          10: stream(
            `%!PS-AdobeFont-1.0: A\n/FontMatrix[.001 0 0 .001 0 0]def /Encoding 256 array ${megabytes(4, 'dup 97 /a put ')} def currentfile eexec ${'a'.repeat(5_000)}`,
          ),
        },
      }),
  },
  {
    name: 'names and strings of 4 MB',
    make: () =>
      onePage({
        catalog: '/Metadata 10 0 R',
        objects: {
          10: stream(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<a>'.repeat(900_000)}`, '/Type/Metadata/Subtype/XML'),
        },
      }),
  },
  {
    name: 'metadata of entities',
    make: () =>
      onePage({
        catalog: '/Metadata 10 0 R',
        objects: {
          10: stream(
            `<!DOCTYPE x[<!ENTITY a "aaaaaaaaaa">${many(20, (at) => `<!ENTITY a${at} "${`&a${at - 1 < 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]><x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title>&a19;</dc:title></x:xmpmeta>`,
            '/Type/Metadata/Subtype/XML',
          ),
        },
      }),
  },
  {
    name: 'an XFA form of 15 MB',
    make: () =>
      onePage({
        catalog: '/AcroForm<</XFA[(template) 10 0 R(datasets) 10 0 R]/Fields[]>>',
        objects: { 10: stream(`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${megabytes(12, '<field name="a"/>')}`) },
      }),
  },
];

function crossReferenceStream(entries: string, data: string): Buffer {
  const head =
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n';
  return Buffer.from(
    `${head}4 0 obj\n${stream(data, `/Type/XRef/Root 1 0 R${entries}`)}\nendobj\nstartxref\n${head.length}\n%%EOF\n`,
    'latin1',
  );
}

function revisions(count: number): Buffer {
  let file = onePage({}).toString('latin1');
  for (let revision = 0; revision < count; revision += 1) {
    const before = /startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1] ?? '0';
    const at = file.length;
    const body = `5 0 obj\n${font}\nendobj\n`;
    file += `${body}xref\n5 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 6/Root 1 0 R/Prev ${before}>>\nstartxref\n${at + body.length}\n%%EOF\n`;
  }
  return Buffer.from(file, 'latin1');
}

/** By what they aim at: trees and graphs, filters and content that expand, drawing, and the structure of the file. */
export const hostilePdfs: readonly HostileFile[] = [
  ...trees,
  ...expanding,
  ...drawing,
  ...structures,
  ...packedPdfs,
  ...reachingPdfs,
  ...crowdedPdfs,
  ...entangledPdfs,
].map((file) => ({
  extension: 'pdf',
  ...file,
}));
