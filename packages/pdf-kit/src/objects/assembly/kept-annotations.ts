import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { arrayEntry } from '../typed-entries.ts';
import { destinationOf } from './destination-of.ts';
import type { SourceGraph } from './graphs.ts';

const subtypeKey = PDFName.of('Subtype');
const linkType = PDFName.of('Link');
const widgetType = PDFName.of('Widget');

/**
 * The annotations of a page that are kept: all except links to pages that are left out.
 */
export function keptAnnotations(source: SourceGraph, page: PDFDict): readonly PDFObject[] {
  const annotations = arrayEntry(page, 'Annots');
  return source.pruned ? annotations.filter((annotation) => !isDeadLink(source, annotation)) : annotations;
}

/** A page's dictionary with only these annotations. */
export function withAnnotations(page: PDFDict, annotations: readonly PDFObject[]): PDFDict {
  const changed = page.clone();
  if (annotations.length > 0) changed.set(PDFName.Annots, page.context.obj([...annotations]));
  else changed.delete(PDFName.Annots);
  return changed;
}

function isDeadLink(source: SourceGraph, annotation: PDFObject): boolean {
  const dict = source.lookup(annotation);
  if (!(dict instanceof PDFDict) || dict.lookup(subtypeKey) !== linkType) return false;
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
