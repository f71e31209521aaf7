import { PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import type { DocumentStructure } from './assembly/document-structure.ts';
import { usedResourceValues } from './assembly/page-resources.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { isElsewhere, walkObjects } from './walk-objects.ts';

/** What the pages of a document weigh, an object that several of them use counted once. */
export interface PageWeights {
  /** The page (its place from 0) before which to stop so that the run from `first` stays within about `limitBytes`. */
  endWithin(first: number, limitBytes: number): number;
}

/** About what an object that is no stream takes in an object stream. */
const smallObjectBytes = 40;

/** Weighs the pages by the streams that can be reached from them. Pages lead to other pages only through links. */
export function pageWeights({ context, pages }: OpenedPdf, { usedNames }: DocumentStructure): PageWeights {
  const reached = pages.map((page) => {
    const objects: (readonly [PDFRef, number])[] = [];
    const roots = [...usedResourceValues(page, usedNames.ofPage(page)), ...page.dict.entries().flatMap(ownRoots)];
    walkObjects(context, roots, (ref, object) => {
      if (isElsewhere(object)) return false;
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
