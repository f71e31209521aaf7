import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib';
import type { GlyphCodes } from './glyph-codes.ts';
import { advanceUnits, ascentUnits, buildGlyphlessFont, descentUnits } from './glyphless-font.ts';

const fontName = 'PlatenInvisible';
/** Symbolic (ISO 32000-1, table 123). */
const symbolic = 4;

/**
 * Fills in the font object of the text layers, embedded and complete so that PDF/A stays PDF/A. `reference` was handed
 * out before the codes were known; call this once they all are.
 */
export function defineTextFont(context: PDFContext, reference: PDFRef, codes: GlyphCodes): void {
  const program = context.register(context.flateStream(buildGlyphlessFont(), { Length1: buildGlyphlessFont().length }));
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: fontName,
      Flags: symbolic,
      FontBBox: [0, descentUnits, advanceUnits, ascentUnits],
      ItalicAngle: 0,
      Ascent: ascentUnits,
      Descent: descentUnits,
      CapHeight: ascentUnits,
      StemV: 80,
      FontFile2: program,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: fontName,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: advanceUnits,
      CIDToGIDMap: context.register(context.flateStream(allBlank(codes.size))),
    }),
  );
  context.assign(
    reference,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: fontName,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(codes.toUnicode())),
    }),
  );
}

/** Every code is glyph 1, the blank one; 0 is `.notdef`. */
function allBlank(codes: number): Uint8Array {
  const map = Buffer.alloc(2 * (codes + 1));
  for (let code = 1; code <= codes; code += 1) map.writeUInt16BE(1, 2 * code);
  return map;
}
