import { type Operand, textBytes } from '@platen/pdf-kit/objects';
import { PDFHexString, PDFString } from '@platen/pdf-kit/pdf-lib';
import { type ShownGlyphs, UnsupportedContentError } from './drawing-events.ts';
import type { DrawingReader } from './drawing-reader.ts';

/** Shows strings with the shifts between them, and advances along the line. Null if they contain no glyph. */
export function showText(reader: DrawingReader, items: readonly Operand[]): ShownGlyphs | null {
  const { font, size, stretch, charSpace, wordSpace } = reader.state;
  if (font === null || font === undefined || !reader.inText) {
    throw new UnsupportedContentError('text in an unknown font');
  }
  if (size === 0 || stretch === 0) throw new UnsupportedContentError('text of no size');
  const { codeBytes, widthOf } = font;
  const bytes: number[] = [];
  const shifts: number[] = [];
  const advances: number[] = [];
  const { line, along: start, anchor: firstAnchor } = reader;
  let { along, anchor } = reader;
  let shift = 0;
  for (const item of items) {
    if (typeof item === 'number') {
      shift -= (item / 1000) * size * stretch;
      continue;
    }
    if (!(item instanceof PDFString || item instanceof PDFHexString)) throw new UnsupportedContentError('no text');
    const text = textBytes(item);
    if (text.length % codeBytes !== 0) throw new UnsupportedContentError('half a code');
    for (let at = 0; at < text.length; at += codeBytes) {
      const code = codeBytes === 1 ? (text[at] ?? 0) : ((text[at] ?? 0) << 8) | (text[at + 1] ?? 0);
      const advance = (widthOf(code) / 1000) * size * stretch;
      const isSpace = codeBytes === 1 && code === 32;
      const step = shift + advance + (charSpace + (isSpace ? wordSpace : 0)) * stretch;
      for (let byte = 0; byte < codeBytes; byte += 1) bytes.push(text[at + byte] ?? 0);
      shifts.push(shift);
      advances.push(advance);
      if (Number.isNaN(step)) {
        anchor = ++reader.lastAnchor;
        along += shift;
      } else along += step;
      shift = 0;
    }
  }
  reader.along = along + shift;
  reader.anchor = anchor;
  if (shifts.length === 0) return null;
  const text = Uint8Array.from(bytes);
  return { kind: 'show', text, codeBytes, line, start, anchor: firstAnchor, endAnchor: anchor, shifts, advances };
}
