import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { arrayEntry, dictEntry, numberEntry, pdfArrayEntry } from '../typed-entries.ts';
import { destinationOf } from './destination-of.ts';
import type { SourceGraph } from './graphs.ts';

const subtypeKey = PDFName.of('Subtype');
const linkType = PDFName.of('Link');
const widgetType = PDFName.of('Widget');

/**
 * The annotations of a page that are kept: all except links to pages that are left out. Of those, what draws a border or an
 * appearance stays as a link that leads nowhere.
 */
export function keptAnnotations(source: SourceGraph, page: PDFDict): readonly PDFObject[] {
  const annotations = arrayEntry(page, 'Annots');
  return source.pruned ? annotations.flatMap((annotation) => withoutDeadLink(source, annotation)) : annotations;
}

function withoutDeadLink(source: SourceGraph, annotation: PDFObject): readonly PDFObject[] {
  const dict = source.lookup(annotation);
  if (!(dict instanceof PDFDict) || !isDeadLink(source, dict)) return [annotation];
  if (!isDrawn(dict)) return [];
  const frame = dict.clone();
  for (const key of ['A', 'Dest', 'PA']) frame.delete(PDFName.of(key));
  frame.set(PDFName.of('H'), PDFName.of('N'));
  if (annotation instanceof PDFRef) source.replace(annotation, frame);
  return [annotation instanceof PDFRef ? annotation : frame];
}

/** Whether a link shows (ISO 32000-2, 12.5.4): by an appearance, or by a border of some width and colour. */
function isDrawn(link: PDFDict): boolean {
  if (dictEntry(link, 'AP') !== null) return true;
  const color = pdfArrayEntry(link, 'C');
  if (color !== null && color.size() === 0) return false;
  const style = dictEntry(link, 'BS');
  if (style !== null) return (numberEntry(style, 'W') ?? 1) > 0;
  const width = pdfArrayEntry(link, 'Border')?.lookup(2);
  return !(width instanceof PDFNumber) || width.asNumber() > 0;
}

/** A page's dictionary with only these annotations. */
export function withAnnotations(page: PDFDict, annotations: readonly PDFObject[]): PDFDict {
  const changed = page.clone();
  if (annotations.length > 0) changed.set(PDFName.Annots, page.context.obj([...annotations]));
  else changed.delete(PDFName.Annots);
  return changed;
}

function isDeadLink(source: SourceGraph, dict: PDFDict): boolean {
  if (dict.lookup(subtypeKey) !== linkType) return false;
  const destination = destinationOf(dict);
  if (destination === undefined) return false;
  const index = source.structure.destinationPage(destination);
  return index === null || source.pageNumber(source.document.pages[index]?.ref) === null;
}

/** The references of the widgets among annotations. */
export function widgetRefs(source: SourceGraph, annotations: readonly PDFObject[]): readonly PDFRef[] {
  return annotations.filter((annotation) => {
    const dict = source.lookup(annotation);
    return annotation instanceof PDFRef && dict instanceof PDFDict && dict.lookup(subtypeKey) === widgetType;
  }) as PDFRef[];
}
