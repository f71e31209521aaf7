import { PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import type { DocumentStructure } from './assembly/document-structure.ts';
import { usedResourceValues } from './assembly/page-resources.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { isOutsidePage, walkObjects } from './walk-objects.ts';

/** The sizes of the pages of a document in bytes. An object that several pages use counts once. */
export interface PageWeights {
  /** The index of the page before which to stop so that the run of pages from `first` stays within about `limitBytes`. */
  endWithin(first: number, limitBytes: number): number;
}

/** The approximate size of an object in an object stream. */
const smallObjectBytes = 40;

/** Adds up the sizes of the objects reachable from each page. Other pages, which links lead to, are not followed. */
export function pageWeights({ context, pages }: OpenedPdf, { usedNames }: DocumentStructure): PageWeights {
  const reached = pages.map((page) => {
    const objects: (readonly [PDFRef, number])[] = [];
    const roots = [...usedResourceValues(page, usedNames.ofPage(page)), ...page.dict.entries().flatMap(ownRoots)];
    walkObjects(context, roots, (ref, object) => {
      if (isOutsidePage(object)) return false;
      objects.push([ref, object instanceof PDFStream ? object.getContentsSize() + smallObjectBytes : smallObjectBytes]);
      return true;
    });
    return objects;
  });
  return {
    endWithin(first, limitBytes) {
      const counted = new Set<PDFRef>();
      let total = 0;
      for (let index = first; index < reached.length; index++) {
        for (const [ref, bytes] of reached[index] ?? []) {
          if (counted.has(ref)) continue;
          counted.add(ref);
          total += bytes;
        }
        if (total > limitBytes) return index;
      }
      return reached.length;
    },
  };
}

function ownRoots([key, value]: [PDFName, PDFObject]): readonly PDFObject[] {
  return key === PDFName.Parent || key === PDFName.Resources ? [] : [value];
}
