import { PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { arrayEntry, dictEntry, nameEntry, numberEntry, numbersEntry, textEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';
import { withAnnotations } from './kept-annotations.ts';

/** Entries of a field or widget that a plain annotation has no use for. */
const fieldKeys = 'FT T TU TM Ff V DV DA Q Parent Kids Lock SV MK A AA H'.split(' ').map((key) => PDFName.of(key));

/** Hidden, NoView and Print of the annotation flags (ISO 32000-2, table 167). */
const [unseen, print] = [2 | 32, 4];

/**
 * Takes signature fields out of the pages of a source: what they show becomes a stamp, so that the look of the page stays, and
 * one that shows nothing goes. The fields themselves are left to the caller.
 */
export function settleSignatures(source: SourceGraph, fields: readonly PDFRef[]): void {
  const gone = new Set<PDFRef>();
  for (const ref of fields) {
    const field = source.lookup(ref);
    if (!(field instanceof PDFDict)) continue;
    const alternative = textEntry(field, 'TU') ?? textEntry(field, 'T');
    const widgets = nameEntry(field, 'Subtype') === 'Widget' ? [ref] : arrayEntry(field, 'Kids');
    for (const widget of widgets) {
      const dict = source.lookup(widget);
      if (!(widget instanceof PDFRef && dict instanceof PDFDict)) continue;
      if (isVisible(dict)) source.replace(widget, stampOf(dict, alternative));
      else gone.add(widget);
    }
  }
  if (gone.size > 0) removeFromPages(source, gone);
}

function isVisible(widget: PDFDict): boolean {
  const appearance = dictEntry(widget, 'AP');
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersEntry(widget, 'Rect') ?? [];
  const isSeen = ((numberEntry(widget, 'F') ?? 0) & unseen) === 0;
  return isSeen && left !== right && bottom !== top && appearance?.lookup(PDFName.of('N')) !== undefined;
}

function stampOf(widget: PDFDict, alternative: string | null): PDFDict {
  const stamp = widget.clone();
  for (const key of fieldKeys) stamp.delete(key);
  stamp.set(PDFName.of('Subtype'), PDFName.of('Stamp'));
  stamp.set(PDFName.of('F'), PDFNumber.of((numberEntry(widget, 'F') ?? 0) | print));
  // PDF/UA asks for a text in the place of every annotation.
  if (alternative !== null && !stamp.has(PDFName.of('Contents')))
    stamp.set(PDFName.of('Contents'), PDFHexString.fromText(alternative));
  return stamp;
}

function removeFromPages(source: SourceGraph, gone: ReadonlySet<PDFRef>): void {
  for (const { page } of source.pages) {
    const dict = source.lookup(page.ref);
    if (!(dict instanceof PDFDict)) continue;
    const annotations = arrayEntry(dict, 'Annots');
    const kept = annotations.filter((annotation) => !(annotation instanceof PDFRef && gone.has(annotation)));
    if (kept.length < annotations.length) source.replace(page.ref, withAnnotations(dict, kept));
  }
}
