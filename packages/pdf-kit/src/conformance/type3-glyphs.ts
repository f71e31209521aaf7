import { type PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { readFontEncoding } from '../fonts/simple-font-names.ts';
import { readContentStream } from '../objects/content-stream.ts';
import { decodeData } from '../objects/decode-stream.ts';
import { dictEntry } from '../objects/typed-entries.ts';
import { setSimpleWidths, simpleWidths } from './font-widths.ts';
import { setEncoding } from './simple-fonts.ts';

/** No code may show it (ISO 19005-2, 6.2.11.8). */
const notdef = '.notdef';

/** The content of a glyph is short; longer content is not read. */
const maxGlyphBytes = 16 * 1024 * 1024;

/**
 * Gives the codes of a Type 3 font a name and a glyph, which draws nothing where there was none, and glyphs the advances
 * that the font says: viewers place text by these (ISO 19005-2, 6.2.11.4 and 6.2.11.5).
 */
export function completeGlyphs(font: PDFDict, codes: ReadonlySet<number>): void {
  const glyphs = dictEntry(font, 'CharProcs');
  const encoding = readFontEncoding(font);
  const widthOf = simpleWidths(font);
  if (glyphs === null || encoding === null || widthOf === null) return;
  const { context } = font;
  setSimpleWidths(font, widthOf, codes);
  const named = new Map(encoding.differences);
  for (const code of codes) {
    const given = named.get(code) ?? encoding.base?.[code] ?? notdef;
    const name = given === notdef ? `blank.${code}` : given;
    named.set(code, name);
    const key = PDFName.of(name);
    const glyph = glyphs.lookup(PDFName.of(given));
    const width = Math.round(widthOf(code) * 1000) / 1000;
    if (glyph instanceof PDFRawStream) glyphs.set(key, context.getObjectRef(glyph) ?? glyph);
    else {
      glyphs.set(key, context.register(context.flateStream(`${width} 0 d0`)));
      continue;
    }
    const bytes = decodeData(glyph, { maxBytes: maxGlyphBytes, tolerant: true })?.bytes ?? new Uint8Array();
    const [first] = readContentStream(bytes);
    if (first === undefined || (first.operator !== 'd0' && first.operator !== 'd1')) continue;
    if (Math.abs(Number(first.operands[0]) - width) < 1) continue;
    const head = [width, ...first.operands.slice(1), first.operator].map(String).join(' ');
    const text = Buffer.concat([Buffer.from(head), bytes.subarray(first.end)]);
    glyphs.set(key, context.register(context.flateStream(text)));
  }
  setEncoding(font, encoding.base, named);
}
