import {
  anyEntry,
  arrayItems,
  asDict,
  cidWidths,
  dictOrStreamEntry,
  hasFontProgram,
  nameEntry,
  numberEntry,
} from '@platen/pdf-kit/objects';
import { PDFArray, type PDFDict, PDFNumber, type PDFObject } from '@platen/pdf-kit/pdf-lib';

/** The glyph advances of a font. */
export interface FontAdvances {
  /** Bytes of each code. */
  readonly codeBytes: 1 | 2;
  /** True for a Type 3 font, whose glyph descriptions are content and inherit the graphics state of the text. */
  readonly hasGlyphContent: boolean;
  /** The width of a code in thousandths of the font size; NaN if viewers may take it from elsewhere. */
  widthOf(code: number): number;
}

/**
 * Reads the widths of a font. Null for a font with codes of different lengths or vertical writing, and for one that some
 * viewers treat as Chinese, Japanese or Korean: not embedded, and with a name that is not ASCII.
 */
export function readFontAdvances(font: PDFDict): FontAdvances | null {
  const subtype = nameEntry(font, 'Subtype');
  if (subtype === 'Type0') return compositeAdvances(font);
  const widths = anyEntry(font, 'Widths');
  const first = numberEntry(font, 'FirstChar');
  const hasGlyphContent = subtype === 'Type3';
  if (!hasGlyphContent && mayHaveTwoByteCodes(font)) return null;
  // The widths of Type 3 fonts are in glyph space.
  if (hasGlyphContent || first === null || !(widths instanceof PDFArray))
    return { codeBytes: 1, hasGlyphContent, widthOf: () => NaN };
  const table = arrayItems(widths).map(numberOf);
  return { codeBytes: 1, hasGlyphContent, widthOf: (code) => table[code - first] ?? Number.NaN };
}

/** PDFium and MuPDF read the text of such simple fonts in the encoding of the name, with two bytes per character. */
function mayHaveTwoByteCodes(font: PDFDict): boolean {
  const isEmbedded = hasFontProgram(dictOrStreamEntry(font, 'FontDescriptor'));
  return !isEmbedded && /[^\0-\x7f]/.test(nameEntry(font, 'BaseFont') ?? '');
}

function compositeAdvances(font: PDFDict): FontAdvances | null {
  if (nameEntry(font, 'Encoding') !== 'Identity-H') return null;
  const descendants = anyEntry(font, 'DescendantFonts');
  const [descendant] = descendants instanceof PDFArray ? arrayItems(descendants) : [];
  const dict = descendant === undefined ? null : asDict(descendant);
  if (dict === null) return null;
  return { codeBytes: 2, hasGlyphContent: false, widthOf: cidWidths(dict, Number.NaN) };
}

function numberOf(value: PDFObject | null | undefined): number {
  return value instanceof PDFNumber ? value.asNumber() : Number.NaN;
}
