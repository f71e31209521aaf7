import { pageObjects } from './page-objects.ts';
import type { PdfiumEngine } from './pdfium-engine.ts';

/** Objects that are looked at, those of nested forms included: text hides no deeper in any page worth the time. */
const maxObjects = 5_000;

/** Letters of most different widths, and an ideograph. */
const probes = ['i', 'M', 'A', '\u4e00'].map((letter) => letter.codePointAt(0) ?? 0);

/** Fonts whose letters may well be of one width, or that PDFium maps by other tables: fixed pitch, symbols, CJK. */
const exempt = /fixed|mono|courier|typewriter|symbol|dingbats|wingdings|webdings|cjk/i;

/**
 * True when a page has text in a font that is not embedded and whose codes PDFium cannot map to characters: composite
 * fonts coded as Identity, mostly. PDFium then takes the codes for glyph numbers of the font it puts in the place, and
 * draws other letters. The sign is that every letter is said to have the same width, that of code 0; a width of 0 only
 * says that the file lists the widths of the few letters it uses.
 */
export function usesUnmappedFont(engine: PdfiumEngine, page: number): boolean {
  const { api } = engine;
  const fonts = new Map<number, boolean>();
  const isUnmapped = (font: number): boolean => {
    const known = fonts.get(font) ?? (api.FPDFFont_GetIsEmbedded(font) === 0 && hasOneWidth(engine, font));
    fonts.set(font, known);
    return known;
  };
  for (const { object, isText } of pageObjects(api, page, maxObjects)) {
    if (isText && isUnmapped(api.FPDFTextObj_GetFont(object))) return true;
  }
  return false;
}

const nameBytes = 256;

function hasOneWidth({ api, runtime, allocate, free }: PdfiumEngine, font: number): boolean {
  const buffer = allocate(nameBytes);
  const read = (ask: (font: number, buffer: number, byteLength: number) => number) =>
    ask(font, buffer, nameBytes) > nameBytes ? '' : runtime.UTF8ToString(buffer);
  const names = `${read(api.FPDFFont_GetBaseFontName)} ${read(api.FPDFFont_GetFamilyName)}`;
  const widths = probes.map((letter) => {
    api.FPDFFont_GetGlyphWidth(font, letter, 1000, buffer);
    return runtime.getValue(buffer, 'float');
  });
  free(buffer);
  const [first = 0] = widths;
  return first > 0 && widths.every((width) => width === first) && !exempt.test(names);
}
