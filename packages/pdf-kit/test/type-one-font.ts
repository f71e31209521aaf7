import { type PDFDocument, PDFName, type PDFPage } from 'pdf-lib';

/** Glyph names by their codes in the encoding of the font itself. */
export type BuiltInEncoding = Readonly<Record<number, string>>;

/** Gives a page a Type 1 font, as `/Signs`, whose encoding is in its program alone, as TeX embeds fonts of signs; each glyph is a box. */
export function addTypeOne(document: PDFDocument, page: PDFPage, name: string, encoding: BuiltInEncoding): void {
  const { context } = document;
  const [clear, hidden] = programOf(name, encoding);
  const program = context.register(
    context.stream(Buffer.concat([clear, hidden]), { Length1: clear.length, Length2: hidden.length, Length3: 0 }),
  );
  const FontDescriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [0, 0, 700, 700],
      ItalicAngle: 0,
      Ascent: 700,
      Descent: -100,
      CapHeight: 700,
      StemV: 50,
      FontFile: program,
    }),
  );
  const Widths = Array.from({ length: 256 }, () => 700);
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: name, FirstChar: 0, LastChar: 255, Widths, FontDescriptor };
  page.node.setFontDictionary(PDFName.of('Signs'), context.register(context.obj(font)));
}

function programOf(name: string, encoding: BuiltInEncoding): readonly [clear: Buffer, hidden: Buffer] {
  const entries = Object.entries(encoding).map(([code, glyph]) => `dup ${code} /${glyph} put`);
  const clear = [
    `%!FontType1-1.0: ${name} 1.0`,
    `11 dict begin /FontInfo 1 dict dup begin end readonly def /FontName /${name} def /PaintType 0 def /FontType 1 def`,
    '/FontMatrix [0.001 0 0 0.001 0 0] readonly def /FontBBox {0 0 700 700} readonly def',
    '/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for',
    ...entries,
    'readonly def currentdict end',
    'currentfile eexec',
    '',
  ].join('\n');
  const names = ['.notdef', ...new Set(Object.values(encoding))];
  const glyphs = names.map((glyph) => {
    const drawn = encrypt(Buffer.concat([Buffer.alloc(4), glyph === '.notdef' ? blank : box]), 4330);
    return [`/${glyph} ${drawn.length} RD `, drawn, ' ND\n'] as const;
  });
  const hidden = [
    'dup /Private 8 dict dup begin /RD {string currentfile exch readstring pop} executeonly def\n',
    '/ND {noaccess def} executeonly def /NP {noaccess put} executeonly def /BlueValues [] def /lenIV 4 def\n',
    `2 index /CharStrings ${glyphs.length} dict dup begin\n`,
    ...glyphs.flat(),
    'end end readonly put noaccess put dup /FontName get exch definefont pop mark currentfile closefile\n',
  ].map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part));
  return [Buffer.from(clear, 'latin1'), encrypt(Buffer.concat([Buffer.alloc(4), ...hidden]), 55665)];
}

/** A number of a charstring, in the two bytes that one from 108 to 1131 takes, or the one of smaller ones. */
function number(value: number): readonly number[] {
  return value < 108 ? [value + 139] : [247 + ((value - 108) >> 8), (value - 108) & 0xff];
}

const [hsbw, endchar, rmoveto, hlineto, vlineto, closepath] = [13, 14, 21, 6, 7, 9] as const;
const blank = Buffer.from([...number(0), ...number(700), hsbw, endchar]);
const box = Buffer.from([
  ...[...number(0), ...number(700), hsbw, ...number(50), ...number(0), rmoveto, ...number(600), hlineto],
  ...[...number(600), vlineto, 251 + ((600 - 108) >> 8), (600 - 108) & 0xff, hlineto, closepath, endchar],
]);

/** The encryption of Type 1 fonts (Adobe Type 1 Font Format, 7). */
function encrypt(clear: Buffer, key: number): Buffer {
  let state = key;
  return Buffer.from(
    [...clear].map((byte) => {
      const cipher = byte ^ (state >> 8);
      state = ((cipher + state) * 52845 + 22719) & 0xffff;
      return cipher;
    }),
  );
}
