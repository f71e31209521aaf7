import { createHash } from 'node:crypto';
import { anyEntry, arrayItems, dictOrStreamEntry } from '@platen/pdf-kit/objects';
import { PDFArray, type PDFDict, PDFNumber, type PDFObject } from '@platen/pdf-kit/pdf-lib';
import type { DocumentUsage, ShownText } from '../content/document-usage.ts';
import { createShapeReader, type ShapeReader } from '../fonts/code-shapes.ts';
import { describedFont } from '../fonts/font-programs.ts';
import { loadOutlineReader } from '../fonts/glyph-outlines.ts';

/**
 * For each page a digest of the glyphs it shows: every character code of every font, with its advance width and the outlines
 * that viewers may draw for it. This is read from the objects of a document, without a renderer: two documents with equal
 * digests show the same glyphs, even where renderers disagree about their fonts.
 */
export async function readPageGlyphs(usage: DocumentUsage, maxFontBytes: number): Promise<readonly string[]> {
  // For a scan, loading HarfBuzz would take longer than all the rest.
  const hasText = usage.pageText.some((texts) => [...texts].some((codes) => codes.size > 0));
  if (!hasText) return usage.pageText.map(() => digest(''));
  const openOutlines = await loadOutlineReader();
  const fonts = new Map<PDFDict, (code: number) => string>();
  const describe = (font: PDFDict, code: number): string => {
    const known = fonts.get(font) ?? describeCodes(font, createShapeReader(font, maxFontBytes, openOutlines));
    fonts.set(font, known);
    return known(code);
  };
  const streams = new Map<ShownText, ReadonlySet<string>>();
  return usage.pageText.map((texts) => {
    const shown = new Set<string>();
    for (const text of texts) {
      const known = streams.get(text) ?? linesOf(text, describe);
      streams.set(text, known);
      for (const line of known) shown.add(line);
    }
    return digest([...shown].sort().join('\n'));
  });
}

/** The pages, from 1, whose digests differ. */
export function differentPages(before: readonly string[], after: readonly string[]): readonly number[] {
  return before.flatMap((each, index) => (after[index] === each ? [] : [index + 1]));
}

/** Does not tell apart equal fonts, which compression merges. */
function linesOf(text: ShownText, describe: (font: PDFDict, code: number) => string): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const [font, codes] of text) for (const code of codes) lines.add(describe(font, code));
  return lines;
}

function describeCodes(font: PDFDict, shapes: ShapeReader): (code: number) => string {
  const widths = digest(readWidths(font));
  const lines = new Map<number, string>();
  return (code) => {
    const line = lines.get(code) ?? `${code} ${widths} ${digest(shapes(code))}`;
    lines.set(code, line);
    return line;
  };
}

/** All entries of a font about widths, with references resolved. */
function readWidths(font: PDFDict): string {
  const dict = describedFont(font);
  if (dict === null) return '';
  const entries = ['FirstChar', 'Widths', 'DW', 'W', 'DW2', 'W2'].map((key) => plainText(anyEntry(dict, key)));
  const descriptor = dictOrStreamEntry(dict, 'FontDescriptor');
  return [...entries, descriptor === null ? '' : plainText(anyEntry(descriptor, 'MissingWidth'))].join(' ');
}

/** A number, or an array of numbers and of arrays of numbers. */
function plainText(value: PDFObject | null): string {
  return listText(value, (item) => listText(item, numberText));
}

function listText(value: PDFObject | null, itemText: (item: PDFObject | null) => string): string {
  return value instanceof PDFArray ? `[${arrayItems(value).map(itemText).join(' ')}]` : numberText(value);
}

function numberText(value: PDFObject | null): string {
  return value instanceof PDFNumber ? String(value.asNumber()) : '';
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
