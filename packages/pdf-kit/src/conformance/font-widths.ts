import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { dictOrStreamEntry, numberEntry, pdfArrayEntry } from '../objects/typed-entries.ts';

/** The advance of each code of a simple font by its dictionary; null without widths. */
export function simpleWidths(font: PDFDict): ((code: number) => number) | null {
  const widths = pdfArrayEntry(font, 'Widths');
  if (widths === null) return null;
  const first = numberEntry(font, 'FirstChar') ?? 0;
  const descriptor = dictOrStreamEntry(font, 'FontDescriptor');
  const missing = (descriptor === null ? null : numberEntry(descriptor, 'MissingWidth')) ?? 0;
  return (code) => {
    const width = code >= first && code - first < widths.size() ? widths.lookup(code - first) : undefined;
    return width instanceof PDFNumber ? width.asNumber() : missing;
  };
}

/** Widths for all codes that are shown, and the codes that had some. */
export function setSimpleWidths(
  font: PDFDict,
  widthOf: (code: number) => number | null,
  codes: ReadonlySet<number>,
): void {
  const before = simpleWidths(font);
  const first = numberEntry(font, 'FirstChar') ?? 0;
  const count = pdfArrayEntry(font, 'Widths')?.size() ?? 0;
  const all = [...codes, ...(count > 0 ? [Math.max(0, first), Math.min(255, first + count - 1)] : [])];
  // Of a font that shows empty strings only, no code is known.
  const [from, to] = all.length === 0 ? [0, 0] : [Math.min(...all), Math.max(...all)];
  const widths = Array.from({ length: to - from + 1 }, (_, index) => {
    const code = from + index;
    const width = (codes.has(code) ? widthOf(code) : null) ?? before?.(code) ?? 0;
    return Math.round(width * 1000) / 1000;
  });
  font.set(PDFName.of('FirstChar'), PDFNumber.of(from));
  font.set(PDFName.of('LastChar'), PDFNumber.of(to));
  font.set(PDFName.of('Widths'), font.context.obj(widths));
}
