import { type PDFDict, PDFName } from 'pdf-lib';

/** The entries of a font descriptor that a font program may be in (ISO 32000-2, table 120). */
export const fontProgramKeys = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/** Whether a font with this descriptor is embedded; not for Type 3 fonts, whose glyphs are content. */
export function hasFontProgram(descriptor: PDFDict | null): boolean {
  return fontProgramKeys.some((key) => descriptor?.has(PDFName.of(key)));
}
