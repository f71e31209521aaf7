import { type PDFDict, PDFName } from 'pdf-lib';

/** The entries of a font descriptor that can contain a font program (ISO 32000-2, table 120). */
export const fontProgramKeys = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/** True if a font with this descriptor is embedded. It does not apply to Type 3 fonts, whose glyphs are content. */
export function hasFontProgram(descriptor: PDFDict | null): boolean {
  return fontProgramKeys.some((key) => descriptor?.has(PDFName.of(key)));
}
