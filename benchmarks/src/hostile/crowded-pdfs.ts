import { numbered, packedPage, packedPdf, refs } from '../written-packed-pdf.ts';
import { font, many, type Objects, onePage, pdf, scattered, shownText, stream } from '../written-pdf.ts';

type Hostile = { readonly name: string; make(): Buffer };

const form = (content: string, entries = '') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 900 900]/Resources<</Font<</F 5 0 R>>>>${entries}`);
/** Drawings of a form at scattered places, so that a great many take some kilobytes. */
function crowd(count: number, of: number, drawn: (at: number, random: (within: number) => string) => string): Buffer {
  const random = scattered();
  return onePage({
    resources: '/XObject<</X 10 0 R>>',
    content: many(count / of, () => `q 1 0 0 1 ${random(110)} ${random(90)} cm /X Do Q`).join(' '),
    objects: { 10: form(many(of, (at) => drawn(at, random)).join(' ')) },
  });
}

const letters = (count: number, sizes: readonly number[], turned = false) =>
  crowd(count, 250, (at, random) => {
    const angle = turned ? at : 0;
    const matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle)]
      .map((value) => value.toFixed(2))
      .join(' ');
    return `BT /F ${sizes[at % sizes.length]} Tf ${matrix} ${random(500)} ${random(700)} Tm (${'abcdefg'[at % 7]}) Tj ET`;
  });

/** A font whose codes stand for what 'unicode' says, in hexadecimal. */
const mapped = (unicode: string): Objects => ({
  10: '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 11 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 100/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>',
  11: stream(
    `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${unicode} endcmap`,
    '/Type/CMap/CMapName/A/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>',
  ),
});
const inFont = (content: string, objects: Objects) =>
  onePage({ page: '/Resources<</Font<</F 10 0 R>>>>', content, objects });

/** Many things on one page, which stages of reading compare with each other. */
const crowds: readonly Hostile[] = [
  { name: '100 000 scattered letters of one size', make: () => letters(100_000, [4]) },
  { name: '100 000 scattered letters of two sizes', make: () => letters(100_000, [6, 3]) },
  { name: '30 000 scattered letters of two sizes', make: () => letters(30_000, [6, 3]) },
  { name: '30 000 scattered letters of ten sizes', make: () => letters(30_000, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) },
  { name: '20 000 letters at all angles', make: () => letters(20_000, [5], true) },
  {
    name: '30 000 scattered numbers with decimals',
    make: () => crowd(30_000, 250, (at, random) => `BT /F 4 Tf ${random(500)} ${random(700)} Td (${at}.50) Tj ET`),
  },
  {
    name: '10 000 pictures with 20 000 fills upon them',
    make: () => {
      const random = scattered();
      return onePage({
        resources: '/XObject<</X 10 0 R/I 11 0 R>>',
        content: many(100, () => `q 1 0 0 1 ${random(99)} ${random(99)} cm /X Do Q`).join(' '),
        objects: {
          10: stream(
            many(
              100,
              (at) =>
                `q 20 0 0 20 ${random(500)} ${random(700)} cm /I Do Q .${at % 9} g ${random(500)} ${random(700)} 9 9 re f ${random(500)} ${random(700)} 7 9 re f`,
            ).join(' '),
            '/Subtype/Form/BBox[0 0 900 900]/Resources<</XObject<</I 11 0 R>>>>',
          ),
          11: stream('abcd', '/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray'),
        },
      });
    },
  },
  {
    name: '20 000 tall panels beside 3 000 words',
    make: () => {
      const random = scattered();
      return onePage({
        content: `${'.9 g 50 20 200 700 re f .8 g 51 20 100 700 re f '.repeat(10_000)} 0 g BT /F 4 Tf ${many(3_000, () => `1 0 0 1 ${random(600)} ${random(780)} Tm (word) Tj`).join(' ')} ET`,
      });
    },
  },
  {
    name: '40 000 boxes around each other',
    make: () =>
      onePage({
        content: `${many(40_000, (at) => `${at % 300} ${at % 300} ${600 - (at % 300)} ${700 - (at % 300)} re S`).join(' ')} ${shownText}`,
      }),
  },
  {
    name: 'a lattice of 300 x 300 rules',
    make: () =>
      onePage({
        content: `.1 w ${many(300, (at) => `50 ${50 + at * 2} m 560 ${50 + at * 2} l S ${50 + at * 1.7} 50 m ${50 + at * 1.7} 648 l S`).join(' ')} ${shownText}`,
      }),
  },
  {
    name: '60 000 short rules under letters',
    make: () =>
      crowd(60_000, 250, (_, random) => {
        const [x, y] = [random(500), random(700)];
        return `${x} ${y} 4 .3 re f BT /F 4 Tf ${x} ${y} Td (a) Tj ET`;
      }),
  },
  {
    name: '60 000 dots and dashes as drawn rules',
    make: () => crowd(60_000, 300, (_, random) => `${random(500)} ${random(700)} .6 .6 re f`),
  },
  {
    name: '60 000 curves of the size of letters',
    make: () => crowd(60_000, 300, (_, random) => `${random(500)} ${random(700)} m 9 20 30 40 ${random(500)} 80 c f`),
  },
  {
    name: '6 000 links that each cover the page of 3 000 words',
    make: () => {
      const random = scattered();
      return packedPage({
        content: `BT /F 4 Tf ${many(3_000, () => `1 0 0 1 ${random(600)} ${random(780)} Tm (word) Tj`).join(' ')} ET`,
        page: `/Annots[${refs(6_000, 10)}]`,
        objects: {
          ...numbered(
            6_000,
            10,
            (at) =>
              `<</Subtype/${at % 2 === 0 ? 'Link' : 'Highlight'}/Rect[0 0 612 792]/QuadPoints[0 792 612 792 0 0 612 0]/A<</S/URI/URI(http://a.b/${at})>>>>`,
          ),
        },
      });
    },
  },
  {
    name: '2 000 pages that share 29 000 letters',
    make: () =>
      shared(2_000, `BT /F 4 Tf ${many(400, (at) => `1 0 0 1 20 ${20 + at} Tm (${'a '.repeat(36)}) Tj`).join(' ')} ET`),
  },
  {
    name: '300 pages that share 3 000 words',
    make: () => {
      const random = scattered();
      return shared(
        300,
        `BT /F 4 Tf ${many(3_000, () => `1 0 0 1 ${random(600)} ${random(780)} Tm (word) Tj`).join(' ')} ET`,
      );
    },
  },
];

function shared(count: number, content: string): Buffer {
  return packedPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${refs(count, 10)}]/Count ${count}/MediaBox[0 0 612 792]/Resources<</Font<</F 5 0 R>>>>>>`,
    4: stream(content),
    5: font,
    ...numbered(count, 10, () => '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>'),
  });
}

const shownCodes = (codes: string) => `BT /F 9 Tf 1 0 0 1 50 700 Tm <${codes}> Tj ET`;

/** Characters without width, without end and in both directions. */
const characters: readonly Hostile[] = [
  {
    name: '60 000 embeddings of directions in each other',
    make: () =>
      inFont(
        shownCodes('000100020003'.repeat(20_000)),
        mapped('4 beginbfchar <0001> <202b> <0002> <05d0> <0003> <202d> <0004> <2067> endbfchar'),
      ),
  },
  {
    name: '100 000 marks on one letter',
    make: () =>
      inFont(
        shownCodes(`0001${'0002'.repeat(100_000)}`),
        mapped('2 beginbfchar <0001> <0061> <0002> <0301> endbfchar'),
      ),
  },
  {
    name: '100 000 joiners without width between letters',
    make: () =>
      inFont(
        shownCodes('000100020003'.repeat(50_000)),
        mapped('3 beginbfchar <0001> <0061> <0002> <200d> <0003> <200b> endbfchar'),
      ),
  },
  {
    name: '2 000 codes of 250 letters each, shown 20 times',
    make: () =>
      inFont(
        shownCodes(
          many(2_000, (at) => at.toString(16).padStart(4, '0'))
            .join('')
            .repeat(20),
        ),
        mapped(`1 beginbfrange <0000> <ffff> <${'0061'.repeat(250)}> endbfrange`),
      ),
  },
  {
    name: 'vertical writing of 30 000 glyphs with 3 000 000 widths',
    make: () =>
      inFont(many(300, (at) => `BT /F 4 Tf 1 0 0 1 ${20 + at * 1.9} 780 Tm <${'0041'.repeat(100)}> Tj ET`).join(' '), {
        10: '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-V/DescendantFonts[12 0 R]>>',
        12: '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W 13 0 R/W2 14 0 R/CIDToGIDMap 15 0 R/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>',
        13: `[${'0 65535 500 '.repeat(900)}]`,
        14: `[${'0 65535 -900 400 800 '.repeat(900)}]`,
        15: stream('\0A'.repeat(8_000_000)),
      }),
  },
  {
    name: 'text of no size, of all sizes and stretched beyond the page',
    make: () =>
      onePage({
        content: `BT ${many(20_000, (at) => `/F ${at % 3 === 0 ? 0 : at % 3 === 1 ? 1e7 : -9} Tf ${at % 2 === 0 ? 1e6 : 0} Tz ${at % 5 === 0 ? 1e9 : -1e4} Tw (a b) Tj T*`).join(' ')} ET`,
      }),
  },
];

const stateOf = (entries: string) => `/ExtGState<</G<<${entries}>>>>`;
const calculator = (steps: number, inputs = 1) =>
  stream(
    `{${'dup mul '.repeat(steps)}${inputs > 1 ? 'pop '.repeat(inputs - 1) : ''}}`,
    `/FunctionType 4/Domain[${'0 1 '.repeat(inputs)}]/Range[0 1]`,
  );

/** What painting goes through besides shapes. */
const painting: readonly Hostile[] = [
  {
    name: 'transfer functions set 50 000 times',
    make: () =>
      onePage({
        resources: stateOf(
          '/TR[10 0 R 10 0 R 10 0 R 10 0 R]/BG 10 0 R/UCR 10 0 R/HT<</HalftoneType 1/SpotFunction 10 0 R>>',
        ),
        content: `${'/G gs 9 9 9 9 re f '.repeat(50_000)}${shownText}`,
        objects: { 10: calculator(1_000) },
      }),
  },
  {
    name: 'an image of 4 000 x 4 000 in 32 colorants',
    make: () =>
      onePage({
        resources: '/XObject<</I 10 0 R>>',
        content: `q 500 0 0 500 50 50 cm /I Do Q ${shownText}`,
        objects: {
          10: stream(
            'a',
            `/Subtype/Image/Width 4000/Height 4000/BitsPerComponent 1/ColorSpace[/DeviceN[${many(32, (at) => `/A${at}`).join('')}]/DeviceGray 11 0 R]`,
          ),
          11: calculator(9, 32),
        },
      }),
  },
  {
    name: 'colours of 32 colorants set 30 000 times',
    make: () =>
      onePage({
        resources: `/ColorSpace<</C[/DeviceN[${many(32, (at) => `/A${at}`).join('')}]/DeviceGray 11 0 R]>>`,
        content: `/C cs ${`${'.5 '.repeat(32)}scn 9 9 9 9 re f `.repeat(30_000)}${shownText}`,
        objects: { 11: calculator(90, 32) },
      }),
  },
  {
    name: 'a palette of 2^31 entries of a palette',
    make: () =>
      onePage({
        resources: '/XObject<</I 10 0 R>>',
        content: `q 500 0 0 500 50 50 cm /I Do Q ${shownText}`,
        objects: {
          10: stream('abcd', '/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace 11 0 R/Decode[0 1e30]'),
          11: '[/Indexed[/Indexed/DeviceRGB 255(abc)]2147483647 11 0 R]',
        },
      }),
  },
  {
    name: 'tiles at steps of a millionth',
    make: () =>
      onePage({
        resources: '/Pattern<</P 10 0 R>>',
        content: `/Pattern cs /P scn 0 0 612 792 re f ${shownText}`,
        objects: {
          10: stream(
            '0 0 1 1 re f',
            '/PatternType 1/PaintType 1/TilingType 2/BBox[-1e6 -1e6 1e6 1e6]/XStep .000001/YStep -.000001/Matrix[.001 .5 -.5 .001 0 0]/Resources<<>>',
          ),
        },
      }),
  },
  {
    name: '30 000 clips of curves in each other',
    make: () =>
      onePage({ content: `${'0 0 m 0 900 900 900 900 0 c h W n '.repeat(30_000)}0 0 500 500 re f ${shownText}` }),
  },
  {
    name: 'a glyph that draws an image of 9 megapixels, shown 20 000 times',
    make: () =>
      inFont(`BT /F 9 Tf ${many(200, (at) => `1 0 0 1 9 ${at * 3} Tm (${'a'.repeat(100)}) Tj`).join(' ')} ET`, {
        10: '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 11 0 R>>/Resources<</XObject<</I 12 0 R>>>>>>',
        11: stream('9 0 0 0 9 9 d1 9 0 0 9 0 0 cm /I Do'),
        12: stream('', '/Subtype/Image/ImageMask true/Width 3000/Height 3000/BitsPerComponent 1'),
      }),
  },
  {
    name: '2 000 inline fax images of 9 000 x 9 000 without data',
    make: () =>
      onePage({
        content: `${many(2_000, (at) => `q 9 0 0 9 ${at % 600} 9 cm BI /W 9000/H 9000/IM true/F/CCF/DP<</K -1/Columns 9000>> ID \0 EI Q`).join(' ')} ${shownText}`,
      }),
  },
  {
    name: 'soft masks with transfer functions on 3 000 forms',
    make: () =>
      onePage({
        resources: `/XObject<</X 12 0 R>>${stateOf('/SMask<</S/Luminosity/G 10 0 R/BC[1]/TR 11 0 R>>')}`,
        content: `${'q /G gs /X Do Q '.repeat(3_000)}${shownText}`,
        objects: {
          10: form('.5 g 0 0 612 792 re f', '/Group<</S/Transparency/CS/DeviceGray>>'),
          11: calculator(100),
          12: form('1 0 0 rg 9 9 500 500 re f', '/Group<</S/Transparency>>'),
        },
      }),
  },
  {
    name: 'a page of 10^9 points at a unit of 10^9, turned by 37 degrees',
    make: () => onePage({ page: '/MediaBox[-1e9 -1e9 1e9 1e9]/CropBox[9 9 -9 -9]/UserUnit 1000000000/Rotate 37' }),
  },
  {
    name: 'a page of a thousandth of a point, turned 2 000 000 010 degrees',
    make: () => onePage({ page: '/MediaBox[0 0 .001 .001]/UserUnit .0000001/Rotate 2000000010' }),
  },
];

/** Trees, chains and tables beside the pages. */
const besides: readonly Hostile[] = [
  {
    name: 'page labels of 30 000 ranges, 400 levels deep',
    make: () =>
      packedPage({
        catalog: '/PageLabels 10 0 R',
        objects: {
          ...numbered(400, 10, (at) => `<</Limits[0 ${2_000_000_000 - at}]/Kids[${11 + at} 0 R ${11 + at} 0 R]>>`),
          410: `<</Nums[${many(30_000, (at) => `${at}<</S/r/P(a)>>`).join('')}]>>`,
        },
      }),
  },
  {
    name: 'threads of 6 000 beads that lead to each other',
    make: () =>
      packedPage({
        catalog: `/Threads[${'9 0 R '.repeat(6_000)}]`,
        page: `/B[${refs(6_000, 10)}]`,
        objects: {
          9: '<</F 10 0 R/I<</Title(a)>>>>',
          ...numbered(
            6_000,
            10,
            (at) => `<</T 9 0 R/N ${10 + ((at + 7) % 6_000)} 0 R/V ${10 + ((at + 3) % 6_000)} 0 R/P 6 0 R/R[0 0 9 9]>>`,
          ),
        },
      }),
  },
  {
    name: 'a calculation order of 500 000 fields that are one',
    make: () =>
      packedPage({
        catalog: '/AcroForm<</Fields[10 0 R]/CO 11 0 R/DA(/F 9 Tf)>>',
        page: '/Annots[10 0 R]',
        objects: {
          10: '<</Subtype/Widget/FT/Tx/T(a)/V(1)/Rect[9 9 99 99]/AA<</C<</S/JavaScript/JS(1)>>>>>>',
          11: `[${'10 0 R '.repeat(500_000)}]`,
        },
      }),
  },
  {
    name: 'tags that name one piece of content 200 000 times',
    make: () =>
      packedPage({
        catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R',
        content: `/P<</MCID 0>>BDC ${shownText} EMC`,
        page: '/StructParents 0',
        objects: {
          9: '<</Type/StructTreeRoot/K 10 0 R/ParentTree<</Nums[0[10 0 R]]>>/RoleMap<</A/B/B/A>>>>',
          10: `<</Type/StructElem/S/A/P 9 0 R/Pg 6 0 R/K[${'0 '.repeat(200_000)}]>>`,
        },
      }),
  },
  {
    name: 'attached documents in each other, 40 levels, in folders that go in a circle',
    make: () => {
      let inner = onePage({});
      for (let level = 0; level < 40; level += 1)
        inner = onePage({
          catalog:
            '/Collection<</View/T/Folders 11 0 R>>/Names<</EmbeddedFiles<</Names[(a.pdf)<</Type/Filespec/F(a.pdf)/UF(a.pdf)/EF<</F 10 0 R>>>>]>>>>',
          objects: {
            10: stream(inner.toString('latin1'), '/Type/EmbeddedFile/Subtype/application#2Fpdf'),
            11: '<</ID 1/Name(a)/Child 11 0 R/Next 11 0 R/Parent 11 0 R>>',
          },
        });
      return inner;
    },
  },
  { name: '400 hybrid revisions whose streams lead on in a circle', make: () => hybridRevisions(400) },
  {
    name: 'a linearized file that says 2 000 000 000 pages and a hint of 4 GB',
    make: () =>
      pdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Kids[3 0 R]/Count 2000000000>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
        4: stream(shownText),
        5: font,
        6: '<</Linearized 1/L 4294967295/H[9 4294967290]/O 999999/E 1/N 2000000000/T 4294967295>>',
      }),
  },
  {
    name: 'object streams that say 10^9 objects and hold themselves',
    make: () =>
      onePage({
        page: '/Annots[50 0 R 51 0 R]',
        objects: numbered(300, 10, (at) =>
          stream(`${10 + at} 0 ${50 + at} 5 <<>> <<>>`, '/Type/ObjStm/N 1000000000/First 4/Extends 10 0 R'),
        ),
      }),
  },
  {
    name: 'usages of 3 000 layers in 20 000 events',
    make: () =>
      packedPage({
        catalog: `/OCProperties<</OCGs 8 0 R/D<</AS 9 0 R/RBGroups 7 0 R/ON 8 0 R/OFF 8 0 R/Locked 8 0 R>>/Configs[${'<</AS 9 0 R/OFF 8 0 R>>'.repeat(500)}]>>`,
        content: `/OC/M BDC ${shownText} EMC`,
        resources: '/Properties<</M 10 0 R>>',
        objects: {
          7: `[${'8 0 R '.repeat(20_000)}]`,
          8: `[${refs(3_000, 10)}]`,
          9: `[${'<</Event/Print/Category[/Print]/OCGs 8 0 R>>'.repeat(20_000)}]`,
          ...numbered(3_000, 10, () => '<</Type/OCG/Name(a)/Usage<</Print<</PrintState/OFF>>>>>>'),
        },
      }),
  },
  {
    name: '3 000 outline entries of one title of 1 MB',
    make: () =>
      packedPage({
        catalog: '/Outlines 9 0 R',
        objects: {
          8: `(${'title '.repeat(170_000)})`,
          9: '<</First 10 0 R/Last 3009 0 R/Count 3000>>',
          ...numbered(
            3_000,
            10,
            (at) => `<</Title 8 0 R/Parent 9 0 R/Dest[6 0 R/Fit]${at < 2_999 ? `/Next ${11 + at} 0 R` : ''}>>`,
          ),
        },
      }),
  },
  {
    name: 'metadata of 500 000 items, and a title of 5 MB',
    make: () =>
      onePage({
        catalog: '/Metadata 10 0 R',
        objects: {
          10: stream(
            `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag>${'<rdf:li>a</rdf:li>'.repeat(500_000)}</rdf:Bag></dc:subject><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${'title '.repeat(800_000)}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
            '/Type/Metadata/Subtype/XML',
          ),
        },
      }),
  },
];

/** Revisions that have both kinds of cross-references, each stream of which leads on to the first. */
function hybridRevisions(count: number): Buffer {
  let file = onePage({}).toString('latin1');
  const first = /startxref\n(\d+)/.exec(file)?.[1] ?? '0';
  for (let revision = 0; revision < count; revision += 1) {
    const at = file.length;
    const body = `9 0 obj\n<</Type/XRef/Size 10/Index[9 1]/W[1 2 1]/Root 1 0 R/Prev ${at}/Length 4>>\nstream\n\x01\0\0\0\nendstream\nendobj\n`;
    file += `${body}xref\n9 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 10/Root 1 0 R/XRefStm ${at}/Prev ${revision === 0 ? first : at + body.length}>>\nstartxref\n${at + body.length}\n%%EOF\n`;
  }
  return Buffer.from(file, 'latin1');
}

/** Kinds that crowd: things on a page, characters on a line, paint on a shape, entries beside the pages. */
export const crowdedPdfs: readonly Hostile[] = [...crowds, ...characters, ...painting, ...besides];
