import { type PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { readFontEncoding } from '../fonts/simple-font-names.ts';
import { readContentStream } from '../objects/content-stream.ts';
import { decodeData } from '../objects/decode-stream.ts';
import { dictEntry } from '../objects/typed-entries.ts';
import { simpleWidths } from './font-widths.ts';

/** The content of a glyph is short; longer content is not read. */
const maxGlyphBytes = 16 * 1024 * 1024;

/**
 * Gives the codes of a Type 3 font that have a name a glyph, which draws nothing where there was none, and glyphs the advances
 * that the font says: viewers place text by these (ISO 19005-2, 6.2.11.4 and 6.2.11.5).
 */
export function completeGlyphs(font: PDFDict, codes: ReadonlySet<number>): void {
  const glyphs = dictEntry(font, 'CharProcs');
  const encoding = readFontEncoding(font);
  const widthOf = simpleWidths(font);
  if (glyphs === null || encoding === null || widthOf === null) return;
  const { context } = font;
  for (const code of codes) {
    const name = encoding.differences.get(code) ?? encoding.base?.[code];
    if (typeof name !== 'string') continue;
    const key = PDFName.of(name);
    const glyph = glyphs.lookup(key);
    const width = Math.round(widthOf(code) * 1000) / 1000;
    if (!(glyph instanceof PDFRawStream)) {
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
}
