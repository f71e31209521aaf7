import { decodeData, readContentStream } from '@platen/pdf-kit/objects';
import { type PDFDict, PDFName, type PDFStream } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { isSameDrawing } from '../src/drawing/is-same-drawing.ts';
import { numberText } from '../src/drawing/number-text.ts';
import { readDrawing } from '../src/drawing/read-drawing.ts';
import { rewriteContent, rewriteContents } from '../src/drawing/rewrite-contents.ts';
import { createTestPdf } from './build-pdf.ts';

const page = { isForm: false, scale: 1 };
/** What makes content long enough for a rewrite to pay. */
const filler = '0.0000001 g\n'.repeat(20);

function resources(): PDFDict {
  const pdf = createTestPdf();
  const font = (entries: object) => pdf.object({ Type: 'Font', Subtype: 'TrueType', BaseFont: 'F', ...entries });
  const widths = { FirstChar: 32, Widths: Array.from({ length: 96 }, () => 500) };
  const ref = pdf.object({
    Font: {
      F: font(widths),
      G: font({}),
      Type3: font({ ...widths, Subtype: 'Type3' }),
      SimHei: font({ ...widths, BaseFont: PDFName.of('#BA#DA#CC#E5') }),
    },
    ExtGState: { W: { LW: 3 } },
    XObject: { X: pdf.stream({ Subtype: 'Image' }, 'x') },
  });
  return pdf.context.lookup(ref) as PDFDict;
}

/** The rewritten content on one line. */
function rewrite(content: string, place = page): string | null {
  const bytes = rewriteContent(Buffer.from(`${filler}${content}`, 'latin1'), resources(), place);
  return bytes === null ? null : Buffer.from(bytes).toString('latin1').trim().replace(/\s+/g, ' ');
}

function draws(one: string, other: string): boolean {
  const [before, after] = [one, other].map((text) => {
    const content = Buffer.from(text, 'latin1');
    const operators = [...readContentStream(content)];
    return readDrawing({ content, operators, resources: resources(), isForm: false });
  });
  return before !== undefined && after !== undefined && isSameDrawing(before, after, 1);
}

test('numbers have the shortest form', () => {
  expect([0.5, -0.25, 12, 3.1379, -0.001, 1000.1].map((value) => numberText(value, 2))).toEqual(
    '.5 -.25 12 3.14 0 1000.1'.split(' '),
  );
});

describe('rewritten content', () => {
  test('has the decimals that a pixel at 1 200 dpi needs at the scale it is drawn at', () => {
    expect(rewrite('10.12345 20.98765 m 30.5 40.0001 l S')).toBe('10.12 20.99 m 30.5 40 l S');
    expect(rewrite('0.1 0 0 0.1 0 0 cm 10.12345 20.98765 m 30.5 40.0001 l S')).toBe(
      '.1 0 0 .1 0 0 cm 10.1 21 m 30.5 40 l S',
    );
    expect(rewrite('10.12345 20.98765 m 30.5 40.0001 l S', { isForm: false, scale: 100 })).toBe(
      '10.1235 20.9877 m 30.5 40.0001 l S',
    );
  });

  test('keeps areas as large as the tiles they are filled with', () => {
    const pdf = createTestPdf();
    const tile = pdf.stream({ PatternType: 1 }, '0 0 1 1 re f');
    const tiled = pdf.context.lookup(pdf.object({ Pattern: { T: tile } })) as PDFDict;
    const content = Buffer.from(`${filler}/Pattern cs /T scn 10.1234567 20.98765 5.22434 5.22434 re f`);
    const rewritten = Buffer.from(rewriteContent(content, tiled, page) ?? []).toString('latin1');
    expect(rewritten).toContain('10.12346 20.98765 5.22434 5.22434 re');
  });

  test('keeps rectangles that touch touching, and thin ones from vanishing', () => {
    expect(rewrite('10.004 0 5.004 9 re f 15.008 0 5.004 9 re f')).toBe('10 0 5.01 9 re f 15.01 0 5 9 re f');
    expect(rewrite('10 10 90 0.0021 re f')).toBe('10 10 90 .0021 re f');
  });

  test('sets parameters only where something depends on them', () => {
    expect(rewrite('q 2 w 1 0 0 rg q 0 1 0 rg Q 1 1 8 8 re f Q 0 0 9 9 re f')).toBe(
      '1 0 0 rg 1 1 8 8 re f 0 g 0 0 9 9 re f',
    );
  });

  test('saves a state once where the same is set right after it again', () => {
    const block = (text: string) => `q 0.5 0 0 0.5 7 7 cm 0 0 99 99 re W n ${text} Q `;
    expect(rewrite(`${block('1 1 5 5 re f')}${block('2 2 5 5 re f')}3 3 5 5 re f`)).toBe(
      'q .5 0 0 .5 7 7 cm 0 0 99 99 re W n 1 1 5 5 re f 2 2 5 5 re f Q 3 3 5 5 re f',
    );
  });

  test('goes on with text where the next piece begins at the pen', () => {
    expect(rewrite('BT /F 10 Tf 50 700 Td (a)Tj 5.0003 0 Td (b)Tj 9.9987 0 Td (c)Tj 0 -12 Td (d)Tj ET')).toBe(
      'BT/F 10 Tf 50 700 Td[(ab)-500(c)]TJ 15 -12 Td(d)Tj ET',
    );
  });

  test('keeps baselines where they were to a ten-thousandth of a point', () => {
    expect(rewrite('BT /F 10 Tf 72.12346 710.64006 Td (a)Tj 0 -12.7199 Td (b)Tj 0 -12.7203 Td (c)Tj ET')).toBe(
      'BT/F 10 Tf 72.12 710.64006 Td(a)Tj 0 -12.7199 Td(b)Tj 0 -12.7203 Td(c)Tj ET',
    );
  });

  test('joins text objects, drops kerns that add up to nothing and keeps those that add up', () => {
    expect(
      rewrite('BT /F 10 Tf 1 0 0 1 50 700 Tm [(a)2(b)-2(c)]TJ ET BT 1 0 0 1 50 680 Tm [(a)5(b)5(c)5(d)]TJ ET'),
    ).toBe('BT/F 10 Tf 50 700 Td(abc)Tj 0 -20 Td[(ab)10(cd)]TJ ET');
  });

  test('takes a matrix out of the text object it is in', () => {
    expect(rewrite('0.1 0 0 0.1 0 0 cm 7 7 9 9 re f BT 10 0 0 10 0 0 cm /F 10 Tf 1 0 0 1 50 700 Tm (a)Tj ET')).toBe(
      '.1 0 0 .1 0 0 cm 7 7 9 9 re f 10 0 0 10 0 0 cm BT/F 10 Tf 50 700 Td(a)Tj ET',
    );
  });

  test('sets colours of a device space that was set with its first colour', () => {
    expect(rewrite('1 0 0 rg 1 1 8 8 re f 0 0 1 sc 2 2 8 8 re f')).toBe('1 0 0 rg 1 1 8 8 re f 0 0 1 rg 2 2 8 8 re f');
    expect(rewrite('1 0 0 rg 1 1 8 8 re f 0.5 sc 2 2 8 8 re f')).toBeNull();
  });

  test('leaves out the brackets around operators that viewers may not know, where it knows them', () => {
    expect(rewrite('BX 1 1 8 8 re f EX 2 2 8 8 re f')).toBe('1 1 8 8 re f 2 2 8 8 re f');
    expect(rewrite('BX 1 1 8 8 re f 7 unheard EX 2 2 8 8 re f')).toBeNull();
  });

  test('starts anew where the width of a glyph is not known', () => {
    expect(rewrite('BT /G 10 Tf 50 700 Td (a)Tj (b)Tj 5 0 Td (c)Tj ET')).toBe(
      'BT/G 10 Tf 50 700 Td(ab)Tj 5 0 Td(c)Tj ET',
    );
  });

  test('goes back to where the line began behind a glyph of unknown width', () => {
    expect(rewrite('BT /G 10 Tf 50 700 Td (a)Tj 0 0 Td (b)Tj T* (c)Tj ET')).toBe(
      'BT/G 10 Tf 50 700 Td(a)Tj 0 0 Td(b)Tj 0 0 Td(c)Tj ET',
    );
  });

  test('leaves the glyphs of Type 3 fonts the state that they draw with', () => {
    expect(rewrite('1 0 0 RG 3 w BT /Type3 10 Tf (a)Tj ET')).toBe('BT 1 0 0 RG 3 w/Type3 10 Tf(a)Tj ET');
  });

  test('leaves forms the distance of lines, and takes none for known in a form', () => {
    expect(rewrite('BT 12 TL /F 10 Tf 9 9 Td (a)Tj T* (b)Tj ET /Form Do')).toBe(
      'BT/F 10 Tf 9 9 Td(a)Tj 0 -12 Td(b)Tj ET 12 TL/Form Do',
    );
    const form = { isForm: true, scale: 1 };
    expect(rewrite('BT /F 10 Tf 9 9 Td (a)Tj T* (b)Tj ET', form)).toBeNull();
    expect(rewrite('BT 12 TL /F 10 Tf 9 9 Td (a)Tj T* (b)Tj ET', form)).not.toBeNull();
  });

  test('keeps marks where they are, inside of text or outside', () => {
    expect(
      rewrite('/P <</MCID 0>> BDC BT /F 10 Tf (a)Tj ET EMC /P <</MCID 1>> BDC BT /F 10 Tf 9 9 Td (b)Tj ET EMC'),
    ).toBe('/P <</MCID 0>> BDC BT/F 10 Tf(a)Tj ET EMC/P <</MCID 1>> BDC BT 9 9 Td(b)Tj ET EMC');
  });

  test('of a form takes nothing for known that comes from what draws it', () => {
    expect(rewrite('0 0 0 rg q 1 0 0 rg 1 1 8 8 re f Q 0 0 9 9 re f', { isForm: true, scale: 1 })).toBe(
      'q 1 0 0 rg 1 1 8 8 re f Q 0 0 0 rg 0 0 9 9 re f',
    );
  });

  test('keeps what a dictionary sets apart from what operators set', () => {
    expect(rewrite('3 w q /W gs 1 1 m 9 9 l S Q 1 1 m 9 9 l S')).toBe('q/W gs 1 1 m 9 9 l S Q 3 w 1 1 m 9 9 l S');
  });

  test.each([
    ['text that clips', 'BT 7 Tr /F 10 Tf (a)Tj ET'],
    ['an operator nobody knows', '1 1 8 8 re f foo'],
    ['a clip by no path', '1 1 8 8 re f W n'],
    ['a clip that its content leaves open', '1 1 8 8 re f 2 2 5 5 re W'],
    ['a clip that an empty saved state leaves open', 'q 2 2 5 5 re W Q 1 1 8 8 re f'],
    ['text in a font that is missing', 'BT /H 10 Tf (a)Tj ET'],
    ['text that some viewers read two bytes a character', 'BT /SimHei 10 Tf (a)Tj ET'],
  ])('stays as it is with %s', (_, content) => {
    expect(rewrite(content)).toBeNull();
  });
});

test('content that is stored in fewer bytes than its rewrite would be stays', () => {
  const content = Buffer.from(`${filler}1 1 8 8 re f`);
  expect(rewriteContent(content, resources(), { ...page, storedBytes: 1_000 })).not.toBeNull();
  expect(rewriteContent(content, resources(), { ...page, storedBytes: 10 })).toBeNull();
});

test('pages that share content with the same resources share what it is rewritten to', () => {
  const contentsOf = (...units: number[]) => {
    const pdf = createTestPdf();
    const ref = pdf.stream({}, `${filler}1 1 8 8 re f`);
    const pages = units.map((UserUnit) => {
      const page = pdf.object({ Type: 'Page', UserUnit });
      const dict = pdf.context.lookup(page) as PDFDict;
      dict.set(PDFName.of('Contents'), ref);
      return { ref: page, dict, inherited: new Map() };
    });
    rewriteContents({ context: pdf.context, pages, formScales: new Map(), except: new Set() });
    return pages.map(({ dict }) =>
      Buffer.from(decodeData(dict.lookup(PDFName.of('Contents')) as PDFStream, { maxBytes: 1e6 })?.bytes ?? []),
    );
  };
  expect(contentsOf(1, 1).map(String)).toEqual(['1 1 8 8 re\nf', '1 1 8 8 re\nf']);
  expect(contentsOf(1, 2).map(String)).toEqual(Array(2).fill(`${filler}1 1 8 8 re f`));
});

describe('two drawings are the same', () => {
  test.each([
    ['a path that begins at another corner', '1 1 m 1 9 l 5 9 l 5 1 l h f', '1 9 4 -8 re f'],
    ['text shown in one piece or two', 'BT /F 10 Tf (ab)Tj ET', 'BT /F 10 Tf (a)Tj 5 0 Td (b)Tj ET'],
  ])('with %s', (_, one, other) => {
    expect(draws(one, other)).toBe(true);
  });

  test.each([
    ['a place that is a tenth of a point off', '1 1 8 8 re f', '1.1 1 8 8 re f'],
    ['another colour', '1 0 0 rg 1 1 8 8 re f', '0 1 0 rg 1 1 8 8 re f'],
    ['another clip', 'q 0 0 5 5 re W n 1 1 8 8 re f Q', '1 1 8 8 re f'],
    ['a glyph less', 'BT /F 10 Tf (ab)Tj ET', 'BT /F 10 Tf (a)Tj ET'],
    ['another glyph', 'BT /F 10 Tf (ab)Tj ET', 'BT /F 10 Tf (ac)Tj ET'],
    ['another font', 'BT /F 10 Tf (ab)Tj ET', 'BT /G 10 Tf (ab)Tj ET'],
    ['larger glyphs', 'BT /F 10 Tf (a)Tj ET', 'BT /F 10.5 Tf (a)Tj ET'],
    ['another order', '1 0 0 rg 1 1 8 8 re f 0 g 2 2 8 8 re f', '0 g 2 2 8 8 re f 1 0 0 rg 1 1 8 8 re f'],
    ['a glyph behind one of unknown width', 'BT /G 10 Tf (a)Tj (b)Tj ET', 'BT /G 10 Tf (a)Tj 0 0 Td (b)Tj ET'],
    ['a glyph behind two of them', 'BT /G 10 Tf (a)Tj 0 0 Td (ab)Tj ET', 'BT /G 10 Tf (aab)Tj ET'],
    ['another line around a Type 3 glyph', '3 w BT /Type3 10 Tf (a)Tj ET', 'BT /Type3 10 Tf (a)Tj ET'],
    ['a mark outside of text', 'BT /P BMC EMC ET', '/P BMC EMC BT ET'],
    ['a graphics state less', '/W gs 1 1 m 9 9 l S', '3 w 1 1 m 9 9 l S'],
    ['another direction where lines are dashed', '[2]0 d 1 1 m 1 9 l 5 9 l 5 1 l h S', '[2]0 d 1 9 4 -8 re S'],
  ])('but not with %s', (_, one, other) => {
    expect(draws(one, other)).toBe(false);
  });
});
